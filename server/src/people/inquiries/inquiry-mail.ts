import { isRole, roles } from '@allclear/domain';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { addJob } from '../../platform/jobs/job-records.store.ts';
import { type InquiryToAdd, insertInquiry, type OpenInquiry } from './inquiries.store.ts';

/** Sends one question or message. The payload has its id only: no record of a job repeats what somebody wrote. */
export const inquiryMail = defineJob({
  name: 'send-inquiry',
  payload: z.object({ id: z.string() }),
  concurrency: 2,
});

/** Stores a question or message and queues its mail: both or neither. Returns its id. */
export function queueInquiry(db: Database, actor: Actor, inquiry: InquiryToAdd): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const id = await insertInquiry(transaction, actor, inquiry);
    await addJob(transaction, actor, inquiryMail, { id });
    return id;
  });
}

/** The text of its mail. Paragraphs are separated by empty lines. */
export function inquiryText(inquiry: OpenInquiry): { subject: string; text: string } {
  const { kind, message, senderName, senderRole, senderEmail, organizationName } = inquiry;
  const role = isRole(senderRole) ? `, ${roles[senderRole].displayName}` : '';
  const sender = `${senderName}${role} at ${organizationName}`;
  const from = `From ${sender}${senderEmail === null ? '' : ` (${senderEmail})`}.`;
  if (kind === 'support') return { subject: `Support: ${inquiry.subject}`, text: `${message}\n\n${from}` };
  return {
    subject: `Question to a meteorologist from ${sender}`,
    text: `${message}\n\n${from} ${wishOf(inquiry)}`,
  };
}

function wishOf({ preferredContact, phone, replyTo }: OpenInquiry): string {
  switch (preferredContact) {
    case 'phone':
      return `Please call ${phone ?? ''}.`;
    case 'text':
      return `Please send a text message to ${phone ?? ''}.`;
    case 'email':
    case null:
      return `Please answer by email to ${replyTo ?? ''}.`;
  }
}
