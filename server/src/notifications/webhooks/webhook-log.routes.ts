import { randomUUID } from 'node:crypto';
import {
  listWebhookLog as logRoute,
  maxReplayedEvents,
  replayWebhook as replayRoute,
  resendWebhookEvent as resendRoute,
  testWebhook,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { sendWebhookEvent } from './send-webhook-event.store.ts';
import { listWebhookLog, replayWebhook, resendWebhookEvent } from './webhook-log.store.ts';
import { findWebhook, type StoredWebhook } from './webhooks.store.ts';

const off = 'The webhook is switched off. Switch it on first.';

/** The log of attempts, and what sends events again. */
export function webhookLogRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const webhookOf = async (principal: Principal, id: string): Promise<StoredWebhook> => {
    const webhook = await findWebhook(db, keyOf(principal, id));
    if (!webhook) throw notFound('The webhook');
    return webhook;
  };

  serve(app, testWebhook, async ({ principal, params }) => {
    const { id, organizationId } = await webhookOf(principal, params.id);
    const actor = actorOf(principal);
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      const data = { text: 'This is a test of the webhook. Nothing happened.' };
      const event = { organizationId, kind: 'test', placeIds: [], data, id: randomUUID(), at: now } as const;
      await sendWebhookEvent(transaction, actor, event, id);
      await appendAudit(transaction, actor, {
        ...{ chain: organizationId, action: 'webhook.tested', recordId: id, now },
      });
    });
    return { id, message: 'A test is on its way. The log shows what was answered.' };
  });

  serve(app, logRoute, async ({ principal, params }) => {
    const { id } = await webhookOf(principal, params.id);
    return (await listWebhookLog(db, { webhookId: id })).map((delivery) => ({
      ...{ id: delivery.id, eventId: delivery.eventId, kind: delivery.kind, state: delivery.state },
      ...{ atUtc: isoTime(delivery.at), createdUtc: isoTime(delivery.createdAt), detail: delivery.detail },
      attempts: delivery.attempts.map(({ startedAt, endedAt, ...attempt }) => ({
        ...attempt,
        startedUtc: isoTime(startedAt),
        endedUtc: isoTime(endedAt),
      })),
    }));
  });

  serve(app, resendRoute, async ({ principal, params }) => {
    const times = { wallNow: wallNow(), now: clock.now() };
    switch (await resendWebhookEvent(db, actorOf(principal), keyOf(principal, params.id), times)) {
      case 'missing':
        throw notFound('The event');
      case 'being-sent':
        throw conflict('The event is being sent at this moment.');
      case 'off':
        throw conflict(off);
      case 'queued':
        return { id: params.id, message: 'The event is sent again' };
    }
  });

  serve(app, replayRoute, async ({ principal, body }) => {
    const webhook = await webhookOf(principal, body.id);
    const [from, to] = [Date.parse(body.fromUtc), Date.parse(body.toUtc)];
    if (from > to) throw invalid({ ToUtc: ['The end must be after the beginning'] });
    if (!webhook.enabled) throw conflict(off);
    const times = { from, to, limit: maxReplayedEvents, wallNow: wallNow(), now: clock.now() };
    const events = await replayWebhook(db, actorOf(principal), webhook, times);
    if (events === null)
      throw invalid({
        FromUtc: [
          `There are more than ${maxReplayedEvents.toLocaleString('en-US')} events. Choose less time`,
        ],
      });
    return {
      id: webhook.id,
      events,
      message: `${events} ${events === 1 ? 'event is' : 'events are'} sent again`,
    };
  });
}
