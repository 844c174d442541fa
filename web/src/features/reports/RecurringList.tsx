import type { RecurringReport } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Reports.module.css';
import { kindText, scheduleText, timeText } from './report-list-words.ts';
import { useDeleteRecurring, usePauseRecurring } from './use-reports.ts';

/** Reports that are made again and again. */
export function RecurringList({ recurring }: { recurring: readonly RecurringReport[] }) {
  const [asked, setAsked] = useState<RecurringReport | null>(null);
  const remove = useDeleteRecurring();
  const confirm = async (id: string) => {
    try {
      await remove.mutateAsync(id);
    } catch (thrown) {
      toast('error', 'The recurring report was not deleted', messageOf(thrown));
    }
    setAsked(null);
  };
  return (
    <>
      <ul className={classes.cards} aria-label="Recurring reports">
        {recurring.map((one) => (
          <RecurringCard key={one.id} recurring={one} onDelete={setAsked} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          opened
          verb="Delete"
          item={asked.name}
          text="It is not made again. Reports that it made stay until they expire."
          busy={remove.isPending}
          onConfirm={() => void confirm(asked.id)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

function RecurringCard({
  recurring,
  onDelete,
}: {
  recurring: RecurringReport;
  onDelete: (recurring: RecurringReport) => void;
}) {
  const { id, name, reportType, isPaused, nextAt, revision } = recurring;
  const pause = usePauseRecurring();
  const verb = isPaused ? 'Resume' : 'Pause';
  const onPause = () =>
    pause.mutate(
      { id, isPaused: !isPaused, revision },
      { onError: (error) => toast('error', 'The recurring report was not changed', messageOf(error)) },
    );
  return (
    <li className={classes.card}>
      <h3>{name}</h3>
      <p className={classes.muted}>
        {kindText(reportType)} · {scheduleText(recurring)}
      </p>
      <p>{nextText(isPaused, nextAt)}</p>
      <div className={classes.buttons}>
        <Button variant="default" aria-label={`${verb}: ${name}`} loading={pause.isPending} onClick={onPause}>
          {verb}
        </Button>
        <Button
          variant="subtle"
          color="var(--danger)"
          aria-label={`Delete: ${name}`}
          aria-haspopup="dialog"
          onClick={() => onDelete(recurring)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

function nextText(isPaused: boolean, nextAt: string | null): string {
  if (isPaused) return 'Paused';
  return nextAt === null ? 'It is not set when it is made next' : `Made next ${timeText(nextAt)}`;
}
