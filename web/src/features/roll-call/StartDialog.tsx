import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { rollCallAddress } from '../../session/paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './RollCall.module.css';
import { useStartRollCall } from './use-roll-call.ts';

interface StartDialogProps {
  organizationLocationId: string;
  label: string;
  /** Whether people have to act at the place now: otherwise only a drill can be meant. */
  isHeld: boolean;
  onClose: () => void;
}

/** Starts a roll-call or a drill of a place. */
export default function StartDialog({ organizationLocationId, label, isHeld, onClose }: StartDialogProps) {
  const [isDrill, setDrill] = useState(!isHeld);
  const [sendNotice, setSendNotice] = useState(false);
  // The same press again, after an answer that was lost, is the same roll-call.
  const [key] = useState(randomUuid);
  const start = useStartRollCall(organizationLocationId);
  const navigate = useNavigate();
  const open = openRollCallOf(start.error);
  const go = (id: string) => {
    onClose();
    navigate(rollCallAddress(id));
  };
  return (
    <Dialog opened onClose={onClose} title={`Start a roll-call at ${label}`} size={520}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate({ key, isDrill, sendNotice }, { onSuccess: ({ id }) => go(id) });
        }}
      >
        <Radio.Group
          label="What is it?"
          value={isDrill ? 'drill' : 'real'}
          onChange={(value) => setDrill(value === 'drill')}
        >
          <div className={classes.choices}>
            <Radio
              value="real"
              size="md"
              className={classes.choice ?? ''}
              label="Roll-call"
              description="People have to be inside now. It can be started while the place is not clear."
            />
            <Radio
              value="drill"
              size="md"
              className={classes.choice ?? ''}
              label="Drill"
              description="For practice, at any time. It is marked as a drill everywhere and never counted as real."
            />
          </div>
        </Radio.Group>
        <Checkbox
          size="md"
          className={classes.choice ?? ''}
          label="Notify the people of this place"
          description={`Sends ${isDrill ? 'a notice that is marked as a drill' : 'a notice'}, with the open shelters and the link to check in.`}
          checked={sendNotice}
          onChange={({ currentTarget }) => setSendNotice(currentTarget.checked)}
        />
        <p className={classes.hint}>
          It changes nothing of the place: the answer at its top stays what it is.
        </p>
        {start.error && (
          <p role="alert" className={classes.failure}>
            Not started: {messageOf(start.error)}
          </p>
        )}
        <Group justify="flex-end" gap={8}>
          {open !== null && (
            <Button variant="default" size="md" onClick={() => go(open)}>
              Show the open one
            </Button>
          )}
          <Button variant="default" size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="md" loading={start.isPending}>
            {isDrill ? 'Start the drill' : 'Start roll-call'}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** The roll-call that is open already, where that is why none was started. */
function openRollCallOf(error: Error | null): string | null {
  return error instanceof ApiFailure ? (error.errors.OpenRollCall?.[0] ?? null) : null;
}
