import type { DeliveryAdapter, EmailTarget, OutgoingMessage } from '@allclear/adapters';
import { guideText } from '@allclear/domain';
import { systemActor } from '../platform/actor.ts';
import { implementJob, type Job } from '../platform/jobs/implement-job.ts';
import { guideMail } from './guide-mail.ts';
import { dropGuide, findGuide, type OpenGuide } from './widget-guides.store.ts';

const actor = systemActor('widget-guides');

/** Mails how to embed a widget. Each attempt has the same Message-ID, so that a mail server can drop a repeat. */
export function guideJob({
  email,
  host,
}: {
  email: DeliveryAdapter<EmailTarget> | null;
  /** Where widgets are: `https://weather.example/widget/`. */
  host: string;
}): Job {
  return implementJob(guideMail, async ({ id }, { db, attempt, signal }) => {
    const guide = await findGuide(db, id);
    if (!guide) return { sent: false };
    const message = messageOf(guide, { attempt, host });
    const outcome = email ? await email.send(message, { address: guide.recipient }, signal) : null;
    const mayStillArrive = outcome?.kind === 'failed' && outcome.retryable;
    if (mayStillArrive && (signal.aborted || attempt < guideMail.retry.maxAttempts))
      throw new Error(outcome.reason);
    await dropGuide(db, actor, id);
    return { sent: outcome?.kind === 'accepted' };
  });
}

function messageOf(
  { id, publicId, widgetName, sender, organizationName, createdAt }: OpenGuide,
  { attempt, host }: { attempt: number; host: string },
): OutgoingMessage {
  const subject = `How to add the weather widget '${widgetName}' to a website`;
  const widget = { host, publicId, name: widgetName };
  return {
    ...{ id, subject, short: subject, correlationId: id, kind: 'information' },
    text: guideText(widget, { sender, organizationName }),
    url: `${host}?id=${encodeURIComponent(publicId)}`,
    action: 'See the widget',
    sentAt: createdAt.toISOString(),
    firstAttempt: attempt === 1,
    startedAt: createdAt.getTime(),
  };
}
