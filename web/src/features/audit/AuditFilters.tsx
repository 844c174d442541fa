import { Button, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import classes from './Audit.module.css';
import { type AuditFilter, noFilter } from './audit-filter.ts';
import { subjectChoices } from './audit-text.ts';
import { usePeople } from './use-audit.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** The name of the record whose history is shown; null where it is unknown. */
  recordName: string | null;
  onChange: (part: Partial<AuditFilter>) => void;
}

/** Which entries are shown: time, person, subject; or the history of one record. */
export function AuditFilters({ filter, recordName, onChange }: AuditFiltersProps) {
  const people = usePeople();
  const choices = useMemo(() => personChoices(people.data ?? [], filter.by), [people.data, filter.by]);
  const subjects = useMemo(subjectChoices, []);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <search className={classes.filters} aria-label="Entries">
      <TextInput
        label="From"
        type="date"
        value={filter.from}
        max={filter.to || undefined}
        onChange={({ currentTarget: { value } }) => onChange({ from: value })}
      />
      <TextInput
        label="Through"
        type="date"
        value={filter.to}
        min={filter.from || undefined}
        onChange={({ currentTarget: { value } }) => onChange({ to: value })}
      />
      <Select
        label="Person"
        placeholder="Everybody"
        data={choices}
        value={filter.by || null}
        searchable
        clearable
        limit={50}
        nothingFoundMessage="Nobody is called so"
        onChange={(by) => onChange({ by: by ?? '' })}
      />
      <Select
        label="Subject"
        placeholder="All subjects"
        data={subjects}
        value={filter.subject || null}
        searchable
        clearable
        nothingFoundMessage="No such subject"
        onChange={(subject) => onChange({ subject: subject ?? '' })}
      />
      {filter.record !== '' && (
        <p className={classes.recordFilter}>
          The history of <strong>{recordName ?? 'one record'}</strong>{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => onChange({ record: '' })}>
            Show all records
          </Button>
        </p>
      )}
      {isFiltered && (
        <Button variant="default" onClick={() => onChange(noFilter)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Somebody who is filtered by and is no longer in the list keeps a choice. */
function personChoices(people: readonly { id: string; fullName: string }[], by: string) {
  const choices = people.map(({ id, fullName }) => ({ value: id, label: fullName || 'Unnamed' }));
  if (by !== '' && !choices.some(({ value }) => value === by))
    choices.push({ value: by, label: 'Somebody who is not in the list' });
  return choices;
}
