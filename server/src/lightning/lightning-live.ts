import { xweatherRegion } from '@allclear/adapters';
import { distanceMiles, type IndexedFeed, LightningIndex, takenBackKeptMs } from '@allclear/domain';
import { createSerialQueue } from '../platform/change-feed/serial-queue.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { allStrikeFeeds, type StrikeFeed, vendorOf } from './ingest/store.ts';
import { readBatches, type StoredBatch, type StoredFlash } from './store.ts';
import { readReports, reportsToKnow } from './thunder/thunder.store.ts';
import { createThunderLive, type ThunderLive } from './thunder/thunder-live.ts';

/** How far back a process reads when it starts: longer than the longest timer by a wide margin. */
const historyMs = 3 * 3_600_000;

export interface LightningLive extends ThunderLive {
  readonly lightningIndex: LightningIndex<StoredFlash>;
  readonly vendors: readonly string[];
  /** Adds batches that this process has just stored. */
  apply(batches: readonly StoredBatch[]): void;
  /** Reads and adds batches that another process has stored. */
  applyStored(ids: readonly string[]): Promise<void>;
  /** Reads and applies reports that another process has stored. */
  applyStoredReports(ids: readonly string[]): Promise<void>;
  /** Reads which feeds push strikes; their batches count from then on. */
  loadFeeds(): Promise<void>;
  /** Reads the recent past from the store: at the start, and after a gap in the change feed. */
  load(): Promise<void>;
  /**
   * Calls the listener with new batches, after the index contains them, until the returned function is
   * called.
   */
  onBatches(listener: (batches: readonly StoredBatch[]) => void): () => void;
}

/** The lightning index of this process, derived from the store and kept current. */
export function createLightningLive({
  db,
  feeds,
  clock,
}: {
  db: Database;
  feeds: readonly IndexedFeed[];
  clock: Clock;
}): LightningLive {
  const lightningIndex = new LightningIndex<StoredFlash>(feeds, historyMs);
  const listeners: ((batches: readonly StoredBatch[]) => void)[] = [];
  const applied = new Set<string>();
  const reads = createSerialQueue();
  const thunder = createThunderLive(lightningIndex);

  const apply = (batches: readonly StoredBatch[]) => {
    knowRegions(batches);
    const fresh = batches.filter((batch) => {
      if (lightningIndex.feedOf(batch.feed) === undefined) return false;
      applied.add(batch.id);
      return lightningIndex.add(batch.feed, batch);
    });
    lightningIndex.forget(clock.now());
    if (applied.size > 20_000) for (const id of [...applied].slice(0, 10_000)) applied.delete(id);
    if (fresh.length > 0) for (const listener of listeners) listener(fresh);
  };
  const loadFeeds = async () => {
    for (const row of await allStrikeFeeds(db)) lightningIndex.putFeed(asPushedFeed(row));
  };
  /** A feed that is polled around a place is registered with its first batch. */
  const knowRegions = (batches: readonly StoredBatch[]) => {
    for (const vendor of new Set(batches.map(({ feed }) => feed))) {
      const region = lightningIndex.feedOf(vendor) === undefined ? xweatherRegion(vendor) : null;
      if (region) lightningIndex.putFeed({ ...region, name: 'xweather', providesCoverage: true });
    }
  };
  /** Batches of a new feed may be announced before the feed itself. */
  const applyRead = async (batches: readonly StoredBatch[]) => {
    if (batches.some(({ feed }) => lightningIndex.feedOf(feed) === undefined)) await loadFeeds();
    apply(batches);
  };

  return {
    lightningIndex,
    vendors: feeds.map((feed) => feed.vendor),
    apply,
    applyStored: (ids) => {
      const missing = ids.filter((id) => !applied.has(id));
      return missing.length === 0
        ? Promise.resolve()
        : reads.add(async () =>
            applyRead(await readBatches(db, { ids: missing.filter((id) => !applied.has(id)) })),
          );
    },
    ...thunder,
    applyStoredReports: (ids) => reads.add(async () => thunder.applyReports(await readReports(db, ids))),
    loadFeeds: () => reads.add(loadFeeds),
    load: () =>
      reads.add(async () => {
        await loadFeeds();
        const now = clock.now();
        apply(await readBatches(db, { since: now - historyMs }));
        thunder.applyReports(
          await reportsToKnow(db, { since: now - historyMs, takenBackSince: now - takenBackKeptMs }),
        );
      }),
    onBatches(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}

/**
 * A network that provides coverage covers a place only if the whole requested radius lies within its circle;
 * a zone that extends beyond it is not observed. A sensor is listed wherever a strike in its circle can
 * matter. A removed feed covers nothing; its strikes still count.
 */
function asPushedFeed(row: StrikeFeed): IndexedFeed {
  const { latitude, longitude, radiusMiles } = row;
  const center = latitude === null || longitude === null ? null : { latitude, longitude };
  const providesCoverage = row.providesCoverage && row.retiredAt === null;
  return {
    vendor: vendorOf(row),
    name: `ingest:${row.name}`,
    providesCoverage,
    organizationId: row.organizationId,
    covers(placeLatitude, placeLongitude, reachMiles = 0) {
      if (row.retiredAt !== null) return false;
      // A sensor without a circle is listed at every place of its organization: its strikes count wherever
      // they are.
      if (center === null || radiusMiles === null) return !providesCoverage;
      const miles = distanceMiles(center, { latitude: placeLatitude, longitude: placeLongitude });
      if (miles === null) return false;
      return providesCoverage ? miles + reachMiles <= radiusMiles : miles <= radiusMiles + reachMiles;
    },
  };
}
