import { Button, CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { problemText } from '../../api/send-problem.ts';
import { useServices } from '../../services.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { type EntryItem, type EntryOutbox, entryOutbox } from './entry-outbox.ts';
import classes from './RollCallBar.module.css';
import { useShowAnswer } from './use-roll-call.ts';

interface RollCallBarProps {
  userId: string;
  /** Whether this device is the person's: only then what is not sent is kept on it. */
  isOwnDevice: boolean;
  /** The person asked to sign out. */
  isLeaving: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** On every page: entries of roll-calls that this device has not sent, and those that were refused. */
export default function RollCallBar({ userId, isOwnDevice, isLeaving, onLeave, onStay }: RollCallBarProps) {
  const { api, connection } = useServices();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const items = useSyncExternalStore(entryOutbox.subscribe, entryOutbox.items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what shows an answer is the same for one client
  useEffect(() => {
    return entryOutbox.open({
      ...{ api, connection, id: userId, storage: isOwnDevice ? window.localStorage : null },
      onSent: (entry, answer, wasLate) => {
        if (answer.kind === 'roll-call') showAnswer(answer.rollCall);
        void client.invalidateQueries({ queryKey: responseKeys.rollCalls.of('place') });
        if (wasLate) toast('success', `Sent now, marked as joined later: ${entry.label}`);
      },
    });
  }, [api, connection, client, userId, isOwnDevice]);
  const isAnythingUnsent = items.some(({ kind }) => kind === 'waiting');
  const leave = () => {
    entryOutbox.drop();
    onLeave();
  };
  return (
    <>
      <UnsentEntries items={items} outbox={entryOutbox} />
      {isLeaving && (
        <WarningDialog
          opened
          title="Sign out without sending?"
          confirm="Sign out and drop"
          cancel="Stay signed in"
          onConfirm={leave}
          onCancel={onStay}
        >
          <p>
            {isAnythingUnsent
              ? 'What you entered in a roll-call has not been sent. It is dropped when you sign out, and nobody learns of it.'
              : 'What you entered in a roll-call has been sent meanwhile.'}
          </p>
        </WarningDialog>
      )}
    </>
  );
}

/** What was tried and not sent, and what was refused. */
export function UnsentEntries({ items, outbox }: { items: readonly EntryItem[]; outbox: EntryOutbox }) {
  const waiting = items.flatMap((item) =>
    item.kind === 'waiting' && item.problem !== null ? [{ ...item, problem: item.problem }] : [],
  );
  const refused = items.flatMap((item) => (item.kind === 'refused' ? [item] : []));
  const newest = waiting.at(-1);
  if (!newest && refused.length === 0) return null;
  return (
    <section className={classes.bar} aria-label="Your entries in roll-calls">
      {newest && (
        <div className={classes.item} data-tone="danger">
          <p role="alert">
            <strong>Not sent yet: {problemText(newest.problem)}</strong> {newest.entry.label}
            {waiting.length > 1 && ` and ${waiting.length - 1} more`}. It is sent as soon as that is possible,
            and counts from when you entered it.
          </p>
          <Button variant="default" className={classes.press ?? ''} onClick={() => outbox.tryAgain()}>
            Try now
          </Button>
        </div>
      )}
      {refused.map(({ entry, message }) => (
        <div key={entry.key} className={classes.item} data-tone="danger">
          <p role="alert">
            <strong>Not counted: {entry.label}.</strong> {message}
          </p>
          <CloseButton
            size="lg"
            className={classes.close ?? ''}
            aria-label={`Close: ${entry.label} was not counted`}
            onClick={() => outbox.dismiss(entry.key)}
          />
        </div>
      ))}
    </section>
  );
}
