import { useState } from 'react';
import { type PageSize, pageSizes } from './table-pages.ts';

export interface Sorting {
  readonly key: string;
  readonly descending: boolean;
}

/** Which rows a table shows, and in which order. */
export interface TableState {
  /** From 1. */
  readonly page: number;
  readonly pageSize: PageSize;
  /** Null: the given order of the rows. */
  readonly sorting: Sorting | null;
  readonly search: string;
  /** The chosen value of each filtered column, by the column's key. */
  readonly filters: Readonly<Record<string, string>>;
}

/** The state of a table and its setter; pages store it in the address, dialogs in a component. */
export interface TableView {
  readonly state: TableState;
  change(part: Partial<TableState>): void;
}

export const initialTableState: TableState = {
  page: 1,
  pageSize: pageSizes[0],
  sorting: null,
  search: '',
  filters: {},
};

/** The state of a table that has no address, such as one in a dialog. */
export function useLocalTableView(): TableView {
  const [state, setState] = useState(initialTableState);
  return { state, change: (part) => setState((before) => ({ ...before, ...part })) };
}
