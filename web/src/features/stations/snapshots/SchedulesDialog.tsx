import type { SnapshotSchedule } from '@allclear/contract';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { shortDateTime } from '../../../clock/time-text.ts';
import forms from '../../../forms/form.module.css';
import { HistoryLink } from '../../../forms/HistoryLink.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './ConditionSnapshots.module.css';
import { RuleForm } from './RuleForm.tsx';
import { ruleText } from './snapshot-text.ts';
import { useRemoveSchedule, useSchedules } from './use-snapshots.ts';

interface SchedulesDialogProps {
  stationId: string;
  timeZone: string;
  onClose: () => void;
}

/** When snapshots of a station are taken by themselves; each change is stored at once. */
export function SchedulesDialog({ stationId, timeZone, onClose }: SchedulesDialogProps) {
  const { data: schedules, error } = useSchedules(stationId);
  const [edited, setEdited] = useState<SnapshotSchedule | null>(null);
  const [removed, setRemoved] = useState<SnapshotSchedule | null>(null);
  const remove = useRemoveSchedule(stationId, (message) => toast('success', message));
  return (
    <>
      <Dialog opened onClose={onClose} title="Times of Snapshots" size={620} closeOnEscape={removed === null}>
        <div className={forms.form}>
          {error && (
            <Alert color="var(--danger)" variant="outline" role="alert">
              {messageOf(error)}
            </Alert>
          )}
          {schedules?.length === 0 && <p className={forms.hint}>No times are set.</p>}
          {schedules && schedules.length > 0 && (
            <ul className={classes.times} aria-label="Times">
              {schedules.map((schedule) => (
                <li key={schedule.id} className={classes.time}>
                  <span>
                    <strong>{ruleText(schedule.rule)}</strong>
                    <br />
                    {schedule.nextAt === null
                      ? 'No practice in the next days'
                      : `Next ${shortDateTime(schedule.nextAt, timeZone)}`}
                  </span>
                  <Group gap="xs">
                    <HistoryLink recordId={schedule.id} />
                    <Button
                      variant="default"
                      aria-label={`Change ${ruleText(schedule.rule)}`}
                      onClick={() => setEdited(schedule)}
                    >
                      Change
                    </Button>
                    <Button
                      variant="default"
                      aria-label={`Remove ${ruleText(schedule.rule)}`}
                      onClick={() => setRemoved(schedule)}
                    >
                      Remove
                    </Button>
                  </Group>
                </li>
              ))}
            </ul>
          )}
          <RuleForm
            key={edited ? `${edited.id} ${edited.revision}` : 'new'}
            stationId={stationId}
            before={edited}
            onDone={() => setEdited(null)}
          />
        </div>
        <CloseFooter onClose={onClose} />
      </Dialog>
      {removed && (
        <ConfirmDialog
          opened
          item={ruleText(removed.rule)}
          text="No more snapshots are taken at this time. Those that were taken stay."
          busy={remove.isPending}
          onConfirm={() =>
            void remove
              .mutateAsync(removed.id)
              .catch((thrown: unknown) => toast('error', 'The time was not removed', messageOf(thrown)))
              .finally(() => {
                if (edited?.id === removed.id) setEdited(null);
                setRemoved(null);
              })
          }
          onCancel={() => setRemoved(null)}
        />
      )}
    </>
  );
}
