import { maxFlashToBangSeconds } from '@allclear/domain';
import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Thunder.module.css';

interface ThunderQuestionProps {
  placeName: string;
  /** Null where nobody counted. */
  onConfirm: (flashToBangSeconds: number | null) => void;
  onCancel: () => void;
}

/** Asks a mouse or a keyboard, which do not hold, before thunder is reported. */
export function ThunderQuestion({ placeName, onConfirm, onCancel }: ThunderQuestionProps) {
  const [seconds, setSeconds] = useState<string | number>('');
  const isCounted = seconds !== '';
  const isWrong = isCounted && !(Number(seconds) >= 0 && Number(seconds) <= maxFlashToBangSeconds);
  return (
    <Dialog opened title="Report thunder?" size="sm" onClose={onCancel}>
      <form
        className={classes.question}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) onConfirm(isCounted ? Number(seconds) : null);
        }}
      >
        <p>
          You hear thunder now at <strong>{placeName}</strong>. Everybody there is told to stay inside for the
          full time.
        </p>
        <NumberInput
          label="Seconds from flash to bang"
          description="If you counted; 5 seconds are a mile. Empty: I didn’t count."
          min={0}
          max={maxFlashToBangSeconds}
          clampBehavior="none"
          allowNegative={false}
          value={seconds}
          error={isWrong ? `Enter 0 to ${maxFlashToBangSeconds} seconds` : undefined}
          onChange={setSeconds}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="var(--danger)" c="var(--on-danger)" data-autofocus>
            Report thunder
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
