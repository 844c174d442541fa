import { Button, NativeSelect, Popover, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './DataTable.module.css';
import type { TableState } from './table-view.ts';
import type { RowField } from './use-data-table.ts';

interface TableToolsProps<Row> {
  caption: string;
  fields: readonly RowField<Row>[];
  rows: readonly Row[] | undefined;
  state: TableState;
  /** Whether the filters are behind a button. */
  hidesFilters?: boolean;
  onChange: (part: Partial<TableState>) => void;
  /** Follows the filters. */
  children?: ReactNode;
}

/** The search and the filters of a table; nothing if its columns have neither. */
export function TableTools<Row>({
  caption,
  fields,
  rows,
  state,
  hidesFilters = false,
  onChange,
  children,
}: TableToolsProps<Row>) {
  const canSearch = fields.some(({ searchBy }) => searchBy);
  const filtered = fields.filter(({ filterBy }) => filterBy);
  if (!canSearch && filtered.length === 0) return null;
  const filters = { filtered, rows, state, onChange };
  return (
    <search className={classes.tools} aria-label={caption}>
      {canSearch && (
        <SearchField
          label={`Search ${caption.toLowerCase()}`}
          search={state.search}
          onSearch={(search) => onChange({ search, page: 1 })}
        />
      )}
      {hidesFilters && filtered.length > 0 ? (
        <FilterButton {...filters} caption={caption} />
      ) : (
        <Filters {...filters} />
      )}
      {children}
    </search>
  );
}

interface FiltersProps<Row> extends Pick<TableToolsProps<Row>, 'rows' | 'state' | 'onChange'> {
  filtered: readonly RowField<Row>[];
}

function Filters<Row>({ filtered, rows, state, onChange }: FiltersProps<Row>) {
  return filtered.map(({ key, header, filterBy }) => (
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
  ));
}

/** The filters behind a button that says how many are set. */
function FilterButton<Row>({ caption, ...filters }: FiltersProps<Row> & { caption: string }) {
  const set = filters.filtered.filter(({ key }) => (filters.state.filters[key] ?? '') !== '');
  return (
    <Popover position="bottom-start" width={280} trapFocus>
      <Popover.Target>
        <Button variant="default" size="md" leftSection={<IconFilter size={18} aria-hidden="true" />}>
          {set.length === 0 ? 'Filter' : `Filter (${set.length})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Filter ${caption.toLowerCase()}`}>
        <div className={classes.filters}>
          <Filters {...filters} />
          <Button
            variant="default"
            disabled={set.length === 0}
            onClick={() => filters.onChange({ filters: {}, page: 1 })}
          >
            Clear filters
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface SearchFieldProps {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}

/**
 * The typed text is stored here while the field has the focus, because the address is updated with a delay.
 */
function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder="Search"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed ?? search}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onSearch(value);
      }}
    />
  );
}

/** The distinct values of the rows, sorted. */
function valuesOf<Row>(rows: readonly Row[], filterBy: RowField<Row>['filterBy']): string[] {
  const values = new Set(rows.map((row) => filterBy?.(row) ?? ''));
  return [...values].filter((value) => value !== '').toSorted(new Intl.Collator('en-US').compare);
}
