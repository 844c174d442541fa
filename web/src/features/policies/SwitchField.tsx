import { Switch } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import form from '../../forms/form.module.css';
import classes from './PolicyForm.module.css';

interface SwitchFieldProps {
  label: string;
  /** It is beside the label, not in it: the label alone is the accessible name. */
  description?: string | undefined;
  error?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  /** It cannot be changed; shown with a lock. */
  locked?: boolean;
  onChange?: (on: boolean) => void;
}

/** A switch with its description. */
export function SwitchField({
  label,
  description,
  error,
  checked,
  disabled = false,
  locked = false,
  onChange,
}: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={`${classes.switchField} ${locked ? classes.locked : ''}`}>
      <Switch
        className={form.switch}
        label={label}
        aria-describedby={description || error ? id : undefined}
        aria-invalid={error ? true : undefined}
        checked={checked}
        disabled={disabled || locked}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      {locked && <IconLock className={classes.lock} size={16} aria-hidden="true" />}
      {(error || description) && (
        <p id={id} className={error ? form.error : form.hint}>
          {error ?? description}
        </p>
      )}
    </div>
  );
}
