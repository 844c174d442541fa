import type { WorkRestProfile } from '@allclear/contract';
import { Checkbox, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Choice } from './heat-view.ts';
import classes from './WorkRestCard.module.css';

interface HeatChoicesProps {
  profile: WorkRestProfile;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** The kind of work, and additions to the heat; nothing is shown if the profile has only one answer. */
export function HeatChoices({ profile, choice, onChange }: HeatChoicesProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { intensities, modifiers } = profile;
  const worn = modifiers.filter((modifier) => choice.modifierIds.includes(modifier.id));
  if (intensities.length < 2 && modifiers.length === 0) return null;
  return (
    <div className={classes.choices}>
      {intensities.length > 1 && (
        <NativeSelect
          label="Kind of work"
          size="md"
          value={choice.intensityId}
          onChange={(event) => onChange({ ...choice, intensityId: event.currentTarget.value })}
          data={intensities.map((intensity) => ({ value: intensity.id, label: intensity.name }))}
        />
      )}
      {modifiers.length > 0 && (
        <>
          <UnstyledButton
            className={classes.worn}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <span>
              Clothing and circumstances:{' '}
              <strong>{worn.length === 0 ? 'none' : worn.map(({ name }) => name).join('; ')}</strong>
            </span>
            <IconChevronDown className={classes.chevron} size={16} aria-hidden="true" />
          </UnstyledButton>
          {open && (
            <div id={id} className={classes.modifiers}>
              {modifiers.map((modifier) => (
                <Checkbox
                  key={modifier.id}
                  label={`${modifier.name} (${modifier.adjustment > 0 ? '+' : ''}${modifier.adjustment} °F)`}
                  checked={choice.modifierIds.includes(modifier.id)}
                  onChange={(event) =>
                    onChange({
                      ...choice,
                      modifierIds: event.currentTarget.checked
                        ? [...choice.modifierIds, modifier.id]
                        : choice.modifierIds.filter((one) => one !== modifier.id),
                    })
                  }
                />
              ))}
            </div>
          )}
        </>
      )}
    </div>
  );
}
