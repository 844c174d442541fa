import { Button, Group } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from './Stream.module.css';

interface ContinueDialogProps {
  secondsLeft: number;
  onContinue: () => void;
  onStop: () => void;
}

/** After 3 minutes of viewing. A click beside it answers nothing: the time of all is used by nobody's accident. */
export function ContinueDialog({ secondsLeft, onContinue, onStop }: ContinueDialogProps) {
  return (
    <Dialog
      opened
      onClose={onStop}
      title="Still watching?"
      size={440}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={classes.question}>
        You have been viewing this camera for 3 minutes. Would you like to continue?
      </p>
      <p className={classes.countdown} role="timer">
        Disconnecting in <strong>{secondsLeft}</strong> {secondsLeft === 1 ? 'second' : 'seconds'}
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStop}>
          Stop
        </Button>
        <Button data-autofocus onClick={onContinue}>
          Continue
        </Button>
      </Group>
    </Dialog>
  );
}
