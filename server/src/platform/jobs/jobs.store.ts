import { Logger, runMigrations } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import type { UnrecordedJob } from './define-job.ts';

/**
 * The queue of jobs: graphile-worker's tables, in the same database, so that a job commits with the fact that
 * caused it.
 */

const quiet = new Logger(() => () => {});

/** Migrates the queue's tables. The caller holds the lock of migrations. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const { connectionString } = pool.options;
  if (connectionString === undefined) throw new Error('The pool must be opened with an address.');
  // The queue would end connections of its own without waiting, and a server that stops meanwhile would throw.
  const own = new pg.Pool({ connectionString, max: 2 });
  own.on('error', ignore);
  own.on('connect', (client) => client.on('error', ignore));
  try {
    await runMigrations({ pgPool: own, logger: quiet });
  } finally {
    await own.end();
  }
}

/** A connection that is lost fails the query that it is used for. */
const ignore = () => {};

/**
 * The queue counts an attempt more for a job that is run again after a crash. What is worth trying again is decided by
 * the record of the job, so this limit is out of reach.
 */
const maxAttempts = 1_000;

export interface QueuedJob {
  readonly name: string;
  readonly payload: unknown;
  /** A job with the same key that still waits is replaced; one that runs stays, and this one follows it. */
  readonly key: string;
  /** How long to wait before it may run. */
  readonly runAfterMs: number;
  /** Lower numbers run first. */
  readonly priority: number;
}

/** Queues jobs in the caller's transaction. */
export async function enqueue(db: Database, _actor: Actor, jobs: readonly QueuedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(
        job.name, job.payload::json, null, now() + job.after_ms * interval '1 millisecond',
        ${maxAttempts}::int, job.key, job.priority, null
      )::graphile_worker.job_spec
      from unnest(
        ${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${jobs.map(({ key }) => key)}::text[], ${jobs.map(({ runAfterMs }) => Math.round(runAfterMs))}::float8[],
        ${jobs.map(({ priority }) => priority)}::int[]
      ) as job (name, payload, key, after_ms, priority)
    ))`.execute(db);
}

export interface UnrecordedJobToAdd<Payload> extends Omit<QueuedJob, 'name' | 'payload'> {
  readonly job: UnrecordedJob<Payload>;
  readonly payload: Payload;
}

/** Queues jobs that their subject records, in the caller's transaction. Throws when a payload is not of its schema. */
export async function addUnrecordedJobs<Payload>(
  db: Database,
  actor: Actor,
  jobs: readonly UnrecordedJobToAdd<Payload>[],
): Promise<void> {
  await enqueue(
    db,
    actor,
    jobs.map(({ job, payload, ...queued }) => ({
      ...queued,
      name: job.name,
      payload: job.payload.parse(payload),
    })),
  );
}

export interface QueueDepth {
  readonly name: string;
  /** Jobs that could run now and wait. */
  readonly ready: number;
  /** Jobs that wait for their time. */
  readonly later: number;
  /** How long the oldest ready job has waited, seconds. */
  readonly oldestSeconds: number;
}

/** The jobs of each of these names that wait; a name without any is left out. */
export async function queueDepths(db: Database, names: readonly string[]): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select task_identifier as name,
      (count(*) filter (where run_at <= now()))::int as ready,
      (count(*) filter (where run_at > now()))::int as later,
      coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now())), 0)::float8 as "oldestSeconds"
    from graphile_worker.jobs where locked_at is null and task_identifier = any(${names}::text[])
    group by task_identifier`.execute(db);
  return rows;
}

/** Whether a job of this key waits or runs; `key` is SQL of type text. */
export const hasQueuedJob = (key: RawBuilder<string>) =>
  sql<boolean>`exists (
    select 1 from graphile_worker.jobs j where j.key = ${key} and j.attempts < j.max_attempts
  )`;

/** Removes what a crash leaves of jobs that were replaced or canceled: they never run again. */
export async function clearReplacedJobs(
  db: Database,
  _actor: Actor,
  names: readonly string[],
): Promise<void> {
  await sql`
    select count(*) from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker.jobs j
      where j.attempts >= j.max_attempts and j.locked_at is null and j.task_identifier = any(${names}::text[]) limit 1000
    ))`.execute(db);
}
