import type { AlertTime } from '@allclear/domain';
import { weekdayNames } from '@allclear/domain';
import { NativeSelect, Switch } from '@mantine/core';
import { useId } from 'react';
import form from '../form.module.css';
import classes from './AlertTimes.module.css';
import { allDayValue, type timeChoices, withStart } from './alert-times.ts';

interface AlertTimesFieldsProps {
  /** Seven days from Sunday. */
  times: readonly AlertTime[];
  hint: string;
  /** What is so on a day that is off. */
  offText: string;
  choices: ReturnType<typeof timeChoices>;
  problemOf: (time: AlertTime) => string | null;
  /** What is said of a day without a problem. */
  noteOf?: (time: AlertTime) => string | null;
  onChange: (times: AlertTime[]) => void;
}

/** The hours of each day in which something is on: a row for each day. */
export function AlertTimesFields(props: AlertTimesFieldsProps) {
  const { times, hint, offText, choices, problemOf, noteOf, onChange } = props;
  const put = (changed: AlertTime) =>
    onChange(times.map((time) => (time.day === changed.day ? changed : time)));
  return (
    <fieldset className={form.group}>
      <legend>Alert times</legend>
      <p className={form.hint}>{hint}</p>
      <div>
        {times.map((time) => (
          <Day
            key={time.day}
            {...{ time, offText, choices }}
            problem={problemOf(time)}
            note={noteOf?.(time) ?? null}
            onChange={put}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DayProps extends Pick<AlertTimesFieldsProps, 'offText' | 'choices'> {
  time: AlertTime;
  problem: string | null;
  note: string | null;
  onChange: (time: AlertTime) => void;
}

function Day({ time, offText, choices, problem, note, onChange }: DayProps) {
  const textId = useId();
  const name = weekdayNames[time.day] ?? '';
  const text = problem ?? note;
  return (
    <div className={classes.day}>
      <Switch
        className={form.switch}
        label={name}
        checked={time.enabled}
        onChange={(event) => onChange({ ...time, enabled: event.currentTarget.checked })}
      />
      {time.enabled ? (
        // The group has the description: a select loses it to that of its own error.
        <fieldset
          className={classes.hours}
          aria-label={`${name}, hours`}
          aria-describedby={text ? textId : undefined}
          data-invalid={problem !== null || undefined}
        >
          <NativeSelect
            className={classes.time ?? ''}
            aria-label={`${name}, from`}
            size="md"
            data={choices.starts}
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
                size="md"
                data={choices.ends}
                value={time.endTime}
                error={problem !== null}
                onChange={(event) => onChange({ ...time, endTime: event.currentTarget.value })}
              />
            </>
          )}
        </fieldset>
      ) : (
        <span className={form.hint}>{offText}</span>
      )}
      {text && (
        <p id={textId} className={problem ? form.error : form.hint} role={problem ? 'alert' : undefined}>
          {text}
        </p>
      )}
    </div>
  );
}
