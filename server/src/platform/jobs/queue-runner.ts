import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, runTaskList, type WorkerEvents } from 'graphile-worker';
import type { Store } from '../database/database.ts';

/**
 * Jobs that a runner fetches at once, in terms of those that run at once. The queue sorts all that wait for each fetch
 * as long as its statistics know nothing of a sudden backlog.
 */
const prefetchRounds = 4;

export interface QueueRunner {
  /** The name under which it takes jobs. */
  readonly poolId: string;
  /** Settles when the runner has ended, by request or by itself. */
  readonly ended: Promise<void>;
  /** Takes no more jobs, returns those that wait in memory to the queue, and waits for those that run. */
  stop(): Promise<void>;
}

/**
 * Takes the jobs of one name, `concurrency` at a time, and passes their payload to `run`. A job whose `run` throws is
 * run again by the queue's own rule, after seconds. Each runner needs a connection of `pool` for itself, on which the
 * queue announces new jobs.
 */
export function runQueue(options: {
  pool: Store['pool'];
  name: string;
  concurrency: number;
  prefetch: boolean;
  run: (payload: unknown) => Promise<void>;
  log: FastifyBaseLogger;
}): QueueRunner {
  const { pool, name, concurrency, prefetch, run, log } = options;
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning')
      log.warn({ job: name, queue: message, err: meta?.error }, 'the job queue reports a problem');
  });
  const events: WorkerEvents = new EventEmitter();
  let waiting: object | null = null;
  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    waiting = newMode === 'WAITING' ? localQueue : null;
  });
  const workers = runTaskList(
    {
      concurrency,
      events,
      logger,
      noHandleSignals: true,
      pollInterval: 1_000,
      preset: {
        worker: prefetch
          ? {
              localQueue: { size: prefetchRounds * concurrency, ttl: 30_000 },
              completeJobBatchDelay: 20,
              failJobBatchDelay: 20,
            }
          : {},
      },
    },
    { [name]: run },
    pool,
  );
  return {
    poolId: workers.id,
    ended: workers.promise.then(
      () => {},
      (error: unknown) => log.warn({ job: name, err: error }, 'a runner of jobs ended'),
    ),
    stop: async () => {
      // graphile-worker 0.17.3 cannot release a local queue with jobs ('Cannot background something when the
      // queue is already released'), only one that has returned them, which it does by itself after its ttl.
      // So they are returned first.
      const queue = waiting as { setModeTtlExpired?: () => void } | null;
      queue?.setModeTtlExpired?.();
      await workers.gracefulShutdown();
    },
  };
}
