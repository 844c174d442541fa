import type { RecurringReport, Report } from '@allclear/contract';
import { reportFailed } from './make-report.ts';
import type { StoredRecurringReport } from './recurring.store.ts';
import type { StoredReport } from './reports.store.ts';

export function presentReport(report: StoredReport): Report {
  const { id, name, reportType, startDate, endDate, state, recurringId, files, mails } = report;
  return {
    ...{ id, name, reportType, startDate, endDate, state, recurringId },
    progress: state === 'done' ? 1 : report.progress,
    error: errorOf(report),
    createdAt: report.createdAt.toISOString(),
    expiresAt: report.expiresAt?.toISOString() ?? null,
    files: files.map((file) => ({ ...file })),
    recipients: mails.length,
    mailed: mails.filter((mail) => mail.state === 'sent').length,
  };
}

/** A report that is there says which of its mails did not go out. */
function errorOf({ state, error, mails }: StoredReport): string | null {
  if (state === 'failed') return error ?? reportFailed;
  const refused = mails.filter((mail) => mail.state === 'failed');
  const [first] = refused;
  if (!first) return null;
  const count = mails.length === 1 ? 'The email' : `${refused.length} of ${mails.length} emails`;
  return `${count} could not be sent. ${first.error ?? ''}`.trim();
}

export function presentRecurring(recurring: StoredRecurringReport): RecurringReport {
  const { id, name, reportType, period, dayOfMonth, weekday, isPaused, nextAt, lastReportId, revision } =
    recurring;
  return {
    ...{
      id,
      name,
      reportType,
      recurringPeriod: period,
      dayOfMonth,
      weekday,
      isPaused,
      lastReportId,
      revision,
    },
    nextAt: nextAt?.toISOString() ?? null,
  };
}
