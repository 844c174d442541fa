import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineUnrecordedJob, type UnrecordedJob } from '../../platform/jobs/define-job.ts';
import { addUnrecordedJobs } from '../../platform/jobs/jobs.store.ts';

/** The channels to people. Events for webhooks have a queue of their own (`webhooks/`). */
export const deliveryChannels = ['push', 'sms', 'email'] as const;
export type DeliveryChannelName = (typeof deliveryChannels)[number];

/**
 * Simultaneous attempts in one process. Each channel has its own limit, so that a slow or failing one delays
 * no other.
 */
export const attemptsAtOnce: Readonly<Record<DeliveryChannelName, number>> = { push: 60, sms: 60, email: 20 };
/** Jobs for each attempt that is being made: the others wait for their turn, or until their outcome is stored. */
const jobsPerAttempt = 2;

/** The types of the jobs: the payload is the delivery's id, the record is the delivery itself. */
export const channelJobs = Object.fromEntries(
  deliveryChannels.map((channel) => [
    channel,
    defineUnrecordedJob({
      name: `deliver-${channel}`,
      payload: z.object({ id: z.string() }),
      concurrency: jobsPerAttempt * attemptsAtOnce[channel],
    }),
  ]),
) as Record<DeliveryChannelName, UnrecordedJob<{ id: string }>>;

/** The channel of a job by its name. */
export const channelOfJob = (name: string) =>
  deliveryChannels.find((channel) => channelJobs[channel].name === name) ?? null;

export interface DeliveryToQueue {
  readonly deliveryId: string;
  readonly channel: DeliveryChannelName;
  /** How long to wait before it may be sent. */
  readonly afterMs: number;
}

/**
 * Queues deliveries in the caller's transaction. The delivery's id is the job's key: a waiting job of the
 * same delivery is replaced. Repeated attempts run after first attempts.
 */
export async function queueDeliveries(
  db: Database,
  actor: Actor,
  deliveries: readonly DeliveryToQueue[],
): Promise<void> {
  await addUnrecordedJobs(
    db,
    actor,
    deliveries.map(({ deliveryId, channel, afterMs }) => ({
      job: channelJobs[channel],
      payload: { id: deliveryId },
      key: deliveryId,
      runAfterMs: afterMs,
      priority: afterMs > 0 ? 1 : 0,
    })),
  );
}
