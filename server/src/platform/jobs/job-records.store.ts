import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import { notify } from '../change-feed/change-feed.store.ts';
import { wallNow } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { isUuid } from '../database/uuid.ts';
import type { RecordedJob } from './define-job.ts';
import { enqueue, hasQueuedJob } from './jobs.store.ts';
import { leaseIsAlive, requestCancel } from './worker-lease.store.ts';

export type JobState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** What is stored of a job; times epoch ms of the wall clock. */
export interface JobRecord {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly state: JobState;
  /** 0–1. */
  readonly progress: number;
  /** Where the job is, a sentence; empty before the first. */
  readonly message: string;
  /** What `run` returned. */
  readonly result: unknown;
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null;
  readonly attempts: number;
  readonly cancelRequested: boolean;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface AddJobOptions {
  readonly organizationId?: string;
  readonly userId?: string;
  /**
   * While a job of this name, organization and key waits or runs, no other is queued and its id is returned. A
   * repeated request therefore has one effect.
   */
  readonly key?: string;
  readonly runAfterMs?: number;
  /** Lower numbers run first; 0 by default. */
  readonly priority?: number;
}

/** The queue's entry of a recorded job: the record has the rest. */
const queued = (id: string, name: string, priority: number, runAfterMs = 0) => ({
  name,
  payload: { id },
  key: id,
  priority,
  runAfterMs,
});

/**
 * Queues a job in the caller's transaction: it runs once that commits, and never when it is rolled back. Throws when
 * the payload is not of the job's schema. Returns the job's id.
 */
export async function addJob<Payload>(
  transaction: Database,
  actor: Actor,
  job: RecordedJob<Payload>,
  payload: Payload,
  { organizationId, userId, key, runAfterMs = 0, priority = 0 }: AddJobOptions = {},
): Promise<string> {
  const checked = JSON.stringify(job.payload.parse(payload));
  const now = new Date(wallNow());
  // The job of the same key may end between the two statements; then this one is queued after all.
  for (;;) {
    const { rows: added } = await sql<{ id: string }>`
      insert into job_records (name, organization_id, user_id, key, payload, priority, created_at, updated_at)
      values (${job.name}, ${organizationId ?? null}, ${userId ?? null}, ${key ?? null}, ${checked}::jsonb, ${priority}, ${now}, ${now})
      on conflict (name, organization_id, key)
        where key is not null and state in ('waiting', 'running') and cancel_requested_at is null do nothing
      returning id`.execute(transaction);
    const id = added[0]?.id;
    if (id !== undefined) {
      await enqueue(transaction, actor, [queued(id, job.name, priority, runAfterMs)]);
      await notify(transaction, { topic: 'jobs', ids: [id] });
      return id;
    }
    const { rows: open } = await sql<{ id: string }>`
      select id from job_records where name = ${job.name} and organization_id is not distinct from ${organizationId ?? null}::uuid
        and key = ${key ?? null} and state in ('waiting', 'running') and cancel_requested_at is null`.execute(
      transaction,
    );
    if (open[0]) return open[0].id;
  }
}

/** Queues many jobs without keys, otherwise as `addJob`. */
export async function addJobs<Payload>(
  transaction: Database,
  actor: Actor,
  job: RecordedJob<Payload>,
  payloads: readonly Payload[],
  { priority = 0 }: Pick<AddJobOptions, 'priority'> = {},
): Promise<void> {
  const checked = JSON.stringify(payloads.map((payload) => job.payload.parse(payload)));
  const now = new Date(wallNow());
  const { rows } = await sql<{ id: string }>`
    insert into job_records (name, payload, priority, created_at, updated_at)
    select ${job.name}, payload, ${priority}, ${now}, ${now} from jsonb_array_elements(${checked}::jsonb) as payload
    returning id`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  await enqueue(
    transaction,
    actor,
    ids.map((id) => queued(id, job.name, priority)),
  );
  await notify(transaction, { topic: 'jobs', ids });
}

/** The job of this id; with `organizationId` only if it is that organization's. Null when there is none. */
export async function readJob(db: Database, id: string, organizationId?: string): Promise<JobRecord | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<JobRecord>`
    select id, name, organization_id as "organizationId", user_id as "userId", state, progress, message, result, error,
      attempts, cancel_requested_at is not null as "cancelRequested",
      (extract(epoch from created_at) * 1000)::float8 as "createdAt",
      (extract(epoch from started_at) * 1000)::float8 as "startedAt",
      (extract(epoch from ended_at) * 1000)::float8 as "endedAt"
    from job_records where id = ${id} and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid)`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Cancels a job. One that waits never runs; one that runs has its signal aborted, wherever it runs, and counts as
 * canceled once its work has thrown. Returns its state now, null when there is no such job.
 */
export async function cancelJob(
  db: Database,
  _actor: Actor,
  id: string,
  organizationId?: string,
): Promise<JobState | null> {
  if (!isUuid(id)) return null;
  const now = new Date(wallNow());
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ state: JobState }>`
      update job_records set
        cancel_requested_at = coalesce(cancel_requested_at, ${now}), updated_at = ${now},
        state = case state when 'waiting' then 'cancelled' else state end,
        ended_at = case state when 'waiting' then ${now} else ended_at end
      where id = ${id} and state in ('waiting', 'running')
        and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid)
      returning state`.execute(transaction);
    const state = rows[0]?.state;
    if (state === undefined) return (await readJob(transaction, id, organizationId))?.state ?? null;
    if (state === 'cancelled') await sql`select graphile_worker.remove_job(${id})`.execute(transaction);
    else await requestCancel(transaction, id);
    await notify(transaction, { topic: 'jobs', ids: [id] });
    return state;
  });
}

/** An attempt that has begun under a lease; no other process begins one until it has ended or the lease is dead. */
export interface BegunJob {
  readonly id: string;
  readonly lease: number;
  /** 1 for the first. */
  readonly attempt: number;
  readonly payload: unknown;
  readonly priority: number;
  readonly organizationId: string | null;
  readonly userId: string | null;
}

/**
 * Begins an attempt. 'over': the job has ended or was canceled. 'elsewhere': it runs under another living lease. A
 * job that was to be canceled when its process died is canceled now.
 */
export async function beginJob(
  db: Database,
  _actor: Actor,
  id: string,
  lease: number,
): Promise<BegunJob | 'over' | 'elsewhere'> {
  const now = new Date(wallNow());
  const { rows } = await sql<BegunJob & { state: JobState }>`
    update job_records r set
      state = case when cancel_requested_at is null then 'running' else 'cancelled' end,
      ended_at = case when cancel_requested_at is null then null else ${now}::timestamptz end,
      attempts = attempts + 1, lease = ${lease}, started_at = coalesce(started_at, ${now}), updated_at = ${now}
    where id = ${id} and (state = 'waiting' or (state = 'running' and (lease = ${lease} or not ${leaseIsAlive('r.lease')})))
    returning id, state, lease, attempts as attempt, payload, priority, organization_id as "organizationId", user_id as "userId"`.execute(
    db,
  );
  const [begun] = rows;
  if (begun) return begun.state === 'running' ? begun : 'over';
  return (await readJob(db, id))?.state === 'running' ? 'elsewhere' : 'over';
}

/** Stores how far an attempt has come. */
export async function recordProgress(
  db: Database,
  _actor: Actor,
  { id, lease, attempt }: BegunJob,
  { fraction, message }: { fraction: number; message: string },
): Promise<void> {
  await sql`
    update job_records set progress = ${fraction}, message = ${message}, updated_at = ${new Date(wallNow())}
    where id = ${id} and lease = ${lease} and attempts = ${attempt} and state = 'running'`.execute(db);
}

export type JobEnd =
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'retry'; readonly error: string; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  /** The process stopped in the middle: it is run again at once, and the attempt does not count. */
  | { readonly kind: 'interrupted' };

/**
 * Records how an attempt ended, with the next one in the same transaction. An attempt that another lease has taken
 * over meanwhile changes nothing.
 */
export async function endJob(
  db: Database,
  actor: Actor,
  name: string,
  { id, lease, attempt, priority }: BegunJob,
  end: JobEnd,
): Promise<void> {
  const now = new Date(wallNow());
  const again = end.kind === 'retry' || end.kind === 'interrupted';
  const state: JobState = again ? 'waiting' : end.kind;
  const error = end.kind === 'retry' || end.kind === 'failed' ? cleanText(end.error) : null;
  const result = end.kind === 'succeeded' ? JSON.stringify(end.result ?? null) : null;
  await db.transaction().execute(async (transaction) => {
    // A canceled job is not tried again, whatever its work threw.
    const { rows } = await sql<{ state: JobState }>`
      update job_records set
        state = case when ${again} and cancel_requested_at is not null then 'cancelled' else ${state} end,
        ended_at = case when ${again} and cancel_requested_at is null then null else ${now}::timestamptz end,
        attempts = attempts - ${end.kind === 'interrupted' ? 1 : 0},
        progress = case when ${state} = 'succeeded' then 1 else progress end,
        result = ${result}::jsonb, error = ${error}, updated_at = ${now}
      where id = ${id} and lease = ${lease} and attempts = ${attempt} and state = 'running'
      returning state`.execute(transaction);
    if (rows[0] === undefined) return;
    if (rows[0].state === 'waiting')
      await enqueue(transaction, actor, [queued(id, name, priority, end.kind === 'retry' ? end.afterMs : 0)]);
    await notify(transaction, { topic: 'jobs', ids: [id] });
  });
}

/** Queues another check of a job that runs elsewhere. */
export async function checkJobLater(
  db: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
  runAfterMs: number,
): Promise<void> {
  await enqueue(db, actor, [queued(id, name, 0, runAfterMs)]);
}

/**
 * Queues again the open jobs of these names that no process runs and that have no place in the queue. There should be
 * none. Returns how many there were.
 */
export async function requeueOrphanedJobs(
  db: Database,
  actor: Actor,
  names: readonly string[],
  before: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; name: string; priority: number }>`
      select r.id, r.name, r.priority from job_records r
      where r.name = any(${names}::text[]) and r.updated_at < ${new Date(before)}
        and (r.state = 'waiting' or (r.state = 'running' and not ${leaseIsAlive('r.lease')}))
        and not ${hasQueuedJob(sql`r.id::text`)}
      limit 1000`.execute(transaction);
    await enqueue(
      transaction,
      actor,
      rows.map(({ id, name, priority }) => queued(id, name, priority)),
    );
    return rows.length;
  });
}

/** Drops the records of jobs that ended before this instant (epoch ms of the wall clock). */
export async function dropJobsEndedBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from job_records where ended_at < ${new Date(before)}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** What PostgreSQL takes as text: no NUL, no half of a surrogate pair. */
function cleanText(text: string): string {
  return text.replaceAll('\0', '').slice(0, 2_000).toWellFormed();
}
