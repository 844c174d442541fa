import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { initialTableState } from '../../ui/table/table-view.ts';
import { useDataTable } from '../../ui/table/use-data-table.ts';
import { examplePolicy, exampleTypes } from './example.ts';
import { inOrder, searchFields } from './policy-search.ts';

afterEach(cleanup);

const names = new Map([
  ['s1', 'Coaches'],
  ['s2', 'Grounds'],
]);

describe('the list of policies', () => {
  const gusts = examplePolicy('GUST', {
    id: 'g',
    displayName: 'Crane stop',
    allGroups: false,
    sites: ['s2'],
  });
  const zone = examplePolicy('LR1', { lifeSafety: true });
  const nobody = examplePolicy('NWS', { isActive: false, allGroups: false, events: ['Tornado Warning'] });
  const all = [nobody, gusts, zone];
  const fields = searchFields(names, exampleTypes);
  const find = (search: string, filters: Readonly<Record<string, string>> = {}) => {
    const view = { state: { ...initialTableState, search, filters }, change: () => undefined };
    const { result, unmount } = renderHook(() => useDataTable(all, fields, view, false));
    const found = result.current.rows.map(({ policyTypeShortName }) => policyTypeShortName);
    unmount();
    return found;
  };

  it('is in the order of the catalog', () => {
    expect(inOrder(all).map(({ policyTypeShortName }) => policyTypeShortName)).toEqual([
      'LR1',
      'GUST',
      'NWS',
    ]);
  });

  it('is searched by every word', () => {
    expect(find('crane')).toEqual(['GUST']);
    expect(find('  GROUNDS wind ')).toEqual(['GUST']);
    expect(find('tornado')).toEqual(['NWS']);
    expect(find('all groups')).toEqual(['LR1']);
    expect(find('crane tornado')).toEqual([]);
  });

  it('is filtered by state, kind and life safety', () => {
    expect(find('', { state: 'Inactive' })).toEqual(['NWS']);
    expect(find('', { state: 'Active' })).toEqual(['GUST', 'LR1']);
    expect(find('', { 'life-safety': 'Yes' })).toEqual(['LR1']);
    expect(find('', { kind: 'Wind' })).toEqual(['GUST']);
    expect(find('stop', { kind: 'Lightning' })).toEqual([]);
  });
});
