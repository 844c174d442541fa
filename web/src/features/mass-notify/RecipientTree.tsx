import { Checkbox, TextInput } from '@mantine/core';
import { IconCheck, IconChevronRight, IconMinus, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import form from '../../forms/form.module.css';
import classes from './RecipientTree.module.css';
import {
  chosenOf,
  foundIn,
  type PersonGroup,
  rowsOf,
  type TreeRow,
  toggled,
  windowOf,
} from './recipient-tree.ts';

interface RecipientTreeProps {
  groups: readonly PersonGroup[];
  recipients: readonly string[];
  error: string | undefined;
  onChange: (recipients: string[]) => void;
}

/** The height of a line, as in the style sheet. */
const rowPx = 44;
const heightPx = 308;

/**
 * The people by group, as a tree with checkboxes. Groups are closed at first, and of thousands of lines only those
 * in view are drawn: the tree keeps the focus and names its active line.
 */
export function RecipientTree({ groups, recipients, error, onChange }: RecipientTreeProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isSearching = search.trim() !== '';
  const found = useMemo(() => foundIn(groups, search), [groups, search]);
  const rows = useMemo(
    () => rowsOf(found, (group) => isSearching || opened.has(group)),
    [found, isSearching, opened],
  );
  const chosen = useMemo(() => new Set(recipients), [recipients]);
  const everybody = useMemo(() => found.flatMap(({ people }) => people), [found]);
  const count = chosenOf(everybody, chosen);
  const setOpen = (group: string, isOpen: boolean) =>
    setOpened((before) => {
      const after = new Set(before);
      if (isOpen) after.add(group);
      else after.delete(group);
      return after;
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: its fields are no fields of one value
    <div
      className={form.group}
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={error && `${id}-error`}
      data-invalid={error === undefined ? undefined : true}
    >
      <h3 id={`${id}-name`} className={classes.name}>
        Recipients
      </h3>
      <TextInput
        type="search"
        size="md"
        aria-label="Search recipients"
        placeholder="Search people and groups"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {everybody.length > 0 && (
        <Checkbox
          className={classes.all ?? ''}
          label={`${isSearching ? 'Select all found' : 'Select everybody'} (${count} of ${everybody.length})`}
          checked={count === everybody.length}
          indeterminate={count > 0 && count < everybody.length}
          onChange={() => onChange(toggled(recipients, everybody))}
        />
      )}
      {rows.length > 0 ? (
        <Tree
          id={id}
          rows={rows}
          chosen={chosen}
          onToggle={(row) =>
            onChange(toggled(recipients, row.kind === 'group' ? row.group.people : [row.person]))
          }
          onOpen={isSearching ? () => undefined : setOpen}
        />
      ) : (
        <p className={form.hint} role="status">
          {isSearching ? 'Nobody is called so.' : 'There is nobody to choose.'}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={form.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TreeProps {
  id: string;
  rows: readonly TreeRow[];
  chosen: ReadonlySet<string>;
  onToggle: (row: TreeRow) => void;
  onOpen: (group: string, isOpen: boolean) => void;
}

function Tree({ id, rows, chosen, onToggle, onOpen }: TreeProps) {
  const element = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, rows.length - 1);
  const { first, end } = windowOf(rows.length, { topPx, heightPx, rowPx });
  // The active line is always drawn, because the tree names it.
  const drawn = new Set([active, ...Array.from({ length: end - first }, (_, index) => first + index)]);
  const idOf = (row: TreeRow) => `${id}-${row.key}`;

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    const tree = element.current;
    if (!tree) return;
    const top = Math.min(tree.scrollTop, next * rowPx);
    tree.scrollTop = Math.max(top, (next + 1) * rowPx - heightPx);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const move = moveOf(event.key, rows, active);
    if (move === null) return;
    event.preventDefault();
    if (move === 'toggle') onToggle(row);
    else if (typeof move === 'number') moveTo(move);
    else if (row.kind === 'group') onOpen(row.group.id, move === 'open');
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = Number(target?.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN);
    const row = rows[index];
    if (!row) return;
    setActive(index);
    if (row.kind === 'group' && target?.closest('[data-opener]')) onOpen(row.group.id, !row.isOpen);
    else onToggle(row);
  };
  const activeRow = rows[active];
  return (
    <div
      ref={element}
      className={classes.tree}
      style={{ maxHeight: heightPx }}
      role="tree"
      tabIndex={0}
      aria-label="People by group"
      aria-multiselectable="true"
      aria-activedescendant={activeRow && idOf(activeRow)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={({ currentTarget }) => setTopPx(currentTarget.scrollTop)}
    >
      <div role="none" className={classes.rows} style={{ height: rows.length * rowPx }}>
        {[...drawn]
          .toSorted((a, b) => a - b)
          .map((index) => {
            const row = rows[index];
            return (
              row && (
                <Line
                  key={row.key}
                  id={idOf(row)}
                  row={row}
                  index={index}
                  isActive={index === active}
                  chosen={chosen}
                />
              )
            );
          })}
      </div>
    </div>
  );
}

/** What a key does: the line to go to, or what is done with the active one; null for other keys. */
function moveOf(
  key: string,
  rows: readonly TreeRow[],
  active: number,
): number | 'toggle' | 'open' | 'close' | null {
  const row = rows[active];
  const page = Math.floor(heightPx / rowPx);
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row?.kind !== 'group' ? active : row.isOpen ? active + 1 : 'open';
    case 'ArrowLeft':
      return row?.kind === 'person' ? row.parent : 'close';
    case ' ':
    case 'Enter':
      return 'toggle';
    default:
      return null;
  }
}

interface LineProps {
  id: string;
  row: TreeRow;
  index: number;
  isActive: boolean;
  chosen: ReadonlySet<string>;
}

function Line({ id, row, index, isActive, chosen }: LineProps) {
  const people = row.kind === 'group' ? row.group.people : [row.person];
  const count = chosenOf(people, chosen);
  const checked = count === 0 ? 'false' : count === people.length ? 'true' : 'mixed';
  return (
    <div
      id={id}
      className={classes.row}
      style={{ top: index * rowPx }}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.kind === 'group' ? 1 : 2}
      aria-posinset={row.position}
      aria-setsize={row.count}
      aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
      aria-checked={checked}
      data-index={index}
      data-kind={row.kind}
      data-active={isActive || undefined}
    >
      {row.kind === 'group' && (
        <span className={classes.opener} data-opener aria-hidden="true">
          <IconChevronRight size={18} />
        </span>
      )}
      <span className={classes.box} data-checked={checked} aria-hidden="true">
        {checked === 'true' && <IconCheck size={14} stroke={3} />}
        {checked === 'mixed' && <IconMinus size={14} stroke={3} />}
      </span>
      {row.kind === 'group' ? (
        <>
          <span className={classes.label}>{row.group.name}</span>{' '}
          <span className={classes.note}>
            {count} of {people.length}
          </span>
        </>
      ) : (
        <>
          <span className={classes.label}>{row.person.fullName}</span>{' '}
          {row.person.notificationOnly && <span className={classes.note}>Notification only</span>}
        </>
      )}
    </div>
  );
}
