import type { FastifyBaseLogger } from 'fastify';
import { wallNow } from '../clock/clock.ts';
import { openStore, type Store } from '../database/database.ts';
import { type ChangeCollector, collectChanges } from './change-collector.ts';
import type { Job } from './implement-job.ts';
import type { JobWorker } from './job-worker.ts';
import { maintainJobs } from './maintain-jobs.ts';
import { type QueueRunner, runQueue } from './queue-runner.ts';
import { openWorkerLease } from './worker-lease.store.ts';

/** Connections for the work, besides one for each type of job on which the queue announces new jobs. */
const workConnections = 6;
/** How long what runs may take to end when the process stops. */
const graceMs = 1_000;
/** How long the end of a lease may take. */
const maxEndMs = 3_000;
const startAgainMs = 1_000;

export interface JobHost {
  /** Aborts running jobs, returns taken jobs to the queue, and closes the host's connections. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped. Any number of processes may do this on one database. It uses wall time: providers,
 * devices and people do, whatever the product clock is.
 */
export function startJobs({
  url,
  jobs,
  log,
}: {
  /** The database's. */
  url: string;
  jobs: readonly Job[];
  log: FastifyBaseLogger;
}): JobHost {
  const names = new Set(jobs.map(({ name }) => name));
  if (names.size < jobs.length) throw new Error('Two jobs have the same name.');
  const store = openStore(url, {
    onError: (error) => log.warn({ err: error }, 'a database connection of the jobs broke'),
    connections: jobs.length + workConnections,
  });
  const stopping = new AbortController();
  const changes = collectChanges(store.db);
  const host: Host = { url, store, jobs, changes, log, stopping: stopping.signal };

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await workUnderLease(host).catch((error: unknown) =>
        log.error({ err: error }, 'the job worker failed and starts again'),
      );
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, startAgainMs));
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await running;
      await changes.close();
      await store.close();
    },
  };
}

interface Host {
  readonly url: string;
  readonly store: Store;
  readonly jobs: readonly Job[];
  readonly changes: ChangeCollector;
  readonly log: FastifyBaseLogger;
  readonly stopping: AbortSignal;
}

/** Takes a lease and runs jobs under it until it is lost, a runner ends or the host stops. */
async function workUnderLease({ url, store, jobs, changes, log, stopping }: Host): Promise<void> {
  const over = Promise.withResolvers<void>();
  const aborting = new AbortController();
  const running = new Map<string, AbortController>();
  const lease = await openWorkerLease(url, {
    onLost: (error) => {
      log.warn(
        { err: error ?? new Error('Connection terminated') },
        'the job worker lost its lease; it aborts its jobs and starts again',
      );
      aborting.abort();
      over.resolve();
    },
    onCancel: (jobId) => running.get(jobId)?.abort(),
  });
  const worker: JobWorker = {
    lease: lease.number,
    db: store.db,
    signal: aborting.signal,
    changes,
    running,
    log,
  };
  // No job may begin before the lease is registered: after a crash it could not be returned to the queue.
  const registered = Promise.withResolvers<void>();
  registered.promise.catch(() => {});
  const end = () => over.resolve();
  stopping.addEventListener('abort', end, { once: true });
  if (stopping.aborted) end();
  let runners: QueueRunner[] = [];
  let stopMaintenance = () => {};
  try {
    runners = jobs.map((job) => openRunner(job, { worker, store, registered: registered.promise }));
    for (const runner of runners) void runner.ended.then(end);
    await lease.register(
      runners.map(({ poolId }) => poolId),
      wallNow(),
    );
    registered.resolve();
    stopMaintenance = maintainJobs({ db: store.db, jobs, log });
    await over.promise;
  } finally {
    stopMaintenance();
    stopping.removeEventListener('abort', end);
    registered.reject(new Error('The lease is over.'));
    await stopRunners(runners, aborting);
    await lease.release().catch(() => {});
  }
}

function openRunner(
  { name, concurrency, prefetch, open }: Job,
  { worker, store, registered }: { worker: JobWorker; store: Store; registered: Promise<void> },
): QueueRunner {
  const run = open(worker);
  return runQueue({
    pool: store.pool,
    name,
    concurrency,
    prefetch,
    log: worker.log,
    run: async (payload) => {
      await registered;
      await run(payload);
    },
  });
}

/** Lets what runs end by itself for a moment, then aborts it. */
async function stopRunners(runners: readonly QueueRunner[], aborting: AbortController): Promise<void> {
  const grace = setTimeout(() => aborting.abort(), graceMs);
  // Without a database a runner cannot return its jobs to the queue, and does not end; its lease is dead and
  // other processes take them.
  const stopped = Promise.all(runners.map((runner) => runner.stop().catch(() => {})));
  await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, maxEndMs).unref())]);
  clearTimeout(grace);
  aborting.abort();
}
