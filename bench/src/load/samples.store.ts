import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** The state of an installation at one moment. */
export interface Sample {
  /** Real seconds since the first sample. */
  readonly seconds: number;
  /** Of the server: what it holds in memory, and its open files. Null where the system does not say (no /proc). */
  readonly residentMegabytes: number | null;
  readonly handles: number | null;
  readonly databaseConnections: number;
  readonly databaseMegabytes: number;
  /** How long the oldest job has waited that may run, and the oldest delivery that nobody has taken. */
  readonly oldestJobSeconds: number;
  readonly oldestDeliverySeconds: number;
  readonly waitingJobs: number;
}

export interface DatabaseWork {
  /** Seconds for which its sessions have executed, in all, and transactions. */
  readonly activeSeconds: number;
  readonly transactions: number;
}

/** Takes samples of the server process `pid` and of its database. */
export async function sample(pool: Pool, pid: number, began: number): Promise<Sample> {
  const { rows } = await pool.query<Omit<Sample, 'seconds' | 'residentMegabytes' | 'handles'>>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database()) as "databaseConnections",
       pg_database_size(current_database()) / 1e6::float8 as "databaseMegabytes",
       (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts) as "oldestJobSeconds",
       (select count(*)::int from graphile_worker.jobs where run_at <= now()) as "waitingJobs",
       (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from deliveries where state = 'queued') as "oldestDeliverySeconds"`,
  );
  const [found] = rows;
  if (!found) throw new Error('The database did not answer.');
  const resident = await readFile(`/proc/${pid}/status`, 'utf8').then(
    (text) => Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) / 1_000,
    () => null,
  );
  return {
    seconds: Math.round((performance.now() - began) / 1_000),
    residentMegabytes: resident === null ? null : Math.round(resident),
    handles: await countHandles(pid),
    ...found,
    databaseMegabytes: Math.round(found.databaseMegabytes),
    oldestJobSeconds: Number(found.oldestJobSeconds.toFixed(1)),
    oldestDeliverySeconds: Number(found.oldestDeliverySeconds.toFixed(1)),
  };
}

async function countHandles(pid: number): Promise<number | null> {
  return readdir(`/proc/${pid}/fd`).then(
    (files) => files.length,
    () => null,
  );
}

/** What the database has done since it began to count. */
export async function databaseWork(pool: Pool): Promise<DatabaseWork> {
  const { rows } = await pool.query<DatabaseWork>(
    `select active_time / 1000 as "activeSeconds", (xact_commit + xact_rollback)::float8 as transactions
     from pg_stat_database where datname = current_database()`,
  );
  return rows[0] ?? { activeSeconds: Number.NaN, transactions: Number.NaN };
}

/** Rows of tables by the statistics of the database, partitions counted with their table, the ten largest by size. */
export async function tableSizes(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; megabytes: number }>(
    `select coalesce(parent.relname, c.relname)::text as name, round(sum(pg_total_relation_size(c.oid)) / 1e6, 1)::float8 as megabytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1 order by 2 desc limit 10`,
  );
  return Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes]));
}
