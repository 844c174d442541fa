import type { Group } from '@allclear/contract';
import type { PlaceAnswerKind } from '@allclear/domain';
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { answerIcons } from '../../features/locations/answer/answer-icons.ts';
import classes from './PlaceTools.module.css';
import { countText, type StateCount } from './place-list.ts';
import type { PlacesChoice, PlacesView } from './places-address.ts';

interface PlaceToolsProps {
  choice: PlacesChoice;
  /** Of the places that the search and the group leave. */
  counts: readonly StateCount[];
  /** Empty for users who may not see groups. */
  groups: readonly Pick<Group, 'id' | 'name'>[];
  onChange: (part: Partial<PlacesChoice>) => void;
}

/** View, order, search and filters of the page. */
export function PlaceTools({ choice, counts, groups, onChange }: PlaceToolsProps) {
  const shown: StateCount[] = [
    ...counts,
    ...choice.states
      .filter((kind) => counts.every((count) => count.kind !== kind))
      .map((kind) => ({ kind, count: 0 })),
  ];
  const toggle = (kind: PlaceAnswerKind) => {
    const { states } = choice;
    onChange({
      states: states.includes(kind) ? states.filter((one) => one !== kind) : [...states, kind],
    });
  };
  return (
    <search className={classes.tools} aria-label="Places">
      <SearchField search={choice.search} onSearch={(search) => onChange({ search })} />
      <SegmentedControl
        className={classes.views}
        aria-label="View"
        value={choice.view}
        data={[
          { value: 'list', label: 'List' },
          { value: 'board', label: 'Board' },
          { value: 'map', label: 'Map' },
        ]}
        onChange={(view) => onChange({ view: view as PlacesView })}
      />
      <NativeSelect
        aria-label="Order"
        size="md"
        value={choice.sort}
        data={[
          { value: 'worst', label: 'Worst first' },
          { value: 'name', label: 'By name' },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ sort: value === 'name' ? 'name' : 'worst' })}
      />
      {groups.length > 0 && (
        <NativeSelect
          aria-label="Group"
          size="md"
          value={groups.some(({ id }) => id === choice.groupId) ? (choice.groupId ?? '') : ''}
          data={[
            { value: '', label: 'Group: all' },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ groupId: value || null })}
        />
      )}
      <fieldset className={classes.chips} aria-label="Filter by state">
        {shown.map((count) => {
          const Icon = answerIcons[count.kind];
          return (
            <button
              key={count.kind}
              type="button"
              className={classes.chip}
              data-state={count.kind}
              aria-pressed={choice.states.includes(count.kind)}
              onClick={() => toggle(count.kind)}
            >
              <Icon size={16} stroke={2} aria-hidden="true" />
              {countText(count)}
            </button>
          );
        })}
      </fieldset>
    </search>
  );
}

interface SearchFieldProps {
  search: string;
  onSearch: (search: string) => void;
}

/** The typed text is stored here while the field has the focus, because the address is updated with a delay. */
function SearchField({ search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      size="md"
      aria-label="Search places"
      aria-keyshortcuts="/"
      placeholder="Search ( / )"
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

/** Where '/' is text, or belongs to a dialog. */
const typing = 'textarea, [contenteditable], [role="dialog"], input:not([type="radio"], [type="checkbox"])';

/** '/' moves the focus to a field, unless text is being entered elsewhere or a dialog is open. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest(typing)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
