import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { DataTable } from '../ui/table/DataTable.tsx';
import { initialTableState, type TableState } from '../ui/table/table-view.ts';
import type { Column } from '../ui/table/use-data-table.ts';
import { readTableState, useAddressTable, writeTableState } from './use-address-table.ts';

afterEach(cleanup);

it.each<[string, Partial<TableState>]>([
  ['', {}],
  ['list.page=3&list.size=50', { page: 3, pageSize: 50 }],
  ['list.sort=-name', { sorting: { key: 'name', descending: true } }],
  ['list.sort=name', { sorting: { key: 'name', descending: false } }],
  ['list.q=north+gate', { search: 'north gate' }],
  ['list.is.kind=Pool', { filters: { kind: 'Pool' } }],
])('keeps the state in ?%s', (search, part) => {
  const state = { ...initialTableState, ...part };
  expect(readTableState(new URLSearchParams(search), 'list')).toEqual(state);
  expect(writeTableState(new URLSearchParams(), 'list', state).toString()).toBe(search);
});

it('reads nonsense as the table begins, and leaves the rest of the address alone', () => {
  const params = new URLSearchParams('list.page=-1&list.size=7&other.page=2&location=7');
  expect(readTableState(params, 'list')).toEqual(initialTableState);
  expect(writeTableState(params, 'list', { ...initialTableState, page: 2 }).toString()).toBe(
    'other.page=2&location=7&list.page=2',
  );
});

interface Field {
  name: string;
  kind: string;
}
const columns: readonly Column<Field>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
    searchBy: ({ name }) => name,
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kind, filterBy: ({ kind }) => kind },
];
const fields = Array.from({ length: 60 }, (_, index) => ({
  name: `Field ${index + 1}`,
  kind: index % 2 === 0 ? 'Pool' : 'Court',
}));

function Fields() {
  return (
    <>
      <DataTable
        caption="Fields"
        columns={columns}
        rows={fields}
        rowKey={({ name }) => name}
        view={useAddressTable('fields')}
        empty={null}
      />
      <samp>{useLocation().search}</samp>
    </>
  );
}
const show = (address: string) =>
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={[address]}>
        <Fields />
      </MemoryRouter>
    </MantineProvider>,
  );
const names = () =>
  within(screen.getByRole('table', { name: 'Fields' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.querySelector('span:last-child')?.textContent);
const address = () => document.querySelector('samp')?.textContent;

it('opens as the address says', () => {
  show('/?fields.page=2&fields.sort=-name&fields.is.kind=Court');
  expect(names()).toEqual(['Field 10', 'Field 8', 'Field 6', 'Field 4', 'Field 2']);
  expect(screen.getByRole('status').textContent).toBe('26–30 of 30');
});

it('search, sort, filter and page go into the address; a search begins at the first page', async () => {
  show('/?location=7');
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(address()).toBe('?location=7&fields.page=3');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search fields' }), '5');
  expect(address()).toBe('?location=7&fields.q=5');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by kind' }), 'Pool');
  await userEvent.click(within(screen.getByRole('columnheader', { name: 'Name' })).getByRole('button'));
  expect(address()).toBe('?location=7&fields.sort=name&fields.q=5&fields.is.kind=Pool');
  expect(names()).toEqual([
    'Field 5',
    'Field 15',
    'Field 25',
    'Field 35',
    'Field 45',
    'Field 51',
    'Field 53',
    'Field 55',
    'Field 57',
    'Field 59',
  ]);
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search fields' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by kind' }), '');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '100');
  expect(address()).toBe('?location=7&fields.size=100&fields.sort=name');
  expect(names()).toHaveLength(60);
});
