import type { DeliveryAdapter, EmailTarget, MailAttachment, OutgoingMessage } from '@allclear/adapters';
import { systemActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { implementJob, type Job } from '../../platform/jobs/implement-job.ts';
import { readFile } from './report-files.store.ts';
import { mailReport } from './report-jobs.ts';
import { endReportMail, findOpenMail, type OpenReportMail } from './report-mails.store.ts';

const actor = systemActor('mail-report');

/** The files of a report are attached up to so many bytes together; larger ones are behind a link. */
export const maxAttachedBytes = 5 * 1024 * 1024;

export const contentTypes = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

/** Sends the mails of reports. Each attempt has the same Message-ID, so that a mail server can drop a repeat. */
export function mailReportJob({
  email,
  url,
  clock,
}: {
  email: DeliveryAdapter<EmailTarget> | null;
  url: string;
  clock: Clock;
}): Job {
  return implementJob(mailReport, async ({ id }, { db, attempt, signal }) => {
    const mail = await findOpenMail(db, id);
    if (!mail) return { sent: false };
    const end = async (error: string | null) => {
      await endReportMail(db, actor, { id, error, now: clock.now() });
      return { sent: error === null };
    };
    if (mail.address === null) return end('The person has no email address any more.');
    if (email === null) return end('No mail server is set up.');
    const message = await messageOf(db, mail, { attempt, url });
    const outcome = await email.send(message, { address: mail.address }, signal);
    if (outcome.kind === 'accepted') return end(null);
    if (outcome.retryable && (signal.aborted || attempt < mailReport.retry.maxAttempts))
      throw new Error(outcome.reason);
    return end(outcome.reason);
  });
}

async function messageOf(
  db: Database,
  mail: OpenReportMail,
  { attempt, url }: { attempt: number; url: string },
): Promise<OutgoingMessage> {
  const total = mail.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isAttached = total <= maxAttachedBytes;
  const attachments: MailAttachment[] = [];
  if (isAttached)
    for (const file of mail.files) {
      const parts: Uint8Array[] = [];
      for await (const part of readFile(db, file)) parts.push(part);
      attachments.push({
        ...{ name: file.name, contentType: contentTypes[file.format] },
        bytes: Buffer.concat(parts),
      });
    }
  // For recipients too, who may not have the page of reports.
  const formats = mail.files.map(({ format }) => format).join(',');
  const link = `${url}/Reports/${mail.reportId}?formats=${formats}`;
  const period = mail.startDate === mail.endDate ? mail.startDate : `${mail.startDate} to ${mail.endDate}`;
  const paragraphs = [
    mail.firstName === '' ? 'Hello,' : `Hello ${mail.firstName},`,
    `The report ‘${mail.reportName}’ of ${mail.organizationName} (${period}) is ready.`,
    isAttached
      ? 'It is attached to this email.'
      : 'It is too large for an email. Sign in to download it within the next 30 days.',
  ];
  return {
    ...{ id: mail.id, correlationId: mail.id, kind: 'information' },
    subject: `Report: ${mail.reportName}`,
    short: `Report: ${mail.reportName}`,
    text: paragraphs.join('\n\n'),
    ...{ url: link, action: 'Download the report' },
    ...(attachments.length > 0 && { attachments }),
    sentAt: mail.createdAt.toISOString(),
    firstAttempt: attempt === 1,
    startedAt: mail.createdAt.getTime(),
  };
}
