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
  return (
    <div className={classes.stepper}>
      <ActionIcon
        variant="default"
        size={56}
        aria-label={`One less: ${label}`}
        disabled={value === null || value <= min}
        onClick={() => step(-1)}
      >
        <IconMinus size={26} aria-hidden="true" />
      </ActionIcon>
      <NumberInput
        label={label}
        {...(description === undefined ? {} : { description })}
        size="lg"
        classNames={{ input: classes.stepperInput ?? '' }}
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
      <ActionIcon
        variant="default"
        size={56}
        aria-label={`One more: ${label}`}
        disabled={value !== null && value >= max}
        onClick={() => step(1)}
      >
        <IconPlus size={26} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
