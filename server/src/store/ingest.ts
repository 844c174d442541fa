import { randomUUID } from 'node:crypto';
import type { Flash } from '@allclear/adapters';
import { type Selectable, sql } from 'kysely';
import type { Database } from './database.ts';
import { insertFlashes, type StoredSweep } from './lightning.ts';
import { isUuid } from './locations.ts';
import { notify } from './notices.ts';
import { ensurePartitions } from './partitions.ts';
import type { Tables } from './schema.ts';

export type StrikeFeedRow = Selectable<Tables['strike_feeds']>;

/** Thrown when the organisation has a feed of this name. */
export class StrikeFeedTaken extends Error {}
/** Thrown when the organisation has as many as it may. */
export class TooManyStrikeFeeds extends Error {}
/** Thrown when the feed was removed while its strikes were on their way. */
export class StrikeFeedGone extends Error {}

export const mostStrikeFeeds = 50;

/** The name of a pushed feed among sweeps and flashes. */
export function vendorOf({ id }: { readonly id: string }): string {
  return `ingest:${id}`;
}

/** Every feed of every organisation, removed ones too: what they saw stays. */
export function allStrikeFeeds(db: Database): Promise<StrikeFeedRow[]> {
  return db.selectFrom('strike_feeds').selectAll().execute();
}

export function listStrikeFeeds(db: Database, customerId: string): Promise<StrikeFeedRow[]> {
  return db
    .selectFrom('strike_feeds')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('retired_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
}

export function findStrikeFeed(db: Database, customerId: string, name: string): Promise<StrikeFeedRow | undefined> {
  return db
    .selectFrom('strike_feeds')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** `circle` is what it covers; null is for a sensor that does not vouch. */
export async function registerStrikeFeed(
  db: Database,
  customerId: string,
  feed: { name: string; vouches: boolean; circle: { latitude: number; longitude: number; radiusMiles: number } | null },
  now: number,
): Promise<StrikeFeedRow> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('customers').select('id').where('id', '=', customerId).forUpdate().execute();
    const known = await listStrikeFeeds(transaction, customerId);
    if (known.some(({ name }) => name.toLowerCase() === feed.name.toLowerCase())) throw new StrikeFeedTaken();
    if (known.length >= mostStrikeFeeds) throw new TooManyStrikeFeeds();
    const row = await transaction
      .insertInto('strike_feeds')
      .values({
        customer_id: customerId,
        name: feed.name,
        vouches: feed.vouches,
        latitude: feed.circle?.latitude ?? null,
        longitude: feed.circle?.longitude ?? null,
        radius_miles: feed.circle?.radiusMiles ?? null,
        created_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(transaction, { topic: 'strike-feeds' });
    return row;
  });
}

/** Removes a feed; what it has seen stays. False when the organisation has no such feed. */
export async function retireStrikeFeed(db: Database, customerId: string, id: string, now: number): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('strike_feeds')
      .set({ retired_at: new Date(now) })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .where('retired_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await notify(transaction, { topic: 'strike-feeds' });
    return numUpdatedRows > 0n;
  });
}

/**
 * Stores what a feed pushed in one transaction: strikes that are new (by key and time) and, of a feed that vouches, the stretch that it
 * looked at. The same again changes nothing. Strikes and looks are sweeps of their own, strikes first, so that a look never goes before what
 * it saw. Returns the sweeps that were new.
 */
export async function ingestStrikes(
  db: Database,
  feed: StrikeFeedRow,
  { strikes, look }: { strikes: readonly Flash[]; look: { from: number; to: number } | null },
  now: number,
): Promise<StoredSweep[]> {
  const vendor = vendorOf(feed);
  await ensurePartitions(
    db,
    'flashes',
    strikes.map(({ at }) => at),
  );
  return db.transaction().execute(async (transaction) => {
    // One push of a feed after the other: two at once would both find the same strike new.
    const locked = await transaction
      .updateTable('strike_feeds')
      .set({ heard_at: sql`greatest(heard_at, ${new Date(now)}::timestamptz)` })
      .where('id', '=', feed.id)
      .where('retired_at', 'is', null)
      .returning('vouches')
      .executeTakeFirst();
    if (!locked) throw new StrikeFeedGone();
    const fresh = await newStrikes(transaction, vendor, strikes);
    const sweeps: Omit<StoredSweep, 'id'>[] = [];
    if (fresh.length > 0) {
      const times = fresh.map(({ at }) => at);
      const [from, to] = [Math.min(...times), Math.max(...times) + 1];
      const flashes = fresh.map((flash) => ({ ...flash, feed: vendor }));
      sweeps.push({ feed: vendor, key: `strikes:${randomUUID()}`, from, to, receivedAt: now, vouches: false, flashes });
    }
    if (look !== null && locked.vouches) {
      sweeps.push({ feed: vendor, key: `look:${look.from}-${look.to}`, ...look, receivedAt: now, vouches: true, flashes: [] });
    }
    if (sweeps.length === 0) return [];
    const rows = await transaction
      .insertInto('lightning_sweeps')
      .values(
        sweeps.map((sweep) => ({
          feed: vendor,
          key: sweep.key,
          observed_from: new Date(sweep.from),
          observed_to: new Date(sweep.to),
          received_at: new Date(now),
          flash_count: sweep.flashes.length,
          vouches: sweep.vouches,
        })),
      )
      .onConflict((conflict) => conflict.columns(['feed', 'key']).doNothing())
      .returning(['id', 'key'])
      .execute();
    const idByKey = new Map(rows.map(({ id, key }) => [key, id]));
    const stored = sweeps.flatMap((sweep): StoredSweep[] => {
      const id = idByKey.get(sweep.key);
      return id === undefined ? [] : [{ ...sweep, id }];
    });
    await insertFlashes(
      transaction,
      vendor,
      stored.flatMap(({ id, flashes }) => flashes.map((flash) => ({ flash, sweepId: id }))),
    );
    if (stored.length > 0) await notify(transaction, { topic: 'sweeps', ids: stored.map(({ id }) => id) });
    return stored;
  });
}

async function newStrikes(transaction: Database, vendor: string, strikes: readonly Flash[]): Promise<Flash[]> {
  if (strikes.length === 0) return [];
  const { rows } = await sql<{ at: Date; key: string }>`
    select at, key from flashes where feed = ${vendor} and (at, key) in (
      select at, key from unnest(${strikes.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${strikes.map(({ key }) => key)}::text[]) as t(at, key)
    )`.execute(transaction);
  const seen = new Set(rows.map(({ at, key }) => `${at.getTime()} ${key}`));
  return strikes.filter(({ at, key }) => {
    const name = `${at} ${key}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
