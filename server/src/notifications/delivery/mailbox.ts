import { type DeliveryAdapter, type EmailTarget, emailHtml } from '@allclear/adapters';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { putMail } from '../mailbox.store.ts';

const actor = systemActor('mailbox');

export const mailboxVendor = 'mailbox';

/** The mail of the demonstration: it is stored for a page of the product and never sent. */
export function createMailbox(db: Database): DeliveryAdapter<EmailTarget> {
  return {
    channel: 'email',
    vendor: mailboxVendor,
    async send(message, { address }) {
      const { id, subject, text } = message;
      await putMail(db, actor, { id, address, subject, text, html: emailHtml(message) }, wallNow());
      return { kind: 'accepted', providerId: null, detail: 'It is in the demonstration’s mailbox.' };
    },
    close: async () => {},
  };
}
