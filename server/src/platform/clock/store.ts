import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';

/** The stored product clock: at `anchorWallAt` it was `anchorAt` and ran `speed` times as fast. Epoch ms. */
export interface ProductClockRecord {
  readonly weather: string;
  /** Where this database's weather began; simulated weather is a function of it. */
  readonly begunAt: number;
  readonly reachedAt: number;
  readonly anchorAt: number;
  readonly anchorWallAt: number;
  readonly speed: number;
  readonly beatWallAt: number;
}

export async function readProductClock(db: Database): Promise<ProductClockRecord | null> {
  const row = await db.selectFrom('product_clock').selectAll().executeTakeFirst();
  return row
    ? {
        weather: row.weather,
        begunAt: row.begun_at.getTime(),
        reachedAt: row.reached_at.getTime(),
        anchorAt: row.anchor_at.getTime(),
        anchorWallAt: row.anchor_wall_at.getTime(),
        speed: row.speed,
        beatWallAt: row.beat_wall_at.getTime(),
      }
    : null;
}

/** Runs `work` with the clock's row locked, so that two processes that start at once agree on one clock. */
export async function withProductClockLocked<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7263002)`.execute(transaction);
    return work(transaction);
  });
}

export async function writeProductClock(
  db: Database,
  _actor: Actor,
  record: ProductClockRecord,
): Promise<void> {
  const values = {
    weather: record.weather,
    begun_at: new Date(record.begunAt),
    reached_at: new Date(record.reachedAt),
    anchor_at: new Date(record.anchorAt),
    anchor_wall_at: new Date(record.anchorWallAt),
    speed: record.speed,
    beat_wall_at: new Date(record.beatWallAt),
  };
  await db
    .insertInto('product_clock')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Records that this clock still runs and how far it has come; never moves `reachedAt` back. */
export async function keepProductClock(
  db: Database,
  _actor: Actor,
  reachedAt: number,
  wallAt: number,
): Promise<void> {
  await db
    .updateTable('product_clock')
    .set({
      reached_at: sql`greatest(reached_at, ${new Date(reachedAt)}::timestamptz)`,
      beat_wall_at: new Date(wallAt),
    })
    .execute();
}

/** On a clean end: exactly the instant that was reached. */
export async function endProductClock(db: Database, _actor: Actor, reachedAt: number): Promise<void> {
  await db
    .updateTable('product_clock')
    .set({ reached_at: new Date(reachedAt), beat_wall_at: new Date(0) })
    .execute();
}
