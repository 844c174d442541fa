import { advisedAllClearMinutes, policyMinutesMax, shortTimerNote } from '@allclear/domain';
import { Button, NumberInput, type NumberInputProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './PolicyForm.module.css';
import type { FieldsProps } from './PolicyForm.tsx';
import { roundedThreshold } from './policy-fields.ts';
import { alertTypeShortName, limitText } from './policy-text.ts';

/**
 * The limits of the policy: threshold, all clear and reminders. An alert of the weather service has no
 * threshold.
 */
export function ThresholdFields({ fields, type, errorOf, onChange }: FieldsProps) {
  const noteId = useId();
  const isAlert = type.shortName === alertTypeShortName;
  const isLightning = type.categoryName === 'Lightning';
  const { allClearMinutes } = fields;
  const note =
    isLightning && allClearMinutes !== '' && allClearMinutes >= type.minAllClear
      ? shortTimerNote(allClearMinutes)
      : null;
  return (
    <div className={classes.numbers}>
      {!isAlert && (
        <NumberInput
          className={classes.wide}
          label="Threshold"
          required
          description={limitText(type)}
          rightSection={<span className={classes.unit}>{type.unit}</span>}
          rightSectionWidth={56}
          rightSectionPointerEvents="none"
          hideControls
          value={fields.threshold}
          min={type.minThreshold}
          max={type.limit}
          step={10 ** -type.precision}
          allowNegative={type.minThreshold < 0}
          clampBehavior="none"
          error={errorOf('Threshold')}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(value) => onChange({ threshold: numberOf(value) })}
          onBlur={() => onChange({ threshold: roundedThreshold(fields.threshold, type) })}
        />
      )}
      <MinutesField
        label="All-Clear Minutes"
        required
        description={isAlert ? 'After the alert has ended' : `At least ${type.minAllClear}`}
        aria-describedby={note ? noteId : undefined}
        value={allClearMinutes}
        min={type.minAllClear}
        error={errorOf('AllClearMinutes')}
        onMinutes={(minutes) => onChange({ allClearMinutes: minutes })}
      />
      <MinutesField
        label="Re-Alert Minutes"
        description={fields.reAlertMinutes === 0 ? '0: no reminders' : 'Between reminders; 0 for none'}
        value={fields.reAlertMinutes}
        min={0}
        error={errorOf('ReAlertMinutes')}
        onMinutes={(minutes) => onChange({ reAlertMinutes: minutes })}
      />
      {note && (
        <p id={noteId} className={classes.note}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>{note}</span>
          <Button variant="default" onClick={() => onChange({ allClearMinutes: advisedAllClearMinutes })}>
            Use {advisedAllClearMinutes} minutes
          </Button>
        </p>
      )}
    </div>
  );
}

/** Whole minutes; a number out of range is left as typed and refused by the check. */
function MinutesField({
  onMinutes,
  ...rest
}: NumberInputProps & { onMinutes: (minutes: number | '') => void }) {
  return (
    <NumberInput
      hideControls
      suffix=" min"
      max={policyMinutesMax}
      step={5}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      onChange={(value) => onMinutes(numberOf(value))}
      {...rest}
    />
  );
}

/** The value of a number field: empty while the text is not a number. */
function numberOf(value: number | string): number | '' {
  if (typeof value === 'number') return value;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : '';
}
