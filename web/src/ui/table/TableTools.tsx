import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import type { TableState } from './table-view.ts';
import type { Column } from './use-data-table.ts';

interface TableToolsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  state: TableState;
  onChange: (part: Partial<TableState>) => void;
}

/** The search and the filters of a table; nothing where its columns have neither. */
export function TableTools<Row>({ caption, columns, rows, state, onChange }: TableToolsProps<Row>) {
  const canSearch = columns.some(({ searchBy }) => searchBy);
  const filtered = columns.filter(({ filterBy }) => filterBy);
  if (!canSearch && filtered.length === 0) return null;
  return (
    <search className={classes.tools} aria-label={caption}>
      {canSearch && (
        <TextInput
          type="search"
          aria-label={`Search ${caption.toLowerCase()}`}
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={state.search}
          onChange={(event) => onChange({ search: event.currentTarget.value, page: 1 })}
        />
      )}
      {filtered.map(({ key, header, filterBy }) => (
        <NativeSelect
          key={key}
          aria-label={`Filter by ${header.toLowerCase()}`}
          size="md"
          value={state.filters[key] ?? ''}
          data={[
            { value: '', label: `${header}: all` },
            ...valuesOf(rows ?? [], filterBy).map((value) => ({ value, label: value })),
          ]}
          onChange={(event) =>
            onChange({ filters: { ...state.filters, [key]: event.currentTarget.value }, page: 1 })
          }
        />
      ))}
    </search>
  );
}

/** The values that the rows have, in reading order. */
function valuesOf<Row>(rows: readonly Row[], filterBy: Column<Row>['filterBy']): string[] {
  const values = new Set(rows.map((row) => filterBy?.(row) ?? ''));
  return [...values].filter((value) => value !== '').toSorted(new Intl.Collator('en-US').compare);
}
