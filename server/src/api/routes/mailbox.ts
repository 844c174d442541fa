import { listMailbox } from '@allclear/contract';
import { can } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Channels } from '../../delivery/channels.ts';
import { mailboxVendor } from '../../delivery/mailbox.ts';
import type { Database } from '../../store/database.ts';
import { listMails } from '../../store/mailbox.ts';
import { notFound } from '../errors.ts';
import { serve } from '../serve.ts';

export function mailboxRoutes(
  app: FastifyInstance,
  { db, channels }: { db: Database; channels: Channels },
): void {
  serve(app, listMailbox, async ({ principal }) => {
    if (channels.adapters.email?.vendor !== mailboxVendor) throw notFound('The mailbox');
    const everybody = can(principal.role, 'deliveries:read-all');
    const mails = await listMails(db, principal.organizationId, everybody ? null : principal.userId);
    return mails.map(({ delivery_id, address, subject, text, html, at }) => ({
      id: delivery_id,
      address,
      subject,
      text,
      html,
      sentUtc: at.toISOString(),
    }));
  });
}
