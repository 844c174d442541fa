import { implementUnrecordedJob, type Job } from '../../platform/jobs/implement-job.ts';
import type { JobWorker } from '../../platform/jobs/job-worker.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Channels } from './channels.ts';
import { createDeliver } from './deliver.ts';
import type { AttemptCounts } from './metrics.ts';
import { channelJobs, deliveryChannels } from './queue-deliveries.ts';
import { requeueOrphaned } from './store.ts';

/** The jobs that send notices, one type for each channel. */
export function deliveryJobs({
  channels,
  counts,
  secrets,
}: {
  channels: Channels;
  counts: AttemptCounts;
  secrets: Pick<SecretBox, 'digests'>;
}): Job[] {
  // The channels of one lease share their statements.
  const deliverUnder = new WeakMap<JobWorker, ReturnType<typeof createDeliver>>();
  const open = (worker: JobWorker) => {
    const opened = deliverUnder.get(worker);
    if (opened) return opened;
    const deliver = createDeliver({
      db: worker.db,
      adapters: channels.adapters,
      url: channels.url,
      secrets,
      takesSms: channels.takesSms,
      lease: worker.lease,
      signal: worker.signal,
      random: Math.random,
      onEnded: (ended, begun) => {
        counts.add(ended);
        if (begun === null) return;
        const { channel, number, result } = ended;
        worker.log.info(
          {
            correlationId: begun.correlationId,
            ...{ deliveryId: ended.id, channel, attempt: number, outcome: result.kind },
          },
          'an attempt to deliver ended',
        );
        if (begun.userId !== null) worker.changes.add('notifications', begun.userId);
        if (begun.kind === 'mass-message') worker.changes.add('mass-messages', begun.organizationId);
      },
    });
    deliverUnder.set(worker, deliver);
    return deliver;
  };
  return deliveryChannels.map((channel) =>
    implementUnrecordedJob(
      channelJobs[channel],
      (worker) => {
        const deliver = open(worker);
        return ({ id }) => deliver(channel, id);
      },
      (db, actor, before) => requeueOrphaned(db, actor, before, [channel]),
    ),
  );
}
