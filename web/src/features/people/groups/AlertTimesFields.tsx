import { type AlertTime, overnightNote } from '@allclear/domain';
import { NativeSelect, Switch } from '@mantine/core';
import { useId } from 'react';
import form from '../../../forms/form.module.css';
import classes from './Groups.module.css';
import { allDayValue, dayNames, daySentence, endOptions, startOptions, withStart } from './group-fields.ts';

interface AlertTimesFieldsProps {
  /** Seven days from Sunday. */
  times: readonly AlertTime[];
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (times: AlertTime[]) => void;
}

/** The hours in which a group is notified: a row for each day, in steps of 30 minutes. */
export function AlertTimesFields({ times, errors, onChange }: AlertTimesFieldsProps) {
  const put = (changed: AlertTime) =>
    onChange(times.map((time) => (time.day === changed.day ? changed : time)));
  return (
    <fieldset className={form.group}>
      <legend>Alert times</legend>
      <p className={form.hint}>
        Outside these hours the group is not notified, also at night, unless a policy is life-safety.
      </p>
      <div>
        {times.map((time) => (
          <Day key={time.day} time={time} problem={daySentence(errors, time.day)} onChange={put} />
        ))}
      </div>
    </fieldset>
  );
}

interface DayProps {
  time: AlertTime;
  problem: string | null;
  onChange: (time: AlertTime) => void;
}

function Day({ time, problem, onChange }: DayProps) {
  const noteId = useId();
  const name = dayNames[time.day] ?? '';
  // A time does not break over two lines.
  const note = problem ?? overnightNote(time)?.replaceAll(/ (?=[AP]M)/g, '\u00a0') ?? null;
  return (
    <div className={classes.day}>
      <Switch
        label={name}
        checked={time.enabled}
        onChange={(event) => onChange({ ...time, enabled: event.currentTarget.checked })}
      />
      {time.enabled ? (
        <>
          <NativeSelect
            className={classes.time ?? ''}
            aria-label={`${name}, from`}
            aria-describedby={note ? noteId : undefined}
            aria-invalid={problem ? true : undefined}
            size="md"
            data={startOptions}
            value={time.allDay ? allDayValue : time.startTime}
            error={problem !== null}
            onChange={(event) => onChange(withStart(time, event.currentTarget.value))}
          />
          {!time.allDay && (
            <>
              <span aria-hidden="true">to</span>
              <NativeSelect
                className={classes.time ?? ''}
                aria-label={`${name}, to`}
                aria-describedby={note ? noteId : undefined}
                size="md"
                data={endOptions}
                value={time.endTime}
                error={problem !== null}
                onChange={(event) => onChange({ ...time, endTime: event.currentTarget.value })}
              />
            </>
          )}
        </>
      ) : (
        <span className={form.hint}>Not notified</span>
      )}
      {note && (
        <p id={noteId} className={problem ? form.error : form.hint} role={problem ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
