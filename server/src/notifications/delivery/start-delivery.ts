import type { DeliveryChannelName } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { openStore } from '../../platform/database/database.ts';
import { type JobRunner, requeueOrphaned, runJobs } from '../../platform/jobs/jobs.store.ts';
import {
  clearLeases,
  clearNameless,
  deadLeases,
  openWorkerLease,
  type WorkerLease,
} from '../../platform/jobs/worker-lease.store.ts';
import type { Channels } from './channels.ts';
import { createDeliver } from './deliver.ts';
import type { AttemptCounts } from './metrics.ts';

/** Attempts at once. Each channel has its own, so that one that is slow or fails holds no other. */
const concurrency: Record<DeliveryChannelName, number> = { push: 60, sms: 60, email: 20, webhook: 60 };
/** A line for each channel to hear of new jobs by, and some for the work. */
const connections = 10;

/**
 * A shift that is seen dead twice, this far apart, is cleared away. Its own process has noticed long before.
 */
const checkEveryMs = 2_000;
const cleanUpEveryMs = 30_000;
const orphanedAfterMs = 60_000;
const namelessAfterMs = 60_000;
/** How long what is being sent may take when the process ends. */
const graceMs = 3_000;
/** How long the end of a shift may take. */
const maxEndMs = 8_000;
const startAgainMs = 1_000;
/** People's screens hear of steps together. */
const tellTogetherMs = 500;

/**
 * Delivers what was written to be told, until stopped. Any number of processes may do this on one database.
 * Wall time throughout: providers and people live in it, whatever the weather's clock does.
 */
export function startDelivery({
  url,
  channels,
  counts,
  log,
}: {
  /** The database's. */
  url: string;
  channels: Channels;
  counts: AttemptCounts;
  log: FastifyBaseLogger;
}): { stop(): Promise<void> } {
  const store = openStore(url, {
    onError: (error) => log.warn({ reason: error.message }, 'a database connection of the delivery broke'),
    connections,
  });
  // A connection that breaks while it is in use says so here too.
  store.pool.on('connect', (client) => client.on('error', () => {}));
  const stopping = new AbortController();

  const changed = new Set<string>();
  const tell = async () => {
    const ids = [...changed];
    changed.clear();
    if (ids.length > 0) await notify(store.db, { topic: 'notifications', ids }).catch(() => {});
  };
  const teller = setInterval(() => void tell(), tellTogetherMs);

  async function workUnderLease(): Promise<void> {
    const over = Promise.withResolvers<void>();
    const end = () => over.resolve();
    stopping.signal.addEventListener('abort', end, { once: true });
    const sending = new AbortController();
    let lease: WorkerLease | null = null;
    let runners: JobRunner[] = [];
    const timers: NodeJS.Timeout[] = [];
    const registered = Promise.withResolvers<void>();
    registered.promise.catch(() => {});
    try {
      lease = await openWorkerLease(url, (error) => {
        log.warn(
          { reason: error?.message },
          'the delivery lost its lock; it gives up what it is sending and starts again',
        );
        sending.abort();
        end();
      });
      const deliver = createDeliver({
        db: store.db,
        adapters: channels.adapters,
        url: channels.url,
        lease: lease.number,
        signal: sending.signal,
        random: Math.random,
        onEnded: (ended, userId) => {
          counts.add(ended);
          if (userId !== null) changed.add(userId);
        },
      });
      runners = (Object.keys(concurrency) as DeliveryChannelName[]).map((channel) =>
        runJobs({
          pool: store.pool,
          channel,
          concurrency: concurrency[channel],
          log,
          work: async (id) => {
            await registered.promise;
            await deliver(channel, id);
          },
        }),
      );
      for (const runner of runners) void runner.ended.then(end);
      await lease.register(
        runners.map(({ poolId }) => poolId),
        wallNow(),
      );
      registered.resolve();

      let seenDead: readonly number[] = [];
      timers.push(
        repeat(checkEveryMs, async () => {
          const dead = await deadLeases(store.db);
          const cleared = await clearLeases(
            store.db,
            dead.filter((number) => seenDead.includes(number)),
          );
          if (cleared > 0)
            log.info({ leases: cleared }, 'deliveries of a process that ended were taken over');
          seenDead = dead;
        }),
        repeat(cleanUpEveryMs, async () => {
          await clearNameless(store.db, namelessAfterMs);
          const orphaned = await requeueOrphaned(store.db, wallNow() - orphanedAfterMs);
          if (orphaned > 0) log.warn({ orphaned }, 'deliveries without a job were queued again');
        }),
      );
      await over.promise;
    } finally {
      for (const timer of timers) clearInterval(timer);
      stopping.signal.removeEventListener('abort', end);
      registered.reject(new Error('This shift is over.'));
      const grace = setTimeout(() => sending.abort(), graceMs);
      // Without a database a runner cannot give back what it has taken, and does not end; its shift is dead
      // and others take it.
      const stopped = Promise.all(runners.map((runner) => runner.stop().catch(() => {})));
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, maxEndMs).unref())]);
      clearTimeout(grace);
      sending.abort();
      await lease?.release().catch(() => {});
    }
  }

  function repeat(everyMs: number, work: () => Promise<void>): NodeJS.Timeout {
    let busy = false;
    const run = async () => {
      if (busy) return;
      busy = true;
      await work().catch((error: unknown) =>
        log.warn({ err: error }, 'the delivery could not look after its jobs'),
      );
      busy = false;
    };
    void run();
    return setInterval(() => void run(), everyMs);
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await workUnderLease().catch((error: unknown) =>
        log.error({ err: error }, 'the delivery failed and starts again'),
      );
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, startAgainMs));
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await running;
      clearInterval(teller);
      await tell();
      await store.close();
    },
  };
}
