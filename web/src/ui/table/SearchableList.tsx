import type { ReactNode } from 'react';
import { TableTools } from './TableTools.tsx';
import { initialTableState, type TableView } from './table-view.ts';
import { type RowField, useDataTable } from './use-data-table.ts';

/** A list with at least this many entries has a search. */
export const searchableFrom = 13;

interface SearchableListProps<Row> {
  /** What the entries are, in the plural: 'Policies'. */
  caption: string;
  /** By what the entries are searched and filtered; the same array at every rendering. */
  fields: readonly RowField<Row>[];
  rows: readonly Row[];
  view: TableView;
  /** Shown when the search finds nothing. */
  none: ReactNode;
  children: (found: readonly Row[]) => ReactNode;
}

/** Entries that are not drawn as a table, with the search and the filters of a table once there are many. */
export function SearchableList<Row extends object>({
  caption,
  fields,
  rows,
  view,
  none,
  children,
}: SearchableListProps<Row>) {
  const isSearchable = rows.length >= searchableFrom;
  // An address can carry a search from a time when the list was longer.
  const state = isSearchable ? view.state : initialTableState;
  const found = useDataTable(rows, fields, { ...view, state }, false).rows;
  const items = caption.toLowerCase();
  return (
    <>
      {isSearchable && (
        <TableTools caption={caption} fields={fields} rows={rows} state={state} onChange={view.change}>
          <p role="status">
            {found.length === rows.length
              ? `${rows.length} ${items}`
              : `${found.length} of ${rows.length} ${items}`}
          </p>
        </TableTools>
      )}
      {found.length === 0 && rows.length > 0 && none}
      {children(found)}
    </>
  );
}
