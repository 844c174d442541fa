import type { ScheduleDay } from '@allclear/contract';
import { weekdayNames } from '@allclear/domain';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { useId } from 'react';
import { allDayValue, withStart } from '../../../forms/alert-times/alert-times.ts';
import classes from './Settings.module.css';
import { choices, problemOf, sentenceFor, untilNote } from './schedule.ts';

interface ScheduleEditorProps {
  /** Seven days from Sunday. */
  schedule: readonly ScheduleDay[];
  disabled: boolean;
  /** The server's sentences by field label. */
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (schedule: ScheduleDay[]) => void;
}

/** The personal schedule: a row for each day, in steps of 15 minutes; a span may end on the next day. */
export function ScheduleEditor({ schedule, disabled, errors, onChange }: ScheduleEditorProps) {
  const put = (changed: ScheduleDay) =>
    onChange(schedule.map((day) => (day.day === changed.day ? changed : day)));
  const [sunday] = schedule;
  return (
    <fieldset className={classes.schedule} disabled={disabled}>
      <legend className="visually-hidden">Alert times</legend>
      {schedule.map((day) => (
        <Day key={day.day} day={day} refusal={sentenceFor(errors, day.day)} onChange={put} />
      ))}
      {sunday && (
        <Button
          variant="default"
          mt="xs"
          disabled={disabled}
          onClick={() => onChange(schedule.map(({ day }) => ({ ...sunday, day })))}
        >
          Every day like Sunday
        </Button>
      )}
    </fieldset>
  );
}

function Day({
  day,
  refusal,
  onChange,
}: {
  day: ScheduleDay;
  refusal: string | null;
  onChange: (day: ScheduleDay) => void;
}) {
  const noteId = useId();
  const name = weekdayNames[day.day - 1] ?? '';
  const wrongSpan = problemOf(day);
  const problem = wrongSpan ?? refusal;
  const note = problem ?? untilNote(day);
  // A plain `aria-describedby` is overwritten by that of the field's own error.
  const described = { input: { 'aria-describedby': noteId } };
  return (
    <div className={classes.day}>
      <Switch
        label={name}
        checked={day.enabled}
        onChange={(event) => onChange({ ...day, enabled: event.currentTarget.checked })}
      />
      {day.enabled ? (
        <>
          <NativeSelect
            aria-label={`${name}, from`}
            attributes={described}
            size="md"
            data={choices.starts}
            value={day.allDay ? allDayValue : day.startTime}
            error={problem !== null}
            onChange={(event) => onChange(withStart(day, event.currentTarget.value))}
          />
          {!day.allDay && (
            <>
              <span aria-hidden="true">to</span>
              <NativeSelect
                aria-label={`${name}, to`}
                attributes={described}
                size="md"
                data={choices.ends}
                value={day.endTime === '24:00:00' ? '00:00:00' : day.endTime}
                error={problem !== null}
                onChange={(event) => onChange({ ...day, endTime: event.currentTarget.value })}
              />
            </>
          )}
          <span
            id={noteId}
            className={classes.note}
            data-problem={problem !== null || undefined}
            role={wrongSpan ? 'alert' : undefined}
          >
            {note}
          </span>
        </>
      ) : (
        <span className={classes.note}>No notifications</span>
      )}
    </div>
  );
}
