import { setImmediate } from 'node:timers/promises';
import { type Box, isInBox, type LightningLive } from '../../lightning/index.ts';
import { clusterMaxZoom, rowSize, squareOf } from './strike-cluster-levels.ts';
import { createClusterThread } from './strike-cluster-thread.ts';

/** How long a set of clusters serves before a newer one is made, real ms; what came since is laid over it. */
const renewAfterMs = 2_000;
/** Past this one waits for the newer set. */
const longestLifeMs = 30_000;
/** Strikes that are gathered in one go. */
const sliceRows = 10_000;
/** More marks than this no screen can show: a wider box is answered in coarser clusters. */
const maxClusters = 5_000;

export interface Cluster {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  /** The instant of the newest strike, epoch ms. */
  readonly newestAt: number;
}

export interface StrikeClusters {
  /**
   * Clusters (radius 50 pixels) of the strikes since an instant that lie in a box, at a zoom level; of
   * everybody's feeds and the organisation's own.
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

interface Arrival {
  readonly owner: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly at: number;
}

type Live = Pick<LightningLive, 'lightningIndex' | 'onBatches'>;

/**
 * Clusters of the recent strikes. A worker makes them anew, at most every two seconds and only while somebody
 * asks; strikes that came since are laid over the last set, so that an answer is never older than the strikes
 * that this process knows and never waits for the work.
 */
export function createStrikeClusters(live: Live): StrikeClusters {
  const sets = new Map<string, Levels>();
  const building = new Map<string, Promise<Levels>>();
  let arrived: Arrival[] = [];
  /** The number of the first of `arrived`. */
  let firstArrival = 0;
  /** Strikes that came while all of them are being gathered. */
  let meanwhile: Set<unknown> | null = null;
  const thread = createClusterThread();
  let inOrder: Promise<unknown> = Promise.resolve();

  const stopHearing = live.onBatches((batches) => {
    if (sets.size === 0 && building.size === 0) return;
    for (const batch of batches) {
      const owner = live.lightningIndex.feedOf(batch.feed)?.organizationId ?? '';
      for (const flash of batch.flashes) {
        meanwhile?.add(flash);
        arrived.push({ owner, longitude: flash.longitude, latitude: flash.latitude, at: flash.at });
      }
    }
  });

  /**
   * Every strike since an instant, gathered in slices so that nothing else waits. What comes meanwhile is
   * left to the arrivals.
   */
  const gather = async (since: number, owner: string): Promise<Float64Array> => {
    const skipped = new Set<unknown>();
    meanwhile = skipped;
    const rows = new GrowingRows();
    for (const flash of live.lightningIndex.flashesSince(since, owner === '' ? undefined : owner)) {
      if (skipped.size === 0 || !skipped.has(flash)) rows.add(flash);
      if (rows.count % sliceRows === 0) await setImmediate();
    }
    meanwhile = null;
    return rows.packed();
  };

  const make = async (owner: string, since: number): Promise<Levels> => {
    const builtAt = performance.now();
    const known = sets.get(owner);
    const arrivals = firstArrival + arrived.length;
    const added = new GrowingRows();
    if (known)
      for (const strike of arrived.slice(known.arrivals - firstArrival))
        if (isFor(strike, owner)) added.add(strike);
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
    const work = inOrder
      .catch(() => {})
      .then(() => make(owner, since))
      .catch((error: unknown) => {
        // The thread may have lost what it held: the next set is made from everything.
        sets.delete(owner);
        throw error;
      })
      .finally(() => building.delete(owner));
    inOrder = work;
    building.set(owner, work);
    return work;
  };

  /** Lets go of sets that nobody asked for lately, and of arrivals that are in all the others. */
  const forget = () => {
    for (const [owner, { builtAt }] of sets)
      if (performance.now() - builtAt > longestLifeMs) sets.delete(owner);
    const needed = Math.min(...[...sets.values()].map(({ arrivals }) => arrivals));
    if (building.size > 1 || !Number.isFinite(needed)) return;
    arrived = arrived.slice(needed - firstArrival);
    firstArrival = needed;
  };

  return {
    async find(organizationId, box, zoom, since) {
      const owner = live.lightningIndex.hasFeedsOf(organizationId) ? organizationId : '';
      let levels = sets.get(owner);
      const age = levels === undefined ? Number.POSITIVE_INFINITY : performance.now() - levels.builtAt;
      if (age > longestLifeMs) levels = await build(owner, since);
      else if (age > renewAfterMs) void build(owner, since).catch(() => {});
      const fresh = arrived
        .slice(levels!.arrivals - firstArrival)
        .filter((strike) => strike.at >= since && isFor(strike, owner) && isInBox(strike, box));
      for (let level = Math.max(0, Math.min(clusterMaxZoom, Math.floor(zoom))); ; level--) {
        const clusters = inView(levels!.rows[level]!, fresh, { box, zoom: level, since });
        if (clusters.length <= maxClusters || level === 0) return clusters;
      }
    },
    async close() {
      stopHearing();
      await thread.close();
    },
  };
}

function isFor(strike: Arrival, owner: string): boolean {
  return strike.owner === '' || strike.owner === owner;
}

/** Rows of longitude, latitude and instant. */
class GrowingRows {
  #rows = new Float64Array(3 * 1_024);
  count = 0;

  add({ longitude, latitude, at }: { longitude: number; latitude: number; at: number }): void {
    const from = this.count * 3;
    if (from === this.#rows.length) {
      const larger = new Float64Array(from * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[from] = longitude;
    this.#rows[from + 1] = latitude;
    this.#rows[from + 2] = at;
    this.count++;
  }

  packed(): Float64Array {
    return this.#rows.slice(0, this.count * 3);
  }
}

/**
 * The rows in a box with the strikes that came since: one joins a mark in its square of a cluster's width, or
 * stands alone.
 */
function inView(
  rows: Float64Array,
  fresh: readonly Arrival[],
  { box, zoom, since }: { box: Box; zoom: number; since: number },
): Cluster[] {
  const clusters: Cluster[] = [];
  for (let at = 0; at < rows.length; at += rowSize) {
    const place = { longitude: rows[at]!, latitude: rows[at + 1]! };
    if (rows[at + 3]! >= since && isInBox(place, box))
      clusters.push({ ...place, count: rows[at + 2]!, newestAt: rows[at + 3]! });
  }
  if (fresh.length === 0) return clusters;
  const squares = new Map(
    clusters.map((cluster, i) => [squareOf(cluster.longitude, cluster.latitude, zoom), i]),
  );
  for (const { longitude, latitude, at } of fresh) {
    const square = squareOf(longitude, latitude, zoom);
    const i = squares.get(square);
    if (i === undefined) {
      squares.set(square, clusters.length);
      clusters.push({ longitude, latitude, count: 1, newestAt: at });
    } else {
      const cluster = clusters[i]!;
      clusters[i] = { ...cluster, count: cluster.count + 1, newestAt: Math.max(cluster.newestAt, at) };
    }
  }
  return clusters;
}
