import { Button, Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import form from '../../forms/form.module.css';
import classes from './Reports.module.css';
import type { ChoiceQuery } from './use-report-choices.ts';

interface ChoiceListProps {
  legend: string;
  /** What is chosen, in the plural: 'stations'. */
  noun: string;
  query: ChoiceQuery;
  value: readonly string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
}

/** From this many on a list can be searched. */
const searchFrom = 9;
/** More are found by the search: a thousand checkboxes would take a second to draw. */
const shownMax = 100;

/** Any number of choices from a list. */
export function ChoiceList({ legend, noun, query, value, error, onChange }: ChoiceListProps) {
  const [search, setSearch] = useState('');
  const errorId = useId();
  const items = query.items ?? [];
  const chosen = items.filter((item) => value.includes(item.value));
  const words = search.trim().toLowerCase();
  const found = items.filter(({ label }) => label.toLowerCase().includes(words));
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <fieldset
      className={form.group}
      aria-describedby={error && errorId}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend>{legend}</legend>
      {!query.items && <Unavailable noun={noun} query={query} />}
      {query.items?.length === 0 && <p className={form.hint}>Your organization has no {noun}.</p>}
      {items.length > 0 && (
        <>
          {items.length >= searchFrom && (
            <TextInput
              type="search"
              size="md"
              aria-label={`Search ${noun}`}
              placeholder="Search"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <Checkbox
            className={classes.check ?? ''}
            label={`Select All ${noun} (${chosen.length} of ${items.length})`}
            checked={chosen.length === items.length}
            indeterminate={chosen.length > 0 && chosen.length < items.length}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? items.map((item) => item.value) : [])
            }
          />
          <div className={classes.list}>
            {found.slice(0, shownMax).map((item) => (
              <Checkbox
                key={item.value}
                className={classes.check ?? ''}
                label={item.label}
                checked={value.includes(item.value)}
                onChange={() => toggle(item.value)}
              />
            ))}
          </div>
          {found.length === 0 && <p className={form.hint}>Nothing is called so.</p>}
          {found.length > shownMax && (
            <p className={form.hint}>{found.length - shownMax} more: search for them.</p>
          )}
        </>
      )}
      {error && (
        <p id={errorId} className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A list that is not there yet, or could not be loaded. */
export function Unavailable({ noun, query }: { noun: string; query: ChoiceQuery }) {
  if (!query.error)
    return (
      <p className={form.hint} role="status">
        Loading {noun}…
      </p>
    );
  return (
    <p className={form.error} role="alert">
      The {noun} could not be loaded.{' '}
      <Button size="compact-sm" variant="default" onClick={() => query.retry()}>
        Try again
      </Button>
    </p>
  );
}
