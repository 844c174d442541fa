import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Database } from './database.ts';

/**
 * Names of the partitions that this process has created or found; the check in the database is cheap but not
 * free.
 */
const seen = new WeakMap<Database, Set<string>>();

type Period = 'day' | 'month';

function periodOf(at: number, period: Period): { name: string; from: string; to: string } {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  const from = new Date(
    period === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month, 1),
  ).toISOString();
  const to = new Date(
    period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1),
  ).toISOString();
  return { name: from.slice(0, period === 'day' ? 10 : 7).replaceAll('-', ''), from, to };
}

/** Creates the partitions that rows at these instants (epoch ms) need. */
export async function ensurePartitions(
  db: Database,
  table: 'flashes' | 'observations',
  instants: Iterable<number>,
): Promise<void> {
  const existing = seen.get(db) ?? new Set<string>();
  seen.set(db, existing);
  const missing = new Map<string, { from: string; to: string }>();
  for (const at of instants) {
    const { name, from, to } = periodOf(at, table === 'flashes' ? 'day' : 'month');
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

/**
 * Drops whole partitions that end at or before the instant (epoch ms), and with them their rows. Returns
 * their names.
 */
export async function dropPartitionsBefore(
  db: Database,
  _actor: Actor,
  table: 'flashes' | 'observations',
  before: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`.execute(
    db,
  );
  const dropped: string[] = [];
  for (const { name } of rows) {
    const digits = name.slice(table.length + 1);
    const year = Number(digits.slice(0, 4));
    const month = Number(digits.slice(4, 6));
    const end =
      digits.length === 8
        ? Date.UTC(year, month - 1, Number(digits.slice(6, 8)) + 1)
        : Date.UTC(year, month, 1);
    if (!(end <= before)) continue;
    await sql`drop table ${sql.table(name)}`.execute(db);
    seen.get(db)?.delete(name);
    dropped.push(name);
  }
  return dropped;
}
