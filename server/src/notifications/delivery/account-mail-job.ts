import type { DeliveryAdapter, EmailTarget, OutgoingMessage } from '@allclear/adapters';
import {
  accountMail,
  endAccountMail,
  type PreparedAccountMail,
  prepareAccountMail,
} from '../../identity/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { implementJob, type Job } from '../../platform/jobs/implement-job.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const actor = systemActor('account-mail');

/**
 * Sends the mails about accounts. Each attempt has the same Message-ID, so that a mail server which took an
 * earlier one can drop it. The result says whether a mail was sent, and never to whom or what it said.
 */
export function accountMailJob({
  email,
  secrets,
  url,
}: {
  email: DeliveryAdapter<EmailTarget> | null;
  secrets: SecretBox;
  url: string;
}): Job {
  return implementJob(accountMail, async ({ id }, { db, attempt, signal }) => {
    const mail = await prepareAccountMail(id, { db, secrets, url, now: wallNow() });
    if (mail === null) return { sent: false };
    const outcome = email
      ? await email.send(messageOf(mail, attempt), { address: mail.address, name: mail.name }, signal)
      : null;
    if (outcome?.kind === 'failed' && outcome.retryable) throw new Error(outcome.reason);
    await endAccountMail(db, actor, id, wallNow());
    return { sent: outcome?.kind === 'accepted' };
  });
}

function messageOf(mail: PreparedAccountMail, attempt: number): OutgoingMessage {
  return {
    id: mail.id,
    subject: mail.subject,
    // The mailbox of the demonstration shows this text, and some mail programs no buttons.
    text: `${mail.text}\n\n${mail.link}`,
    short: mail.subject,
    url: mail.link,
    action: mail.action,
    correlationId: mail.id,
    kind: 'information',
    sentAt: new Date(mail.createdAt).toISOString(),
    firstAttempt: attempt === 1,
    startedAt: mail.createdAt,
  };
}
