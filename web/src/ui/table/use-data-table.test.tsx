import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { initialTableState, type TableState, useLocalTableView } from './table-view.ts';
import { type Column, useDataTable } from './use-data-table.ts';

afterEach(cleanup);

interface Row {
  id: number;
  value: string | number | null;
}
const columns: readonly Column<Row>[] = [
  { key: 'value', header: 'Value', cell: ({ value }) => value, sortBy: ({ value }) => value },
  {
    key: 'id',
    header: 'Id',
    cell: ({ id }) => id,
    searchBy: ({ id }) => `Number ${id}`,
    filterBy: ({ id }) => (id % 2 === 0 ? 'even' : 'odd'),
  },
];
const rowsOf = (values: readonly Row['value'][]) => values.map((value, id): Row => ({ id, value }));

function shown(rows: readonly Row[], part: Partial<TableState>, isServed = false) {
  const view = { state: { ...initialTableState, ...part }, change: () => undefined };
  const { result, unmount } = renderHook(() => useDataTable(rows, columns, view, isServed));
  const found = result.current.rows;
  unmount();
  return found;
}
const sorted = (rows: readonly Row[], descending: boolean) =>
  shown(rows, { sorting: { key: 'value', descending } });
const valuesOf = (rows: readonly Row[]) => rows.map(({ value }) => value);

it('sorts as people read, and puts what is missing last either way', () => {
  const rows = rowsOf(['Field 10', null, 'field 2', 'Alpha']);
  expect(valuesOf(sorted(rows, false))).toEqual(['Alpha', 'field 2', 'Field 10', null]);
  expect(valuesOf(sorted(rows, true))).toEqual(['Field 10', 'field 2', 'Alpha', null]);
  expect(shown(rows, {})).toEqual(rows);
});

it('a column that does not sort, or is not there, leaves the rows as they came', () => {
  const rows = rowsOf([2, 1]);
  expect(shown(rows, { sorting: { key: 'id', descending: true } })).toEqual(rows);
  expect(shown(rows, { sorting: { key: 'gone', descending: true } })).toEqual(rows);
});

it('is stable, loses nothing, and is the other way round downwards', () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }), { maxLength: 12 });
  fc.assert(
    fc.property(values, (list) => {
      const rows = rowsOf(list);
      const up = sorted(rows, false);
      const down = sorted(rows, true);
      expect(up).toHaveLength(rows.length);
      const present = (some: readonly Row[]) => valuesOf(some).flatMap((value) => value ?? []) as number[];
      expect(present(up)).toEqual(present(rows).toSorted((a, b) => a - b));
      expect(present(down)).toEqual(present(up).toReversed());
      for (const value of [0, 1, 2, 3, null])
        for (const some of [up, down])
          expect(some.filter((one) => one.value === value)).toEqual(
            rows.filter((one) => one.value === value),
          );
    }),
  );
});

it('a press on a head goes upwards, downwards and back', () => {
  const rows = rowsOf([2, 3, 1]);
  const { result } = renderHook(() => useDataTable(rows, columns, useLocalTableView(), false));
  const press = () => act(() => void result.current.sort('value'));
  press();
  expect(result.current.sorting).toEqual({ key: 'value', descending: false });
  expect(valuesOf(result.current.rows)).toEqual([1, 2, 3]);
  press();
  expect(result.current.sorting).toEqual({ key: 'value', descending: true });
  expect(valuesOf(result.current.rows)).toEqual([3, 2, 1]);
  press();
  expect(result.current.sorting).toBeNull();
  expect(valuesOf(result.current.rows)).toEqual([2, 3, 1]);
});

it('searches and filters by what the columns say', () => {
  const rows = rowsOf(Array.from({ length: 30 }, (_, index) => index));
  expect(shown(rows, { search: ' number 2' }).map(({ id }) => id)).toEqual([
    2, 12, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  ]);
  expect(shown(rows, { search: '2  NUMBER', filters: { id: 'odd' } }).map(({ id }) => id)).toEqual([
    21, 23, 25, 27, 29,
  ]);
  expect(shown(rows, { filters: { value: '7', id: '' } })).toHaveLength(30);
});

it('leaves the pages of a server as they are', () => {
  const rows = rowsOf([2, 1]);
  const state = { sorting: { key: 'value', descending: false }, search: 'none', filters: { id: 'odd' } };
  expect(shown(rows, state, true)).toEqual(rows);
});
