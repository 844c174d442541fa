import type { DeliveryOutcome, WebhookSender } from '@allclear/adapters';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { implementUnrecordedJob, type Job } from '../../platform/jobs/implement-job.ts';
import type { JobWorker } from '../../platform/jobs/job-worker.ts';
import { retryWrites } from '../../platform/jobs/retry-writes.ts';
import { gather } from '../delivery/gather.ts';
import {
  type BegunWebhookAttempt,
  beginWebhookAttempts,
  type EndedWebhookAttempt,
  endWebhookAttempts,
  requeueOrphanedWebhooks,
  sentElsewhere,
} from './webhook-deliveries.store.ts';
import { queueWebhookDeliveries, type WebhookDeliveryToQueue, webhookJob } from './webhook-queue.ts';
import { webhookResult } from './webhook-retries.ts';
import { createWebhookTurns } from './webhook-turns.ts';

const actor = systemActor('send-webhook');
/** When a delivery that another process is sending is checked again. */
const checkAgainMs = 10_000;
/** Attempts that one statement begins or ends at most. */
const maxBatch = 200;

/** The job that sends events to webhooks. `url` is where people reach the product. */
export function webhookSendJob({ sender, url }: { sender: WebhookSender; url: string }): Job {
  return implementUnrecordedJob(
    webhookJob,
    (worker) => {
      const send = createSend(worker, sender, url);
      return ({ id, webhookId }) => send(id, webhookId);
    },
    requeueOrphanedWebhooks,
  );
}

function createSend({ db, lease, signal }: JobWorker, sender: WebhookSender, url: string) {
  /** By delivery: two jobs of one. */
  const inFlight = new Set<string>();
  const turns = createWebhookTurns(() => performance.now(), Math.random);
  const queue = gather(maxBatch, async (deliveries: readonly WebhookDeliveryToQueue[]) => {
    await queueWebhookDeliveries(db, actor, deliveries);
    return deliveries.map(() => undefined);
  });
  const begin = gather(maxBatch, async (ids: readonly string[]) => {
    const begun = await beginWebhookAttempts(db, actor, ids, lease, wallNow());
    const missed = ids.filter((id) => !begun.has(id));
    const elsewhere = missed.length > 0 ? await sentElsewhere(db, missed) : new Set<string>();
    return ids.map((id) => begun.get(id) ?? (elsewhere.has(id) ? ('elsewhere' as const) : ('over' as const)));
  });
  const end = gather(maxBatch, async (ended: readonly EndedWebhookAttempt[]) => {
    // What a receiver took must be recorded, even if the store is unavailable for a moment.
    await retryWrites(() => endWebhookAttempts(db, actor, ended, wallNow()));
    return ended.map(() => undefined);
  });
  const attempt = async (
    begun: BegunWebhookAttempt,
  ): Promise<Omit<EndedWebhookAttempt, 'result'> & { outcome: DeliveryOutcome }> => {
    const { id, webhookId, attempt: number } = begun;
    const refused = begun.isOn
      ? begun.misleads
        ? 'The place is not clear any more; this would mislead.'
        : null
      : 'The webhook was switched off.';
    if (refused !== null)
      return {
        ...{ id, webhookId, attempt: number, detail: refused, exchange: null },
        outcome: impossible(refused),
      };
    const secrets = [begun.secret, ...(begun.previousSecret === null ? [] : [begun.previousSecret])];
    const { outcome, exchange } = await sender.send(
      { id: begun.eventId, body: bodyOf(begun, url) },
      { url: begun.url, secrets },
      signal,
    );
    const detail = outcome.kind === 'accepted' ? outcome.detail : outcome.reason;
    return { id, webhookId, attempt: number, detail, exchange, outcome };
  };
  const sendNow = async (id: string, webhookId: string): Promise<boolean | null> => {
    const begun = await begin(id);
    if (begun === 'over') return null;
    if (begun === 'elsewhere') {
      await queue({ deliveryId: id, webhookId, afterMs: checkAgainMs });
      return null;
    }
    const { outcome, ...ended } = await attempt(begun);
    const result = webhookResult(outcome, {
      ...{ number: begun.number, sinceMs: wallNow() - begun.begunAt, jitter: Math.random() },
    });
    const isCut = result.kind !== 'accepted' && signal.aborted;
    await end({ ...ended, result: isCut ? { kind: 'interrupted' } : result });
    return ended.exchange === null ? null : result.kind === 'accepted';
  };
  return async (id: string, webhookId: string): Promise<void> => {
    if (signal.aborted) throw new Error('The worker lease is over.');
    if (inFlight.has(id)) return;
    inFlight.add(id);
    // Before the attempt begins: to wait for a turn is none.
    const turn = turns.take(webhookId);
    let succeeded: boolean | null = null;
    try {
      if ('end' in turn) succeeded = await sendNow(id, webhookId);
      else await queue({ deliveryId: id, webhookId, afterMs: turn.waitMs });
    } finally {
      if ('end' in turn) turn.end(succeeded);
      inFlight.delete(id);
    }
  };
}

const impossible = (reason: string): DeliveryOutcome => ({
  ...{ kind: 'failed', retryable: false, reason, retryAfterMs: null, gone: false },
});

/** The JSON that a receiver gets: the same for each attempt of an event. */
export function bodyOf(
  {
    eventId,
    kind,
    placeIds,
    data,
    at,
  }: Pick<BegunWebhookAttempt, 'eventId' | 'kind' | 'placeIds' | 'data' | 'at'>,
  url: string,
): string {
  const sentAt = new Date(at).toISOString();
  return JSON.stringify({
    id: eventId,
    type: kind,
    sentAt,
    timestamp: sentAt,
    placeIds,
    url: `${url}/`,
    ...data,
  });
}
