import type { RollCall } from '@allclear/contract';
import { Radio } from '@mantine/core';
import classes from './RollCall.module.css';

type Shelter = RollCall['shelters'][number];

interface ShelterChoiceProps {
  label: string;
  shelters: readonly Shelter[];
  value: string | null;
  error?: string | undefined;
  onChange: (id: string) => void;
}

/** Open shelters first, then by their order. Those that were removed from the place are left out. */
export function choosableShelters(shelters: readonly Shelter[]): Shelter[] {
  const left = shelters.filter(({ isRemoved }) => !isRemoved);
  return [...left.filter(({ isOpen }) => isOpen), ...left.filter(({ isOpen }) => !isOpen)];
}

/** Which shelter, each as a line for a thumb. */
export function ShelterChoice({ label, shelters, value, error, onChange }: ShelterChoiceProps) {
  if (shelters.length === 0)
    return (
      <p className={classes.hint}>
        This place has no shelters yet. An admin adds them on its page of shelters.
      </p>
    );
  return (
    <Radio.Group label={label} value={value} error={error} onChange={onChange}>
      <div className={classes.choices}>
        {shelters.map(({ id, name, isOpen, minutesToReach }) => (
          <Radio
            key={id}
            value={id}
            className={classes.choice ?? ''}
            size="md"
            label={name}
            description={`${isOpen ? 'Open' : 'Closed now'} · ${minutesToReach} min on foot`}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
