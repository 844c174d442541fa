import { randomUUID } from 'node:crypto';
import type { Flash } from '@allclear/adapters';
import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { ensurePartitions } from '../../platform/database/partitions.store.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { insertFlashes, type StoredBatch } from '../store.ts';

/** A feed that pushes strikes to an organization. */
export type StrikeFeed = RecordOf<Selectable<Tables['strike_feeds']>>;

/** Thrown when the organization has a feed of this name. */
export class StrikeFeedTaken extends Error {}
/** Thrown when the organization has as many as it may. */
export class TooManyStrikeFeeds extends Error {}
/** Thrown when the feed was removed while its strikes were on their way. */
export class StrikeFeedGone extends Error {}

export const maxStrikeFeeds = 50;

/** The vendor of a pushed feed's batches and flashes. */
export function vendorOf({ id }: { readonly id: string }): string {
  return `ingest:${id}`;
}

/** Every feed of every organization, removed ones too: their strikes stay. */
export async function allStrikeFeeds(db: Database): Promise<StrikeFeed[]> {
  return (await db.selectFrom('strike_feeds').selectAll().execute()).map(recordOf);
}

export async function listStrikeFeeds(db: Database, organizationId: string): Promise<StrikeFeed[]> {
  const rows = await db
    .selectFrom('strike_feeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('retired_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(recordOf);
}

export async function findStrikeFeed(
  db: Database,
  organizationId: string,
  name: string,
): Promise<StrikeFeed | undefined> {
  const row = await db
    .selectFrom('strike_feeds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row && recordOf(row);
}

/** `circle` is what it covers; null is for a sensor that provides no coverage. */
export async function registerStrikeFeed(
  db: Database,
  actor: Actor,
  organizationId: string,
  feed: {
    name: string;
    providesCoverage: boolean;
    circle: { latitude: number; longitude: number; radiusMiles: number } | null;
  },
  now: number,
): Promise<StrikeFeed> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const existing = await listStrikeFeeds(transaction, organizationId);
    if (existing.some(({ name }) => name.toLowerCase() === feed.name.toLowerCase()))
      throw new StrikeFeedTaken();
    if (existing.length >= maxStrikeFeeds) throw new TooManyStrikeFeeds();
    const row = await transaction
      .insertInto('strike_feeds')
      .values({
        organization_id: organizationId,
        name: feed.name,
        provides_coverage: feed.providesCoverage,
        latitude: feed.circle?.latitude ?? null,
        longitude: feed.circle?.longitude ?? null,
        radius_miles: feed.circle?.radiusMiles ?? null,
        created_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(transaction, { topic: 'strike-feeds' });
    const added = recordOf(row);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'lightning-feed.added', recordId: added.id, now },
      after: audited(added),
    });
    return added;
  });
}

/** What the audit says of a feed: not when it last pushed. */
function audited({ lastContactAt, ...content }: StrikeFeed): object {
  return content;
}

/** Removes a feed; its strikes stay. False when the organization has no such feed. */
export async function retireStrikeFeed(
  db: Database,
  actor: Actor,
  key: RecordKey,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('strike_feeds')
      .set({ retired_at: new Date(now) })
      .where(hasKey(key))
      .where('retired_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    const { retiredAt, ...before } = recordOf(row);
    await notify(transaction, { topic: 'strike-feeds' });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'lightning-feed.deleted', recordId: before.id, now },
      before: audited({ ...before, retiredAt: null }),
    });
    return true;
  });
}

/**
 * Stores a push of a feed in one transaction: strikes that are new (by key and time) and, for a feed that
 * provides coverage, the observation window. A repeated push changes nothing. Strikes and window are separate
 * batches, strikes first, so that a window is never stored before its strikes. Returns the new batches. No entry in
 * the audit: they are measurements, stored with the feed that sent them.
 */
export async function ingestStrikes(
  db: Database,
  _actor: Actor,
  feed: StrikeFeed,
  { strikes, window }: { strikes: readonly Flash[]; window: { from: number; to: number } | null },
  now: number,
): Promise<StoredBatch[]> {
  const vendor = vendorOf(feed);
  await ensurePartitions(
    db,
    'flashes',
    strikes.map(({ at }) => at),
  );
  return db.transaction().execute(async (transaction) => {
    // Pushes of one feed are serialized: of two at once both would find the same strike new.
    const locked = await transaction
      .updateTable('strike_feeds')
      .set({ last_contact_at: sql`greatest(last_contact_at, ${new Date(now)}::timestamptz)` })
      .where('id', '=', feed.id)
      .where('retired_at', 'is', null)
      .returning('provides_coverage')
      .executeTakeFirst();
    if (!locked) throw new StrikeFeedGone();
    const batches = batchesOf(vendor, {
      strikes: await newStrikes(transaction, vendor, strikes),
      window: locked.provides_coverage ? window : null,
      receivedAt: now,
    });
    if (batches.length === 0) return [];
    const rows = await transaction
      .insertInto('lightning_batches')
      .values(
        batches.map((batch) => ({
          feed: vendor,
          key: batch.key,
          observed_from: new Date(batch.from),
          observed_to: new Date(batch.to),
          received_at: new Date(now),
          flash_count: batch.flashes.length,
          provides_coverage: batch.providesCoverage,
        })),
      )
      .onConflict((conflict) => conflict.columns(['feed', 'key']).doNothing())
      .returning(['id', 'key'])
      .execute();
    const idByKey = new Map(rows.map(({ id, key }) => [key, id]));
    const stored = batches.flatMap((batch): StoredBatch[] => {
      const id = idByKey.get(batch.key);
      return id === undefined ? [] : [{ ...batch, id }];
    });
    await insertFlashes(
      transaction,
      vendor,
      stored.flatMap(({ id, flashes }) => flashes.map((flash) => ({ flash, batchId: id }))),
    );
    if (stored.length > 0)
      await notify(transaction, { topic: 'lightning-batches', ids: stored.map(({ id }) => id) });
    return stored;
  });
}

/** Strikes and an observation window, each as a batch of its own. */
function batchesOf(
  vendor: string,
  {
    strikes,
    window,
    receivedAt,
  }: { strikes: readonly Flash[]; window: { from: number; to: number } | null; receivedAt: number },
): Omit<StoredBatch, 'id'>[] {
  const batches: Omit<StoredBatch, 'id'>[] = [];
  const common = { feed: vendor, receivedAt, eventCount: null, dataLost: false };
  if (strikes.length > 0) {
    const times = strikes.map(({ at }) => at);
    batches.push({
      ...common,
      key: `strikes:${randomUUID()}`,
      from: Math.min(...times),
      to: Math.max(...times) + 1,
      providesCoverage: false,
      flashes: strikes.map((flash) => ({ ...flash, feed: vendor })),
    });
  }
  if (window !== null) {
    const key = `look:${window.from}-${window.to}`;
    batches.push({ ...common, key, ...window, providesCoverage: true, flashes: [] });
  }
  return batches;
}

async function newStrikes(
  transaction: Database,
  vendor: string,
  strikes: readonly Flash[],
): Promise<Flash[]> {
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
