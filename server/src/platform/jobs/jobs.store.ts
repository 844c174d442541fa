import { EventEmitter } from 'node:events';
import type { DeliveryChannelName } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, runMigrations, runTaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';

/**
 * The queue of jobs: graphile-worker's tables, in the same database, so that a job commits with the fact that
 * caused it.
 */

const quiet = new Logger(() => () => {});

/** Brings the queue's tables forward. The caller holds the lock of migrations. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ connectionString: pool.options.connectionString!, maxPoolSize: 2, logger: quiet });
}

const taskOf = (channel: DeliveryChannelName) => `deliver-${channel}`;

/**
 * A job that is run again after a crash counts one attempt more; what is worth trying again is decided
 * elsewhere.
 */
const maxAttempts = 1_000;

export interface DeliveryJob {
  readonly deliveryId: string;
  readonly channel: string;
  /** How long to wait before it may run. */
  readonly afterMs: number;
}

/**
 * Queues deliveries, in the caller's transaction. The delivery's id is the job's key: a job of the same
 * delivery that still waits is replaced. What waits for another attempt comes after what was never tried.
 */
export async function addDeliveryJobs(db: Database, jobs: readonly DeliveryJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(
        'deliver-' || job.channel, json_build_object('id', job.id), null, now() + job.after_ms * interval '1 millisecond',
        ${maxAttempts}::int, job.id, case when job.after_ms > 0 then 1 else 0 end, null
      )::graphile_worker.job_spec
      from unnest(
        ${jobs.map((job) => job.deliveryId)}::text[], ${jobs.map((job) => job.channel)}::text[], ${jobs.map((job) => Math.round(job.afterMs))}::float8[]
      ) as job (id, channel, after_ms)
    ))`.execute(db);
}

export interface JobRunner {
  /** The name under which it takes jobs. */
  readonly poolId: string;
  /** Settles when the runner is over, asked or not. */
  readonly ended: Promise<void>;
  /** Takes no more jobs, gives back those that wait in memory, and waits for those that run. */
  stop(): Promise<void>;
}

/**
 * Takes the jobs of one channel, `concurrency` at a time, and has `work` do them. A job whose work throws is
 * run again by the queue's own rule, after seconds. `pool` needs a connection for itself, to hear of new
 * jobs.
 */
export function runJobs(options: {
  pool: pg.Pool;
  channel: DeliveryChannelName;
  concurrency: number;
  work: (deliveryId: string) => Promise<void>;
  log: FastifyBaseLogger;
}): JobRunner {
  const { pool, channel, concurrency, work, log } = options;
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning')
      log.warn({ channel, queue: message }, 'the job queue reports trouble');
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
        worker: {
          localQueue: { size: concurrency, ttl: 30_000 },
          completeJobBatchDelay: 20,
          failJobBatchDelay: 20,
        },
      },
    },
    { [taskOf(channel)]: (payload) => work((payload as { id: string }).id) },
    pool,
  );
  return {
    poolId: workers.id,
    ended: workers.promise.then(
      () => {},
      (error: unknown) => log.warn({ channel, err: error }, 'a runner of jobs ended'),
    ),
    stop: async () => {
      // graphile-worker 0.17.3 cannot release a local queue that holds jobs ('Cannot background something
      // when the queue is already released'), only one that has given them back, as it does by itself after
      // its ttl. So that is done first.
      const queue = waiting as { setModeTtlExpired?: () => void } | null;
      queue?.setModeTtlExpired?.();
      await workers.gracefulShutdown();
    },
  };
}

export interface QueueDepth {
  readonly channel: string;
  /** Jobs that could run now and wait. */
  readonly ready: number;
  /** Jobs that wait for their time. */
  readonly later: number;
  /** How long the oldest ready job has waited, seconds. */
  readonly oldestSeconds: number;
}

export async function queueDepths(db: Database): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select substr(task_identifier, 9) as channel,
      (count(*) filter (where run_at <= now()))::int as ready,
      (count(*) filter (where run_at > now()))::int as later,
      coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::float8 as "oldestSeconds"
    from graphile_worker.jobs where locked_at is null group by task_identifier`.execute(db);
  return rows;
}

/**
 * Queues deliveries that wait and have no job that will ever run. There should be none; this is the net below
 * everything else. Returns how many there were.
 */
export async function requeueOrphaned(db: Database, before: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; channel: string }>`
      select d.id, d.channel from deliveries d
      where d.state in ('queued', 'sending') and d.updated_at < ${new Date(before)}
        and not exists (select 1 from graphile_worker.jobs j where j.key = d.id::text and j.attempts < j.max_attempts)
      limit 1000 for update skip locked`.execute(transaction);
    // What a crash left of jobs that had been replaced.
    await sql`
      select count(*) from graphile_worker.complete_jobs(array(
        select j.id from graphile_worker.jobs j
        where j.attempts >= j.max_attempts and j.locked_at is null and j.task_identifier like 'deliver-%' limit 1000
      ))`.execute(transaction);
    await addDeliveryJobs(
      transaction,
      rows.map((row) => ({ deliveryId: row.id, channel: row.channel, afterMs: 0 })),
    );
    return rows.length;
  });
}
