import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineUnrecordedJob } from '../../platform/jobs/define-job.ts';
import { addUnrecordedJobs } from '../../platform/jobs/jobs.store.ts';

/**
 * One attempt of one delivery to a webhook. Many run at once: a receiver that hangs keeps its attempt for the whole
 * timeout, and `createWebhookTurns` leaves room for the others.
 */
export const webhookJob = defineUnrecordedJob({
  name: 'send-webhook',
  payload: z.object({ id: z.string(), webhookId: z.string() }),
  concurrency: 200,
});

export interface WebhookDeliveryToQueue {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly afterMs: number;
}

/**
 * Queues deliveries in the caller's transaction. The delivery's id is the job's key: a waiting job of the same delivery
 * is replaced. Repeated attempts run after first attempts.
 */
export async function queueWebhookDeliveries(
  db: Database,
  actor: Actor,
  deliveries: readonly WebhookDeliveryToQueue[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await addUnrecordedJobs(
    db,
    actor,
    deliveries.map(({ deliveryId, webhookId, afterMs }) => ({
      ...{ job: webhookJob, payload: { id: deliveryId, webhookId }, key: deliveryId },
      ...{ runAfterMs: afterMs, priority: afterMs > 0 ? 1 : 0 },
    })),
  );
}
