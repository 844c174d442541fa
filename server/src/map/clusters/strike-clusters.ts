import { setImmediate } from 'node:timers/promises';
import { type Box, isInBox, type LightningLive } from '../../lightning/index.ts';
import { createSerialQueue } from '../../platform/change-feed/serial-queue.ts';
import { ArrivedStrikes, GrowingRows, isFor } from './arrived-strikes.ts';
import { type Cluster, clustersInView } from './clusters-in-view.ts';
import { clusterMaxZoom } from './strike-cluster-levels.ts';
import { createClusterThread } from './strike-cluster-thread.ts';

/** How long a set of clusters is used before a newer one is built, real ms; later strikes are added to it. */
const renewAfterMs = 2_000;
/** An older set is not used: the request waits for the newer one. */
const longestLifeMs = 30_000;
/** Strikes of one slice. */
const sliceRows = 10_000;
/** No screen can show more marks: a wider box is answered with coarser clusters. */
const maxClusters = 5_000;

export interface StrikeClusters {
  /**
   * Clusters (radius 50 pixels) of the strikes since an instant that lie in a box, at a zoom level; of
   * shared feeds and the organization's own.
   */
  find(organizationId: string, box: Box, zoom: number, since: number): Promise<Cluster[]>;
  close(): Promise<void>;
}

interface Levels {
  readonly builtAt: number;
  readonly rows: readonly Float64Array[];
  /** The first arrival that is not in the rows. */
  readonly arrivals: number;
}

type Live = Pick<LightningLive, 'lightningIndex' | 'onBatches'>;

/**
 * Clusters of the recent strikes. A worker builds them again at most every two seconds, and only while they
 * are requested. Strikes that arrived since are added to the last set, so a response is never older than the
 * strikes of this process and never waits for the worker.
 */
export function createStrikeClusters(live: Live): StrikeClusters {
  const sets = new Map<string, Levels>();
  const building = new Map<string, Promise<Levels>>();
  const arrived = new ArrivedStrikes();
  /** Strikes that arrived while all strikes are being gathered. */
  let meanwhile: Set<unknown> | null = null;
  const thread = createClusterThread();
  const queue = createSerialQueue();

  const unsubscribe = live.onBatches((batches) => {
    if (sets.size === 0 && building.size === 0) return;
    for (const batch of batches) {
      const owner = live.lightningIndex.feedOf(batch.feed)?.organizationId ?? '';
      for (const flash of batch.flashes) {
        meanwhile?.add(flash);
        arrived.add({ owner, longitude: flash.longitude, latitude: flash.latitude, at: flash.at });
      }
    }
  });

  const gather = async (since: number, owner: string): Promise<Float64Array> => {
    const skipped = new Set<unknown>();
    meanwhile = skipped;
    const flashes = live.lightningIndex.flashesSince(since, owner === '' ? undefined : owner);
    const rows = await gatherRows(flashes, skipped);
    meanwhile = null;
    return rows;
  };

  const make = async (owner: string, since: number): Promise<Levels> => {
    const builtAt = performance.now();
    const known = sets.get(owner);
    const arrivals = arrived.next;
    const added = new GrowingRows();
    if (known) for (const strike of arrived.from(known.arrivals)) if (isFor(strike, owner)) added.add(strike);
    const strikes = known ? added.packed() : await gather(since, owner);
    const rows = await thread.run({ owner, since, strikes, anew: !known });
    const levels = { builtAt, rows, arrivals };
    sets.set(owner, levels);
    forget();
    return levels;
  };

  const build = (owner: string, since: number): Promise<Levels> => {
    const known = building.get(owner);
    if (known) return known;
    const work = queue.add(() =>
      make(owner, since)
        .catch((error: unknown) => {
          // The worker thread may have lost its rows: the next set is built from all strikes.
          sets.delete(owner);
          throw error;
        })
        .finally(() => building.delete(owner)),
    );
    building.set(owner, work);
    return work;
  };

  /** Drops sets that were not requested lately, and arrivals that all other sets contain. */
  const forget = () => {
    for (const [owner, { builtAt }] of sets)
      if (performance.now() - builtAt > longestLifeMs) sets.delete(owner);
    const needed = Math.min(...[...sets.values()].map(({ arrivals }) => arrivals));
    if (building.size > 1 || !Number.isFinite(needed)) return;
    arrived.dropBefore(needed);
  };

  return {
    async find(organizationId, box, zoom, since) {
      const owner = live.lightningIndex.hasFeedsOf(organizationId) ? organizationId : '';
      const known = sets.get(owner);
      const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.builtAt;
      const isUsable = age <= longestLifeMs;
      const levels = known && isUsable ? known : await build(owner, since);
      if (isUsable && age > renewAfterMs) void build(owner, since).catch(() => {});
      const fresh = arrived
        .from(levels.arrivals)
        .filter((strike) => strike.at >= since && isFor(strike, owner) && isInBox(strike, box));
      for (let level = Math.max(0, Math.min(clusterMaxZoom, Math.floor(zoom))); ; level--) {
        const rows = levels.rows[level];
        if (rows === undefined) throw new Error(`There are no clusters of zoom level ${level}.`);
        const clusters = clustersInView(rows, fresh, { box, zoom: level, since });
        if (clusters.length <= maxClusters || level === 0) return clusters;
      }
    },
    async close() {
      unsubscribe();
      await thread.close();
    },
  };
}

/**
 * Flashes as rows, in slices so that nothing else is blocked. `skipped` arrived during the work and are among
 * the arrivals.
 */
async function gatherRows(
  flashes: ReturnType<Live['lightningIndex']['flashesSince']>,
  skipped: ReadonlySet<unknown>,
): Promise<Float64Array> {
  const rows = new GrowingRows();
  for (const flash of flashes) {
    if (skipped.size === 0 || !skipped.has(flash)) rows.add(flash);
    if (rows.count % sliceRows === 0) await setImmediate();
  }
  return rows.packed();
}
