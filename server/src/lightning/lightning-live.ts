import { xweatherRegion } from '@allclear/adapters';
import { distanceMiles, type IndexedFeed, LightningIndex } from '@allclear/domain';
import { createSerialQueue } from '../platform/change-feed/serial-queue.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { allStrikeFeeds, type StrikeFeed, vendorOf } from './ingest/store.ts';
import { readBatches, type StoredBatch, type StoredFlash } from './store.ts';

/** How far back a process reads when it starts: longer than the longest timer by a wide margin. */
const historyMs = 3 * 3_600_000;

export interface LightningLive {
  readonly lightningIndex: LightningIndex<StoredFlash>;
  readonly vendors: readonly string[];
  /** Takes in sweeps that this process has just stored. */
  apply(batches: readonly StoredBatch[]): void;
  /** Takes in sweeps that another process has stored. */
  applyStored(ids: readonly string[]): Promise<void>;
  /** Reads which feeds push strikes; their sweeps count from then on. */
  loadFeeds(): Promise<void>;
  /** Reads the recent past from the store: at the start and after a gap in the notices. */
  load(): Promise<void>;
  /**
   * Called with the sweeps that were new, after the picture holds them, until the function that it returns is
   * called.
   */
  onBatches(listener: (batches: readonly StoredBatch[]) => void): () => void;
}

/** The lightning picture of this process, derived from the store and kept current. */
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
  /** Feeds that are asked by place are known by what they have looked at. */
  const knowRegions = (batches: readonly StoredBatch[]) => {
    for (const vendor of new Set(batches.map(({ feed }) => feed))) {
      const region = lightningIndex.feedOf(vendor) === undefined ? xweatherRegion(vendor) : null;
      if (region) lightningIndex.putFeed({ ...region, name: 'xweather', providesCoverage: true });
    }
  };
  /** Sweeps of a feed that was registered a moment ago may be heard of before the feed is. */
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
    loadFeeds: () => reads.add(loadFeeds),
    load: () =>
      reads.add(async () => {
        await loadFeeds();
        apply(await readBatches(db, { since: clock.now() - historyMs }));
      }),
    onBatches(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}

/**
 * A network that vouches covers a place only as far as it sees everything that is asked around it: a zone
 * that reaches out of its circle is not observed. A sensor is named where a strike of its circle can matter.
 * A feed that was removed covers nothing. What they saw counts all the same.
 */
function asPushedFeed(row: StrikeFeed): IndexedFeed {
  const { latitude, longitude, radiusMiles } = row;
  const centre = latitude === null || longitude === null ? null : { latitude, longitude };
  const providesCoverage = row.providesCoverage && row.retiredAt === null;
  return {
    vendor: vendorOf(row),
    name: `ingest:${row.name}`,
    providesCoverage,
    organizationId: row.organizationId,
    covers(placeLatitude, placeLongitude, reachMiles = 0) {
      if (row.retiredAt !== null) return false;
      // Without a circle a sensor is named with every place of its organisation: its strikes count wherever
      // they are.
      if (centre === null || radiusMiles === null) return !providesCoverage;
      const miles = distanceMiles(centre, { latitude: placeLatitude, longitude: placeLongitude });
      if (miles === null) return false;
      return providesCoverage ? miles + reachMiles <= radiusMiles : miles <= radiusMiles + reachMiles;
    },
  };
}
