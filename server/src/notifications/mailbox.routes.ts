import { listMailbox } from '@allclear/contract';
import { can, rolesBelow } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import type { Channels } from './delivery/channels.ts';
import { mailboxVendor } from './delivery/mailbox.ts';
import { listMails } from './mailbox.store.ts';

export function mailboxRoutes(
  app: FastifyInstance,
  { db, channels }: { db: Database; channels: Channels },
): void {
  serve(app, listMailbox, async ({ principal }) => {
    if (channels.adapters.email?.vendor !== mailboxVendor) throw notFound('The mailbox');
    const { userId, organizationId, role } = principal;
    const mails = await listMails(db, organizationId, {
      userId,
      others: can(role, 'deliveries:read-all'),
      managed: rolesBelow(role),
    });
    return mails.map(({ id, address, subject, text, html, at }) => ({
      id,
      address,
      subject,
      text,
      html,
      sentUtc: isoTime(at),
    }));
  });
}
