import { weekdayNames } from '@allclear/domain';
import { Chip, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useId } from 'react';
import form from '../../forms/form.module.css';
import classes from './Reports.module.css';
import type { RecurringPeriod } from './report-fields.ts';
import type { PartProps } from './WeatherFields.tsx';

/** Which days and hours a report covers, and whether it is made again and again. */
export function TimeFields({ fields, errorOf, onChange }: PartProps) {
  return (
    <fieldset className={form.group}>
      <legend>Time</legend>
      <Switch
        className={form.switch}
        label="Recurring report"
        checked={fields.isRecurring}
        onChange={({ currentTarget }) => onChange({ isRecurring: currentTarget.checked })}
      />
      {fields.isRecurring ? (
        <RecurringFields fields={fields} errorOf={errorOf} onChange={onChange} />
      ) : (
        <div className={classes.two}>
          <TextInput
            type="date"
            size="md"
            label="Start date"
            required
            max={fields.endDate || undefined}
            value={fields.startDate}
            error={errorOf('StartDate')}
            onChange={({ currentTarget }) => onChange({ startDate: currentTarget.value })}
          />
          <TextInput
            type="date"
            size="md"
            label="End date"
            required
            min={fields.startDate || undefined}
            value={fields.endDate}
            error={errorOf('EndDate')}
            onChange={({ currentTarget }) => onChange({ endDate: currentTarget.value })}
          />
        </div>
      )}
      <div className={classes.two}>
        <TextInput
          type="time"
          size="md"
          label="From time of day (optional)"
          value={fields.startTime}
          error={errorOf('StartTimeOfDay')}
          onChange={({ currentTarget }) => onChange({ startTime: currentTarget.value })}
        />
        <TextInput
          type="time"
          size="md"
          label="To time of day (optional)"
          value={fields.endTime}
          error={errorOf('EndTimeOfDay')}
          onChange={({ currentTarget }) => onChange({ endTime: currentTarget.value })}
        />
      </div>
      <DaysField fields={fields} errorOf={errorOf} onChange={onChange} />
      <p className={form.hint}>
        Days and times are those of each place. An end before the start is on the next day.
      </p>
    </fieldset>
  );
}

function DaysField({ fields, errorOf, onChange }: PartProps) {
  const hintId = useId();
  const error = errorOf('DaysOfWeek');
  return (
    <Chip.Group
      multiple
      value={fields.days.map(String)}
      onChange={(days) => onChange({ days: days.map(Number).sort((a, b) => a - b) })}
    >
      <fieldset
        className={classes.days}
        aria-label="Days of the week"
        aria-describedby={hintId}
        data-invalid={error === undefined ? undefined : true}
      >
        {weekdayNames.map((day, index) => (
          <Chip key={day} value={String(index)} radius="sm" aria-label={day}>
            {day.slice(0, 3)}
          </Chip>
        ))}
      </fieldset>
      <p id={hintId} className={error ? form.error : form.hint}>
        {error ?? (fields.days.length === 0 ? 'Every day of the week' : 'Only these days of the week')}
      </p>
    </Chip.Group>
  );
}

const periods: readonly { value: RecurringPeriod; label: string; last: string }[] = [
  { value: 'MONTH', label: 'Every month', last: 'a month' },
  { value: 'WEEK', label: 'Every week', last: 'a week' },
  { value: 'DAY', label: 'Every day', last: 'a day' },
];
const daysOfMonth = Array.from({ length: 30 }, (_, index) => String(index + 1));

function RecurringFields({ fields, errorOf, onChange }: PartProps) {
  const period = periods.find(({ value }) => value === fields.recurringPeriod);
  return (
    <>
      <div className={classes.two}>
        <NativeSelect
          size="md"
          label="Made"
          data={[...periods]}
          value={fields.recurringPeriod}
          error={errorOf('recurringPeriod')}
          onChange={({ currentTarget }) => {
            const chosen = periods.find(({ value }) => value === currentTarget.value);
            if (chosen) onChange({ recurringPeriod: chosen.value });
          }}
        />
        {fields.recurringPeriod === 'MONTH' && (
          <NativeSelect
            size="md"
            label="Day of the month"
            data={daysOfMonth}
            value={String(fields.dayOfMonth)}
            error={errorOf('dayOfMonth')}
            onChange={({ currentTarget }) => onChange({ dayOfMonth: Number(currentTarget.value) })}
          />
        )}
        {fields.recurringPeriod === 'WEEK' && (
          <NativeSelect
            size="md"
            label="Weekday"
            data={weekdayNames.map((label, index) => ({ value: String(index), label }))}
            value={String(fields.weekday)}
            error={errorOf('weekday')}
            onChange={({ currentTarget }) => onChange({ weekday: Number(currentTarget.value) })}
          />
        )}
      </div>
      <p className={form.hint}>
        No dates are chosen: each report covers the period just ended, {period?.last}.
        {fields.recurringPeriod === 'MONTH' &&
          fields.dayOfMonth > 28 &&
          ' In a shorter month it is made on the last day.'}
      </p>
    </>
  );
}
