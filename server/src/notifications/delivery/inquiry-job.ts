import type { DeliveryAdapter, EmailTarget, OutgoingMessage } from '@allclear/adapters';
import {
  endInquiry,
  findOpenInquiry,
  inquiryMail,
  inquiryText,
  type OpenInquiry,
} from '../../people/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { implementJob, type Job } from '../../platform/jobs/implement-job.ts';

const actor = systemActor('inquiries');

/**
 * Sends questions to meteorologists and messages to the support contact. Each attempt has the same Message-ID. The
 * result says whether a mail was sent, and never what it said.
 */
export function inquiryJob({ email, url }: { email: DeliveryAdapter<EmailTarget> | null; url: string }): Job {
  return implementJob(inquiryMail, async ({ id }, { db, attempt, signal }) => {
    const inquiry = await findOpenInquiry(db, id);
    if (!inquiry) return { sent: false };
    const outcome = email
      ? await email.send(messageOf(inquiry, { attempt, url }), { address: inquiry.address }, signal)
      : null;
    const mayStillArrive = outcome?.kind === 'failed' && outcome.retryable;
    if (mayStillArrive && (signal.aborted || attempt < inquiryMail.retry.maxAttempts))
      throw new Error(outcome.reason);
    const sent = outcome?.kind === 'accepted';
    await endInquiry(db, actor, { id, outcome: sent ? 'sent' : 'failed', now: wallNow() });
    return { sent };
  });
}

function messageOf(
  inquiry: OpenInquiry,
  { attempt, url }: { attempt: number; url: string },
): OutgoingMessage {
  const { id, replyTo, copies, createdAt } = inquiry;
  const { subject, text } = inquiryText(inquiry);
  return {
    ...{ id, subject, text, short: subject, url, correlationId: id, kind: 'information' },
    ...(replyTo === null ? {} : { replyTo }),
    ...(copies.length === 0 ? {} : { copies }),
    sentAt: createdAt.toISOString(),
    firstAttempt: attempt === 1,
    startedAt: createdAt.getTime(),
  };
}
