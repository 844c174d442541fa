import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import { recordFeed } from './store.ts';

/** The newest data of a source; times epoch ms. */
export interface StoredSnapshot {
  readonly kind: string;
  readonly vendor: string;
  readonly asOf: number;
  readonly data: unknown;
}

/** Stores what follows from a snapshot, in its transaction. */
export type StoreAlongside = (
  transaction: Database,
  actor: Actor,
  snapshot: StoredSnapshot,
  now: number,
) => Promise<void>;

/**
 * Replaces the stored snapshot and records the state of its feed, in one transaction. A snapshot that is older than
 * the stored one (from a service's cache) is not taken. `alongside` stores what else follows from it in the same
 * transaction. Returns the instant for which the stored snapshot is good.
 */
export async function storeSnapshot(
  db: Database,
  actor: Actor,
  snapshot: StoredSnapshot,
  now: number,
  alongside?: StoreAlongside,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('feed_snapshots')
      .values({
        kind: snapshot.kind,
        vendor: snapshot.vendor,
        as_of: new Date(snapshot.asOf),
        stored_at: new Date(now),
        data: JSON.stringify(snapshot.data),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'vendor'])
          .doUpdateSet({
            as_of: new Date(snapshot.asOf),
            stored_at: new Date(now),
            data: JSON.stringify(snapshot.data),
          })
          .where(sql<boolean>`feed_snapshots.as_of <= excluded.as_of`),
      )
      .execute();
    await alongside?.(transaction, actor, snapshot, now);
    const { as_of } = await transaction
      .selectFrom('feed_snapshots')
      .select('as_of')
      .where('kind', '=', snapshot.kind)
      .where('vendor', '=', snapshot.vendor)
      .executeTakeFirstOrThrow();
    const { kind, vendor } = snapshot;
    await recordFeed(transaction, actor, {
      kind,
      vendor,
      observedThrough: as_of.getTime(),
      lastSuccessAt: now,
      lastError: null,
      lastErrorAt: null,
    });
    return as_of.getTime();
  });
}

/** When each snapshot was stored, epoch ms, by `kind vendor`. */
export async function snapshotTimes(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('feed_snapshots').select(['kind', 'vendor', 'stored_at']).execute();
  return new Map(rows.map((row) => [`${row.kind} ${row.vendor}`, row.stored_at.getTime()]));
}

export async function readSnapshot(
  db: Database,
  kind: string,
  vendor: string,
): Promise<StoredSnapshot | null> {
  const row = await db
    .selectFrom('feed_snapshots')
    .selectAll()
    .where('kind', '=', kind)
    .where('vendor', '=', vendor)
    .executeTakeFirst();
  return row ? { kind, vendor, asOf: row.as_of.getTime(), data: row.data } : null;
}
