import { ActionIcon, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import classes from './RollCall.module.css';

interface PeopleStepperProps {
  label: string;
  description?: string | undefined;
  /** Null: nothing is entered. */
  value: number | null;
  min: number;
  max: number;
  error?: string | undefined;
  onChange: (value: number | null) => void;
}

/** A number of people, by thumbs or typed. */
export function PeopleStepper({ label, description, value, min, max, error, onChange }: PeopleStepperProps) {
  const step = (by: number) => onChange(Math.min(max, Math.max(min, (value ?? (by > 0 ? 0 : min)) + by)));
  const button = (by: 1 | -1, isOff: boolean) => (
    <ActionIcon
      variant="default"
      size={56}
      aria-label={`${by > 0 ? 'One more' : 'One less'}: ${label}`}
      disabled={isOff}
      onClick={() => step(by)}
    >
      {by > 0 ? <IconPlus size={26} aria-hidden="true" /> : <IconMinus size={26} aria-hidden="true" />}
    </ActionIcon>
  );
  return (
    <NumberInput
      label={label}
      {...(description === undefined ? {} : { description })}
      size="lg"
      classNames={{ input: classes.stepperInput ?? '' }}
      inputContainer={(input) => (
        <div className={classes.stepper}>
          {button(-1, value === null || value <= min)}
          {input}
          {button(1, value !== null && value >= max)}
        </div>
      )}
      inputMode="numeric"
      min={min}
      max={max}
      clampBehavior="blur"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={value ?? ''}
      error={error}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  );
}
