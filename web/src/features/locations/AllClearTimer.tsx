import { allClearMinutesRange, shortTimerNote } from '@allclear/domain';
import { SegmentedControl } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import form from '../../forms/form.module.css';
import classes from './LocationForm.module.css';

const { min, max, step } = allClearMinutesRange;
const choices = Array.from({ length: (max - min) / step + 1 }, (_, i) => String(min + i * step));

interface AllClearTimerProps {
  minutes: number;
  /** Set by a policy of the organization, which may be any number of minutes. */
  locked: boolean;
  error: string | undefined;
  onChange: (minutes: number) => void;
}

/**
 * The quiet time before an all clear, 10 to 60 minutes in steps of 10; a time shorter than advised shows a
 * note.
 */
export function AllClearTimer({ minutes, locked, error, onChange }: AllClearTimerProps) {
  const id = useId();
  const note = shortTimerNote(minutes);
  return (
    <fieldset className={form.group} aria-describedby={id} data-invalid={error !== undefined}>
      <legend>All-Clear Timer</legend>
      {locked ? (
        <p className={classes.lockedTimer}>
          <IconLock size={18} aria-hidden="true" />
          <strong>{minutes} minutes</strong> set by your organization's policy
        </p>
      ) : (
        <SegmentedControl
          fullWidth
          size="md"
          aria-label="All-clear timer in minutes"
          data={choices}
          value={String(minutes)}
          onChange={(value) => onChange(Number(value))}
        />
      )}
      <p id={id} className={error ? form.error : note ? form.warning : form.hint}>
        {error ?? note ?? `All clear after ${minutes} minutes without lightning in a zone.`}
      </p>
    </fieldset>
  );
}
