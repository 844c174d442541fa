import {
  type PracticeTime,
  practiceExceptionsMax,
  practiceNameMaxLength,
  practiceTimeText,
  weekdayNames,
} from '@allclear/domain';
import { ActionIcon, Button, Chip, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './PracticeTimes.module.css';

interface PracticeTimeFieldsProps {
  time: PracticeTime;
  /** Counted from 1. */
  number: number;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<PracticeTime>) => void;
  onRemove: () => void;
}

/** The fields of one practice time. */
export function PracticeTimeFields({ time, number, errorOf, onChange, onRemove }: PracticeTimeFieldsProps) {
  const name = time.name.trim() || `practice time ${number}`;
  return (
    <fieldset className={classes.time}>
      <legend className="visually-hidden">{name}</legend>
      <div className={classes.first}>
        <TextInput
          label="Name"
          placeholder="Football"
          required
          size="md"
          maxLength={practiceNameMaxLength}
          value={time.name}
          error={errorOf('Name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <ActionIcon variant="default" size={42} aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      <Weekdays time={time} error={errorOf('Weekdays')} onChange={onChange} />
      <div className={classes.two}>
        <TextInput
          label="From"
          type="time"
          size="md"
          value={time.startsAt}
          error={errorOf('StartsAt')}
          onChange={(event) => onChange({ startsAt: event.currentTarget.value })}
        />
        <TextInput
          label="To"
          type="time"
          size="md"
          value={time.endsAt}
          error={errorOf('EndsAt')}
          onChange={(event) => onChange({ endsAt: event.currentTarget.value })}
        />
      </div>
      <div className={classes.dates}>
        <TextInput
          label="First day (optional)"
          type="date"
          size="md"
          value={time.validFrom ?? ''}
          error={errorOf('ValidFrom')}
          onChange={(event) => onChange({ validFrom: event.currentTarget.value || null })}
        />
        <TextInput
          label="Last day (optional)"
          type="date"
          size="md"
          value={time.validUntil ?? ''}
          error={errorOf('ValidUntil')}
          onChange={(event) => onChange({ validUntil: event.currentTarget.value || null })}
        />
      </div>
      <DaysOff time={time} name={name} error={errorOf('Exceptions')} onChange={onChange} />
      <p className={classes.hint}>{practiceTimeText(time)}</p>
    </fieldset>
  );
}

type PartProps = Pick<PracticeTimeFieldsProps, 'time' | 'onChange'> & { error: string | undefined };

function Weekdays({ time, error, onChange }: PartProps) {
  const errorId = useId();
  return (
    <div>
      <Chip.Group
        multiple
        value={time.weekdays.map(String)}
        onChange={(days) => onChange({ weekdays: days.map(Number).sort((a, b) => a - b) })}
      >
        <fieldset
          className={classes.days}
          aria-label="Days of the week"
          aria-describedby={error && errorId}
          data-invalid={error !== undefined}
        >
          {weekdayNames.map((day, index) => (
            <Chip key={day} value={String(index)} radius="sm" aria-label={day}>
              {day.slice(0, 3)}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      {error && (
        <p id={errorId} className={classes.problem}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Dates without this practice. */
function DaysOff({ time, name, error, onChange }: PartProps & { name: string }) {
  const [date, setDate] = useState('');
  const { exceptions } = time;
  const canAdd = date !== '' && !exceptions.includes(date) && exceptions.length < practiceExceptionsMax;
  return (
    <div className={classes.off}>
      {exceptions.map((day) => (
        <span key={day} className={classes.day}>
          {dateText(day)}
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label={`${name} takes place on ${dateText(day)}`}
            onClick={() => onChange({ exceptions: exceptions.filter((one) => one !== day) })}
          >
            <IconX size={14} />
          </ActionIcon>
        </span>
      ))}
      <div className={classes.addDay}>
        <TextInput
          label="Day off"
          type="date"
          size="md"
          value={date}
          error={error}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={16} />}
          disabled={!canAdd}
          onClick={() => {
            onChange({ exceptions: [...exceptions, date].sort() });
            setDate('');
          }}
        >
          Add day off
        </Button>
      </div>
    </div>
  );
}

/** 'Mon, Sep 7, 2026'; a date is the same in every zone. */
function dateText(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
}
