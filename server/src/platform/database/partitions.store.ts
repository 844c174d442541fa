import { DAY_MS } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import { type Database, inTransaction } from './database.ts';

/**
 * Names of the partitions that this process has created or found; the check in the database is cheap but not
 * free.
 */
const seen = new WeakMap<Database, Set<string>>();

/** What a partition of each table holds. */
const periods = {
  flashes: 'day',
  observations: 'month',
  station_quarters: 'month',
  station_hours: 'year',
} as const;
export type PartitionedTable = keyof typeof periods;

function periodOf(at: number, period: 'day' | 'month' | 'year'): { name: string; from: string; to: string } {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const bounds = {
    day: { from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1), digits: 10 },
    month: { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1), digits: 7 },
    year: { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1), digits: 4 },
  };
  const { from, to, digits } = bounds[period];
  const text = new Date(from).toISOString();
  return { name: text.slice(0, digits).replaceAll('-', ''), from: text, to: new Date(to).toISOString() };
}

/** Creates the partitions that rows at these instants (epoch ms) need. */
export async function ensurePartitions(
  db: Database,
  table: PartitionedTable,
  instants: Iterable<number>,
): Promise<void> {
  const existing = seen.get(db) ?? new Set<string>();
  seen.set(db, existing);
  const missing = new Map<string, { from: string; to: string }>();
  // Batches have many instants of a day.
  for (const day of new Set(Array.from(instants, (at) => Math.floor(at / DAY_MS)))) {
    const { name, from, to } = periodOf(day * DAY_MS, periods[table]);
    const partition = `${table}_${name}`;
    if (!existing.has(partition)) missing.set(partition, { from, to });
  }
  for (const [partition, { from, to }] of missing) {
    // The lock prevents two processes from creating the same partition at once.
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext(${partition}))`.execute(transaction);
      await sql`create table if not exists ${sql.table(partition)} partition of ${sql.table(table)}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(transaction);
    });
    existing.add(partition);
  }
}

/** Creates the partition of a table by its name, which says what it holds. Throws for a name that is none. */
export async function ensurePartitionNamed(db: Database, table: string, partition: string): Promise<void> {
  const partitioned = Object.keys(periods).find((name): name is PartitionedTable => name === table);
  const digits = partition.slice(table.length + 1);
  if (partitioned === undefined || partition !== `${table}_${digits}` || !/^\d{4}(\d{2}){0,2}$/.test(digits))
    throw new Error(`There is no partition ${partition} of ${table}.`);
  await ensurePartitions(db, partitioned, [beginOf(digits)]);
}

function beginOf(digits: string): number {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6) || '01', digits.slice(6, 8) || '01'];
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/**
 * Drops whole partitions that end at or before the instant (epoch ms), and with them their rows. Returns
 * their names.
 */
export async function dropPartitionsBefore(
  db: Database,
  _actor: Actor,
  table: PartitionedTable,
  before: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`.execute(
    db,
  );
  const dropped: string[] = [];
  for (const { name } of rows) {
    const digits = name.slice(table.length + 1);
    const { to } = periodOf(beginOf(digits), periods[table]);
    if (!(Date.parse(to) <= before)) continue;
    if (!(await dropSoon(db, name))) continue;
    seen.get(db)?.delete(name);
    dropped.push(name);
  }
  return dropped;
}

/**
 * Drops a partition, or gives up after a second: while it waits for a backup that reads the partition, everything else
 * waits for it. The next housekeeping tries again.
 */
async function dropSoon(db: Database, partition: string): Promise<boolean> {
  try {
    await inTransaction(db, async (transaction) => {
      await sql`set local lock_timeout = '1s'`.execute(transaction);
      await sql`drop table ${sql.table(partition)}`.execute(transaction);
    });
    return true;
  } catch (error) {
    // lock_not_available
    if ((error as { code?: string }).code !== '55P03' || db.isTransaction) throw error;
    return false;
  }
}
