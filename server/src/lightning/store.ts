import type { Flash, LightningBatch } from '@allclear/adapters';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { ensurePartitions } from '../platform/database/partitions.store.ts';

/** A stored flash; `feed` is the vendor that reported it. */
export interface StoredFlash extends Flash {
  readonly feed: string;
}

export interface StoredBatch {
  readonly id: string;
  readonly feed: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly receivedAt: number;
  /** False for strikes that were pushed without an observation window. */
  readonly providesCoverage: boolean;
  /** Null where the feed gives none. */
  readonly eventCount: number | null;
  /** The batch reports that data of its window were lost. */
  readonly dataLost: boolean;
  readonly flashes: readonly StoredFlash[];
}

/** Points as 64-bit little-endian floats. */
function packPoints(points: ArrayLike<number>): Buffer {
  const buffer = Buffer.allocUnsafe(points.length * 8);
  for (let i = 0; i < points.length; i++) buffer.writeDoubleLE(points[i] ?? Number.NaN, i * 8);
  return buffer;
}

export function unpackPoints(bytes: Buffer): Float64Array {
  const points = new Float64Array(bytes.length / 8);
  for (let i = 0; i < points.length; i++) points[i] = bytes.readDoubleLE(i * 8);
  return points;
}

/**
 * Stores batches with their flashes and observation windows in one transaction, and notifies the other processes. A
 * batch that is there already changes nothing. Returns the batches that were new. No entry in the audit: they are
 * measurements.
 */
export async function ingestBatches(
  db: Database,
  _actor: Actor,
  feed: string,
  batches: readonly LightningBatch[],
  receivedAt: number,
): Promise<StoredBatch[]> {
  if (batches.length === 0) return [];
  await ensurePartitions(
    db,
    'flashes',
    batches.flatMap((batch) => batch.flashes.map((flash) => flash.at)),
  );
  const received = new Date(receivedAt);
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .insertInto('lightning_batches')
      .values(
        [...new Map(batches.map((batch) => [batch.key, batch])).values()].map((batch) => ({
          feed,
          key: batch.key,
          observed_from: new Date(batch.from),
          observed_to: new Date(batch.to),
          received_at: received,
          flash_count: batch.flashes.length,
          event_count: batch.eventCount ?? null,
          data_lost: batch.dataLost ?? false,
        })),
      )
      .onConflict((conflict) => conflict.columns(['feed', 'key']).doNothing())
      .returning(['id', 'key'])
      .execute();
    const idByKey = new Map(rows.map((row) => [row.key, row.id]));
    const stored = batches
      .filter(
        (batch, index) =>
          idByKey.has(batch.key) && batches.findIndex((other) => other.key === batch.key) === index,
      )
      .map(
        (batch): StoredBatch => ({
          id: idByKey.get(batch.key)!,
          feed,
          key: batch.key,
          from: batch.from,
          to: batch.to,
          receivedAt,
          providesCoverage: true,
          eventCount: batch.eventCount ?? null,
          dataLost: batch.dataLost ?? false,
          flashes: batch.flashes.map((flash) => ({ ...flash, feed })),
        }),
      );
    const fresh = await insertFlashes(
      transaction,
      feed,
      stored.flatMap((batch) => batch.flashes.map((flash) => ({ flash, batchId: batch.id }))),
    );
    if (stored.length > 0)
      await notify(transaction, { topic: 'lightning-batches', ids: stored.map((batch) => batch.id) });
    // A source that is polled for the last minutes each time repeats itself after a restart: flashes of an
    // earlier batch count once.
    return stored.map((batch) => ({
      ...batch,
      flashes: batch.flashes.filter(({ at, key }) => fresh.has(`${new Date(at).getTime()} ${key}`)),
    }));
  });
}

/** Inserts flashes, each with its batch; an existing one stays. Returns the `at key` of the new ones. */
export async function insertFlashes(
  transaction: Database,
  feed: string,
  flashes: readonly { readonly flash: Flash; readonly batchId: string }[],
): Promise<Set<string>> {
  if (flashes.length === 0) return new Set();
  // As one value, which is sent as it is: an array of them would be sent as text and read by PostgreSQL sign by sign.
  const points = flashes.map(({ flash }) => packPoints(flash.points));
  const { rows } = await sql<{
    at: Date;
    key: string;
  }>`insert into flashes (at, feed, key, batch_id, latitude, longitude, points, energy_j, amplitude_ka, quality, type)
    select at, ${feed}, key, batch_id, latitude, longitude,
      substr(${Buffer.concat(points)}::bytea, (sum(length) over (order by ordinality) - length)::int + 1, length),
      energy_j, amplitude_ka, quality, type
    from unnest(
      ${flashes.map(({ flash }) => new Date(flash.at).toISOString())}::timestamptz[],
      ${flashes.map(({ flash }) => flash.key)}::text[],
      ${flashes.map(({ batchId }) => batchId)}::bigint[],
      ${flashes.map(({ flash }) => flash.latitude)}::float8[],
      ${flashes.map(({ flash }) => flash.longitude)}::float8[],
      ${points.map(({ length }) => length)}::int[],
      ${flashes.map(({ flash }) => flash.energyJ)}::float8[],
      ${flashes.map(({ flash }) => flash.amplitudeKa)}::float8[],
      ${flashes.map(({ flash }) => flash.quality)}::int[],
      ${flashes.map(({ flash }) => flash.type)}::smallint[]
    ) with ordinality as t(at, key, batch_id, latitude, longitude, length, energy_j, amplitude_ka, quality, type)
    on conflict do nothing
    returning at, key`.execute(transaction);
  return new Set(rows.map(({ at, key }) => `${at.getTime()} ${key}`));
}

/** Batches by id, or all that reach past an instant (epoch ms), with their flashes; oldest first. */
export async function readBatches(
  db: Database,
  which: { ids: readonly string[] } | { since: number },
): Promise<StoredBatch[]> {
  let query = db.selectFrom('lightning_batches').selectAll().orderBy('observed_from');
  query =
    'ids' in which
      ? query.where('id', 'in', [...which.ids])
      : query.where('observed_to', '>', new Date(which.since));
  if ('ids' in which && which.ids.length === 0) return [];
  const batches = await query.execute();
  const rows =
    batches.length === 0
      ? []
      : await db
          .selectFrom('flashes')
          .selectAll()
          .where(sql<boolean>`batch_id = any(${batches.map((batch) => batch.id)}::bigint[])`)
          // Lets PostgreSQL skip the days that cannot contain them.
          .where(
            'at',
            '>=',
            new Date(Math.min(...batches.map((batch) => batch.observed_from.getTime())) - 3_600_000),
          )
          .execute();
  const flashesByBatch = new Map<string, StoredFlash[]>();
  for (const row of rows) {
    const flash: StoredFlash = {
      feed: row.feed,
      key: row.key,
      at: row.at.getTime(),
      latitude: row.latitude,
      longitude: row.longitude,
      points: unpackPoints(row.points),
      energyJ: row.energy_j,
      amplitudeKa: row.amplitude_ka,
      quality: row.quality,
      type: row.type as Flash['type'],
    };
    const list = flashesByBatch.get(row.batch_id);
    if (list) list.push(flash);
    else flashesByBatch.set(row.batch_id, [flash]);
  }
  return batches.map((batch) => ({
    id: batch.id,
    feed: batch.feed,
    key: batch.key,
    from: batch.observed_from.getTime(),
    to: batch.observed_to.getTime(),
    receivedAt: batch.received_at.getTime(),
    providesCoverage: batch.provides_coverage,
    eventCount: batch.event_count,
    dataLost: batch.data_lost,
    flashes: flashesByBatch.get(batch.id) ?? [],
  }));
}

/**
 * Drops the batches that ended before an instant; their flashes go with the partitions of their days. No entry in the
 * audit: it is a cleanup.
 */
export async function dropBatchesBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('lightning_batches').where('observed_to', '<', new Date(before)).execute();
}
