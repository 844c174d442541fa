import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  functionalUpdate,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import type { TableView } from './table-view.ts';

/** By what rows are sorted, searched and filtered. */
export interface RowField<Row> {
  readonly key: string;
  readonly header: string;
  /** Makes the column sortable; null is last. Not for pages of the server. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Makes the rows searchable: a search finds rows whose text has every word of it. */
  readonly searchBy?: (row: Row) => string;
  /** Makes the rows filterable by this value. */
  readonly filterBy?: (row: Row) => string;
}

export interface Column<Row> extends RowField<Row> {
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. */
  readonly align?: 'end';
  /** Its share of the table ('30%'), except on a phone; by its content unless given. */
  readonly width?: string;
  /** Buttons: on a phone they stand without a name, and take no room where there are none. */
  readonly isBare?: boolean;
}

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});

const readingOrder = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Natural order of texts: 'Field 2' before 'Field 10'. */
function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : readingOrder.compare(String(a), String(b));
}

const none: readonly never[] = [];

const wordsOf = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);

/** The rows of the state, sorted, searched and filtered. `isServed`: the server has done so already. */
export function useDataTable<Row extends object>(
  rows: readonly Row[] | undefined,
  columns: readonly RowField<Row>[],
  { state, change }: TableView,
  isServed: boolean,
) {
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const searchText = useMemo(() => new Map(columns.map(({ key, searchBy }) => [key, searchBy])), [columns]);
  const sorting = columns.some(({ key, sortBy }) => key === state.sorting?.key && sortBy)
    ? state.sorting
    : null;
  const includesWords: FilterFn<typeof features, Row> = (row, columnId, search: string) => {
    const text = searchText.get(columnId)?.(row.original).toLowerCase();
    return text !== undefined && wordsOf(search).every((word) => text.includes(word));
  };
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? none,
    manualSorting: isServed,
    manualFiltering: isServed,
    enableMultiSort: false,
    getColumnCanGlobalFilter: ({ id }) => searchText.get(id) !== undefined,
    globalFilterFn: includesWords,
    state: {
      sorting: sorting ? [{ id: sorting.key, desc: sorting.descending }] : [],
      globalFilter: state.search.trim(),
      columnFilters: Object.entries(state.filters)
        .filter(([key, value]) => value !== '' && columns.some((one) => one.key === key && one.filterBy))
        .map(([id, value]) => ({ id, value })),
    },
    onSortingChange: (updater) => {
      const before = sorting ? [{ id: sorting.key, desc: sorting.descending }] : [];
      const [next] = functionalUpdate(updater, before);
      change({ sorting: next ? { key: next.id, descending: next.desc } : null });
    },
  });
  return {
    rows: table.getRowModel().rows.map(({ original }) => original),
    sorting,
    /** A press on a column's header: ascending, descending, then the given order. */
    sort: (key: string) => table.getColumn(key)?.toggleSorting(),
  };
}

function definitionOf<Row extends object>({
  key,
  sortBy,
  filterBy,
}: RowField<Row>): ColumnDef<typeof features, Row> {
  return {
    id: key,
    // Missing values are last in both directions: the library does so for undefined.
    accessorFn: (row) => sortBy?.(row) ?? undefined,
    enableSorting: sortBy !== undefined,
    sortFn: (one, other, id) => compare(one.getValue(id), other.getValue(id)),
    sortUndefined: 'last',
    sortDescFirst: false,
    filterFn: (row, _, wanted: string) => filterBy?.(row.original) === wanted,
  };
}
