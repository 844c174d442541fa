import { randomUUID } from 'node:crypto';
import type { DeliveryAdapter, EmailTarget, OutgoingMessage } from '@allclear/adapters';
import { sendTestMail } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { accountById } from '../identity/index.ts';
import { actorOf, chainOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { conflict } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';

const testsPerMinute = 5;
/** Somebody waits for the answer, ms. */
const waitsMs = 25_000;

/** A mail to the caller that is not queued: whoever set up the mail server sees at once what it answers. */
export function testMailRoutes(
  app: FastifyInstance,
  { db, email, url }: { db: Database; email: DeliveryAdapter<EmailTarget> | null; url: string },
): void {
  serve(
    app,
    sendTestMail,
    async ({ principal }) => {
      if (email === null)
        throw conflict('This installation sends no mail: SMTP_URL and ALLCLEAR_MAIL_FROM are not set.');
      const account = await accountById(db, principal.userId);
      if (!account?.email) throw conflict('You have no email address.');
      const target = { address: account.email, name: `${account.firstName} ${account.lastName}`.trim() };
      const limit = AbortSignal.timeout(waitsMs);
      const outcome = await email.send(testMail(url), target, limit);
      const actor = actorOf(principal);
      await inTransaction(db, (transaction) =>
        appendAudit(transaction, actor, {
          ...{ chain: chainOf(actor), action: 'setup.mail-tested', recordId: principal.userId, now: null },
          after: { outcome: outcome.kind },
        }),
      );
      if (outcome.kind === 'accepted') return { isSent: true, message: outcome.detail };
      const isLate = limit.aborted;
      return {
        isSent: false,
        message: isLate
          ? `The mail server did not answer within ${waitsMs / 1_000} seconds.`
          : outcome.reason,
      };
    },
    { writesPerMinute: testsPerMinute },
  );
}

function testMail(url: string): OutgoingMessage {
  const id = randomUUID();
  const now = wallNow();
  const subject = 'Test mail of Allclear';
  return {
    ...{ id, subject, url, correlationId: id, kind: 'test', firstAttempt: true, startedAt: now },
    text: 'Mail from this installation arrives: invitations, links to new passwords and warnings can reach people here.',
    short: 'Mail from this installation arrives.',
    action: 'Open Allclear',
    sentAt: new Date(now).toISOString(),
  };
}
