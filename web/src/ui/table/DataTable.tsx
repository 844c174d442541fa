import { NativeSelect, Pagination, Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, Fragment, type ReactNode, useId, useState } from 'react';
import { Delayed } from '../Delayed.tsx';
import classes from './DataTable.module.css';
import { TableTools } from './TableTools.tsx';
import { type PageSize, pageCount, pageSizes, rangeText } from './table-pages.ts';
import { type Sorting, type TableView, useLocalTableView } from './table-view.ts';
import { type Column, useDataTable } from './use-data-table.ts';

/** A page that the server made. */
export interface ServedPage {
  /** From 1. */
  readonly page: number;
  readonly pageSize: PageSize;
  readonly total: number;
  readonly onChange: (page: number, pageSize: PageSize) => void;
}

interface DataTableProps<Row> {
  /** Its name: 'Sent notices'. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Shown without any rows. */
  empty: ReactNode;
  /** Where the state of the table is stored; in the component itself unless given. */
  view?: TableView;
  /** Without it all rows are loaded, and the table divides them into pages. */
  served?: ServedPage;
  /** The sizes that its pages may have, when all rows are loaded. */
  sizes?: readonly PageSize[];
  /** The least height of a row in px, except on a phone. */
  rowHeight?: number;
  /** Whether the filters are behind a button, instead of in line. */
  hidesFilters?: boolean;
  /** The details of a row, and the label of the button that opens them. */
  details?: { readonly of: (row: Row) => ReactNode; readonly label: (row: Row, open: boolean) => string };
}

// On a phone CSS displays the rows as blocks, which removes the table semantics; roles restore them.
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'cell') => ({ role });

/**
 * A table with pages of 25, 50 or 100 rows (spec 1 section 2.13) or other sizes, and with search and filters by its columns.
 * On a phone each row is a block of named values.
 */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  view,
  served,
  sizes = pageSizes,
  rowHeight,
  hidesFilters = false,
  details,
}: DataTableProps<Row>) {
  const local = useLocalTableView();
  const { state, change } = view ?? local;
  const table = useDataTable(rows, columns, { state, change }, served !== undefined);
  if (rows !== undefined && rows.length === 0 && (served?.total ?? 0) === 0) return <>{empty}</>;

  const { pageSize } = served ?? state;
  const total = served?.total ?? table.rows.length;
  const page = Math.min((served ?? state).page, pageCount(total, pageSize));
  const turn = served?.onChange ?? ((page: number, pageSize: PageSize) => change({ page, pageSize }));
  const shown = served ? table.rows : table.rows.slice((page - 1) * pageSize, page * pageSize);
  return (
    <div className={classes.frame}>
      <TableTools
        caption={caption}
        fields={columns}
        rows={rows}
        state={state}
        hidesFilters={hidesFilters}
        onChange={change}
      />
      <table
        className={classes.table}
        data-row-height={rowHeight !== undefined || undefined}
        style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
        aria-busy={rows === undefined}
        {...as('table')}
      >
        <caption className="visually-hidden">{caption}</caption>
        <Widths columns={columns} />
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            {columns.map((column) => (
              <Head key={column.key} column={column} sorting={table.sorting} onSort={table.sort} />
            ))}
            {details && (
              <th scope="col" {...as('columnheader')}>
                <span className="visually-hidden">Details</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {rows === undefined ? (
            <LoadingRows columns={columns.length + (details ? 1 : 0)} />
          ) : (
            shown.map((row) => <Line key={rowKey(row)} row={row} columns={columns} details={details} />)
          )}
        </tbody>
      </table>
      {rows !== undefined && (
        <Pages
          caption={caption}
          page={page}
          pageSize={pageSize}
          total={total}
          sizes={sizes}
          choice={served !== undefined || total > Math.min(...sizes)}
          onChange={turn}
        />
      )}
    </div>
  );
}

function Widths<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  if (!columns.some(({ width }) => width)) return null;
  return (
    <colgroup>
      {columns.map(({ key, width }) => (
        <col key={key} style={{ width }} />
      ))}
    </colgroup>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  sorting: Sorting | null;
  onSort: (key: string) => void;
}

function Head<Row>({ column: { key, header, sortBy, align }, sorting, onSort }: HeadProps<Row>) {
  const order = sorting?.key === key ? (sorting.descending ? 'descending' : 'ascending') : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[order];
  return (
    <th scope="col" data-align={align} aria-sort={sortBy ? order : undefined} {...as('columnheader')}>
      {sortBy ? (
        <UnstyledButton className={classes.sort} onClick={() => onSort(key)}>
          {header}
          <Icon size={14} aria-hidden="true" />
        </UnstyledButton>
      ) : (
        header
      )}
    </th>
  );
}

function Line<Row>({
  row,
  columns,
  details,
}: Pick<DataTableProps<Row>, 'columns' | 'details'> & { row: Row }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Fragment>
      <tr {...as('row')} data-open={open || undefined}>
        {columns.map(({ key, header, cell, align, isBare }) => (
          <td key={key} data-align={align} data-bare={isBare || undefined} {...as('cell')}>
            <span className={classes.name} aria-hidden="true">
              {header}
            </span>
            <span className={classes.value}>{cell(row)}</span>
          </td>
        ))}
        {details && (
          <td className={classes.opener} {...as('cell')}>
            <UnstyledButton
              className={classes.open}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              aria-label={details.label(row, open)}
              onClick={() => setOpen(!open)}
            >
              <IconChevronDown size={18} aria-hidden="true" />
            </UnstyledButton>
          </td>
        )}
      </tr>
      {details && open && (
        <tr {...as('row')} className={classes.details}>
          <td id={id} colSpan={columns.length + 1} {...as('cell')}>
            {details.of(row)}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function LoadingRows({ columns }: { columns: number }) {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row} {...as('row')}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <td key={column} {...as('cell')}>
          <Delayed>
            <Skeleton height={18} />
          </Delayed>
        </td>
      ))}
    </tr>
  ));
}

/** `choice`: the page size can be selected; a short list without server pages needs no selection. */
function Pages({
  caption,
  page,
  pageSize,
  total,
  sizes,
  choice,
  onChange,
}: ServedPage & { caption: string; sizes: readonly PageSize[]; choice: boolean }) {
  const pages = pageCount(total, pageSize);
  return (
    <nav className={classes.pages} aria-label={`Pages of ${caption.toLowerCase()}`}>
      <span role="status">{rangeText(page, pageSize, total)}</span>
      {choice && (
        <NativeSelect
          aria-label="Rows on a page"
          size="md"
          data={sizes.map((size) => ({ value: String(size), label: `${size} a page` }))}
          value={String(pageSize)}
          onChange={(event) =>
            onChange(1, sizes.find((size) => String(size) === event.currentTarget.value) ?? pageSize)
          }
        />
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={(next) => onChange(next, pageSize)}
          size="lg"
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </nav>
  );
}
