import type { Hardware, HardwareCommand } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { messageOf } from '../../api/failure.ts';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import classes from './Hardware.module.css';
import { momentAt } from './unit-text.ts';
import { useHardwareCommands } from './use-hardware.ts';

const states: Readonly<Record<HardwareCommand['state'], string>> = {
  queued: 'Waits',
  sending: 'Is being sent',
  confirmed: 'Confirmed by the device',
  sent: 'Sent, not confirmed',
  refused: 'Refused by the device',
  failed: 'Failed',
  dropped: 'Not sent',
  unknown: 'Outcome not known',
};
const bad: readonly string[] = ['refused', 'failed', 'dropped', 'unknown'];

/** The last commands to a unit: what, why, and what the device said. */
export function CommandsDialog({ unit, onClose }: { unit: Hardware; onClose: () => void }) {
  const { data: commands, error, isFetching, refetch } = useHardwareCommands(unit.id);
  return (
    <Dialog opened size="lg" title={`Commands of ${unit.name}`} onClose={onClose}>
      {error && (
        <p className={classes.problem} role="alert">
          {commands ? 'This may be old. ' : ''}
          {messageOf(error)}{' '}
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!commands && !error && (
        <Skeleton height={120} radius={8} role="status" aria-label="Loading commands" />
      )}
      {commands?.length === 0 && <p>No command was given to this unit yet.</p>}
      {commands && commands.length > 0 && (
        <ul className={classes.commands} aria-label="Commands">
          {commands.map((command) => (
            <Command key={command.id} command={command} timeZone={unit.timeZoneId} />
          ))}
        </ul>
      )}
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}

function Command({ command, timeZone }: { command: HardwareCommand; timeZone: string }) {
  const { text, cause, isTest, state, detail, atUtc } = command;
  return (
    <li>
      <strong>
        {text}
        {isTest && ' (test)'}
      </strong>
      <span>
        {momentAt(atUtc, timeZone)} · {cause}
      </span>
      <span className={bad.includes(state) ? classes.bad : ''}>
        {states[state]}
        {detail && `: ${detail}`}
      </span>
    </li>
  );
}
