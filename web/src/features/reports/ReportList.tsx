import type { Report } from '@allclear/contract';
import { Button, Progress } from '@mantine/core';
import { IconDownload, IconFileAnalytics } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Reports.module.css';
import { contentsText, mailedText, sizeText, stateTexts, timeText } from './report-list-words.ts';
import { isOpen, useCancelReport, useDeleteReport, useDownload } from './use-reports.ts';

/** Older ones are shown on demand. */
const shownFirst = 20;

/** The user's reports, newest first. */
export function ReportList({ reports }: { reports: readonly Report[] }) {
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<Report | null>(null);
  const remove = useDeleteReport();
  const shown = isWhole ? reports : reports.slice(0, shownFirst);
  const confirm = async (id: string) => {
    try {
      await remove.mutateAsync(id);
    } catch (thrown) {
      toast('error', 'The report was not deleted', messageOf(thrown));
    }
    setAsked(null);
  };
  return (
    <>
      <ul className={classes.cards} aria-label="Reports">
        {shown.map((report) => (
          <ReportCard key={report.id} report={report} onDelete={setAsked} />
        ))}
      </ul>
      {shown.length < reports.length && (
        <Button variant="default" className={classes.start ?? ''} onClick={() => setWhole(true)}>
          Show {reports.length - shown.length} older
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          opened
          verb="Delete"
          item={asked.name}
          text="The report and its files are deleted. What was mailed stays with its recipients."
          busy={remove.isPending}
          onConfirm={() => void confirm(asked.id)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface ReportCardProps {
  report: Report;
  onDelete: (report: Report) => void;
}

function ReportCard({ report, onDelete }: ReportCardProps) {
  const { name, state, progress, error, createdAt, expiresAt } = report;
  return (
    <li className={classes.card}>
      <h3>{name}</h3>
      <p className={classes.muted}>{contentsText(report)}</p>
      <p>
        {stateTexts[state]}
        {state === 'working' && `, ${percentOf(progress)} %`}
      </p>
      {state === 'working' && (
        <Progress.Root>
          <Progress.Section value={percentOf(progress)} aria-label={`Progress of ${name}`} />
        </Progress.Root>
      )}
      {error !== null && <p className={classes.problem}>{error}</p>}
      <p className={classes.muted}>
        {[
          `Asked for ${timeText(createdAt)}`,
          ...(state === 'done' ? [mailedText(report)] : []),
          ...(expiresAt === null ? [] : [`Kept until ${timeText(expiresAt)}`]),
        ].join(' · ')}
      </p>
      <Actions report={report} onDelete={onDelete} />
    </li>
  );
}

const percentOf = (progress: number): number => Math.round(Math.min(Math.max(progress, 0), 1) * 100);

function Actions({ report, onDelete }: ReportCardProps) {
  const { id, name, files } = report;
  const download = useDownload();
  const cancel = useCancelReport();
  const onCancel = () =>
    cancel.mutate(id, {
      onError: (error) => toast('error', 'The report was not canceled', messageOf(error)),
    });
  return (
    <div className={classes.buttons}>
      {files.map((file) => (
        <Button
          key={file.format}
          variant="default"
          leftSection={<IconDownload size={18} />}
          aria-label={`${downloadText(file)}: ${name}`}
          loading={download.isPending && download.variables.file.format === file.format}
          onClick={() => download.mutate({ id, file })}
        >
          {downloadText(file)}
        </Button>
      ))}
      {isOpen(report) ? (
        <Button
          variant="default"
          aria-label={`Cancel: ${name}`}
          loading={cancel.isPending}
          onClick={onCancel}
        >
          Cancel
        </Button>
      ) : (
        <Button
          variant="subtle"
          color="var(--danger)"
          aria-label={`Delete: ${name}`}
          aria-haspopup="dialog"
          onClick={() => onDelete(report)}
        >
          Delete
        </Button>
      )}
    </div>
  );
}

const downloadText = ({ format, bytes }: Report['files'][number]): string =>
  `Download ${format.toUpperCase()} (${sizeText(bytes)})`;

/** Shown in the place of a list without reports. */
export const ReportIcon = () => <IconFileAnalytics size={40} stroke={1.4} aria-hidden="true" />;
