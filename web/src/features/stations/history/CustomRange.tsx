import { TextInput } from '@mantine/core';
import type { CustomDays } from './history-window.ts';
import classes from './StationHistory.module.css';

interface CustomRangeProps {
  days: CustomDays;
  /** The last day that may be chosen. */
  lastDay: string;
  problem: string | null;
  onChange: (days: CustomDays) => void;
}

/** The two days of a custom range, and why they do not apply. */
export function CustomRange({ days, lastDay, problem, onChange }: CustomRangeProps) {
  const field = (label: string, name: keyof CustomDays) => (
    <TextInput
      type="date"
      label={label}
      value={days[name]}
      max={lastDay}
      aria-invalid={problem !== null}
      onChange={(event) => onChange({ ...days, [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset
      className={classes.custom}
      {...(problem === null ? {} : { 'aria-describedby': 'custom-range-problem' })}
    >
      <legend className="visually-hidden">Custom range</legend>
      {field('Start date', 'start')}
      {field('End date', 'end')}
      {problem !== null && (
        <p id="custom-range-problem" className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
