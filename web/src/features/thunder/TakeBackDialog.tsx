import type { ThunderReport } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { Textarea } from '@mantine/core';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { timeOfDay } from '../../clock/time-text.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import { type Refusal, useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './ThunderReports.module.css';
import { useTakeBack } from './use-thunder-reports.ts';

interface TakeBackDialogProps {
  report: ThunderReport;
  timeZone: string;
  onClose: () => void;
}

const reasonMaxLength = 200;

/** An admin takes a report back, with a reason. It ends the report and nothing else. */
export function TakeBackDialog({ report, timeZone, onClose }: TakeBackDialogProps) {
  const takeBack = useTakeBack();
  const form = useEditedForm({
    initial: () => ({ reason: '' }),
    labels: { reason: 'Reason' },
    check: problemsOf,
    send: ({ reason }) => takeBack.mutateAsync({ id: report.id, reason: reason.trim() }),
    onSent: () => {
      toast('success', 'Thunder report taken back');
      onClose();
    },
    refusalOf,
  });
  return (
    <FormDialog
      form={form}
      opened
      title="Take back the thunder report?"
      size={480}
      submit="Take back"
      lost={null}
      onClose={onClose}
    >
      <p className={classes.question}>
        {report.reportedBy ?? 'Somebody'} heard thunder at {timeOfDay(report.heardUtc, timeZone)}. The report
        does not count any more. Strikes and other reports go on.
      </p>
      <Textarea
        label="Reason"
        description="It is kept in the audit."
        required
        data-autofocus
        rows={3}
        maxLength={reasonMaxLength}
        value={form.fields.reason}
        error={form.errorOf('Reason')}
        onChange={(event) => form.change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

function problemsOf({ reason }: { reason: string }): FieldErrors {
  return reason.trim() === '' ? { Reason: ['Reason is required'] } : {};
}

function refusalOf(thrown: unknown): Refusal {
  const header = 'The report was not taken back';
  if (!(thrown instanceof ApiFailure)) return { header, message: messageOf(thrown), fields: {} };
  const { fields, others } = sortErrors(thrown.errors, ['Reason']);
  const isExplained = others.length > 0 || Object.keys(fields).length > 0;
  return { header, message: isExplained ? others.join(' ') : thrown.message, fields };
}
