import { sql } from 'kysely';
import pg from 'pg';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';

/**
 * A worker lease is the right of one process to run jobs for some time: it takes jobs under the names of its
 * pools and holds an advisory lock of its own number on a connection of its own. PostgreSQL ends that lock
 * with the process, the machine (keep-alive probes, below a minute) or the connection, and only then are the
 * lease's jobs given to others. Two running processes cannot take jobs from each other: only the holder can
 * end its lock.
 */
const leaseLock = 7_263_004;
const cancelChannel = 'allclear_cancel_job';

export interface WorkerLease {
  readonly number: number;
  /** Stores under which names it takes jobs. Until then it must not run any. */
  register(pools: readonly string[], wallNow: number): Promise<void>;
  /** Ends the lease and returns its remaining jobs to the queue. */
  release(): Promise<void>;
}

export interface LeaseEvents {
  /** The connection broke: the lease is over, and what runs under it must end at once. */
  readonly onLost: (error: Error | null) => void;
  /** Called when a job, which may run in any process, was canceled. */
  readonly onCancel: (jobId: string) => void;
}

/** Takes a lease. Its connection also receives the requests to cancel jobs. */
export async function openWorkerLease(url: string, { onLost, onCancel }: LeaseEvents): Promise<WorkerLease> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'allclear-jobs',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  let over = false;
  const lose = (error: Error | null) => {
    if (over) return;
    over = true;
    onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose(null));
  client.on('notification', ({ payload }) => {
    if (payload) onCancel(payload);
  });
  await client.connect();
  try {
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    await client.query(`listen ${cancelChannel}`);
    const { rows } = await client.query<{ number: number }>(
      `select nextval('worker_lease_numbers')::int as number`,
    );
    const number = rows[0]?.number;
    if (number === undefined) throw new Error('The sequence of lease numbers gave none.');
    await client.query('select pg_advisory_lock($1, $2)', [leaseLock, number]);
    return {
      number,
      async register(pools, wallNow) {
        await client.query('insert into worker_leases (number, pools, started_at) values ($1, $2, $3)', [
          number,
          pools,
          new Date(wallNow),
        ]);
      },
      async release() {
        if (over) return;
        over = true;
        try {
          await client.query(
            `with gone as (delete from worker_leases where number = $1 returning pools)
             select graphile_worker.force_unlock_workers(pools) from gone`,
            [number],
          );
        } finally {
          await client.end().catch(() => {});
        }
      },
    };
  } catch (error) {
    over = true;
    await client.end().catch(() => {});
    throw error;
  }
}

/** Requests that the process that runs this job ends it, once the transaction commits. */
export async function requestCancel(db: Database, jobId: string): Promise<void> {
  await sql`select pg_notify(${cancelChannel}, ${jobId})`.execute(db);
}

/** Whether a process holds the lock of a lease; `number` is SQL. */
export const leaseIsAlive = (number: string) =>
  sql<boolean>`exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${sql.lit(leaseLock)}::oid and l.objid = ${sql.ref(number)}::oid and l.objsubid = 2 and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
  )`;

/** The leases that have ended and are not cleared yet. */
export async function deadLeases(db: Database): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select w.number from worker_leases w where not ${leaseIsAlive('w.number')}`.execute(db);
  return rows.map(({ number }) => number);
}

/** Returns the jobs of dead leases to the queue; returns how many leases it cleared. */
export async function clearLeases(db: Database, _actor: Actor, numbers: readonly number[]): Promise<number> {
  if (numbers.length === 0) return 0;
  const { rows } = await sql`
    with gone as (delete from worker_leases w where w.number = any(${numbers}::int[]) and not ${leaseIsAlive('w.number')} returning w.pools)
    select graphile_worker.force_unlock_workers(pools) from gone`.execute(db);
  return rows.length;
}

/**
 * Returns to the queue the jobs of these names that are taken under a pool without a lease: their process
 * ended between taking them and registering its pools. A running process registers well within `takenForMs`.
 */
export async function clearUnregistered(
  db: Database,
  _actor: Actor,
  names: readonly string[],
  takenForMs: number,
): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct j.locked_by from graphile_worker.jobs j
      where j.locked_at < now() - ${takenForMs} * interval '1 millisecond' and j.task_identifier = any(${names}::text[])
        and not exists (select 1 from worker_leases w where j.locked_by = any(w.pools))
    ))`.execute(db);
}
