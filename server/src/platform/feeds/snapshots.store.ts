import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { readFeeds, recordFeed } from './store.ts';

/** A source's last word; times epoch ms. */
export interface StoredSnapshot {
  readonly kind: string;
  readonly vendor: string;
  readonly asOf: number;
  readonly data: unknown;
}

/** Stores what follows from a snapshot, in its transaction. */
export type StoreAlongside = (transaction: Database, snapshot: StoredSnapshot, now: number) => Promise<void>;

/**
 * Puts a snapshot in the place of the last one and notes how its feed fares, together. One that is older than
 * what is there (a service's cache) is not taken. `alongside` stores what else follows from it in
 * the same transaction. Returns the instant for which what is stored now is good.
 */
export async function storeSnapshot(
  db: Database,
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
    await alongside?.(transaction, snapshot, now);
    const { as_of } = await transaction
      .selectFrom('feed_snapshots')
      .select('as_of')
      .where('kind', '=', snapshot.kind)
      .where('vendor', '=', snapshot.vendor)
      .executeTakeFirstOrThrow();
    const { kind, vendor } = snapshot;
    await recordFeed(transaction, {
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

/** A poll failed: for when the snapshot is good stays what it was. */
export async function recordSnapshotFailure(
  db: Database,
  { kind, vendor, lastError }: { kind: string; vendor: string; lastError: string },
  now: number,
): Promise<void> {
  const known = (await readFeeds(db)).find((feed) => feed.kind === kind && feed.vendor === vendor);
  const { observedThrough = null, lastSuccessAt = null } = known ?? {};
  await recordFeed(db, { kind, vendor, observedThrough, lastSuccessAt, lastError, lastErrorAt: now });
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
