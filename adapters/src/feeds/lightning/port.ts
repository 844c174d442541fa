/**
 * A lightning flash as a feed reports it. Times are epoch ms (UTC), coordinates degrees (longitude −180…180).
 */
export interface Flash {
  /** Unique and stable within the feed: the same flash fetched twice has the same key. */
  readonly key: string;
  /** Instant of the flash's first event, epoch ms. */
  readonly at: number;
  /** Centroid, for the map. */
  readonly latitude: number;
  readonly longitude: number;
  /**
   * Where it was detected, as latitude, longitude, latitude, longitude, …: the groups of a GLM flash, or just
   * the centroid for a point report. Never empty. The distance of a flash to a place is that of its nearest
   * point.
   */
  readonly points: Float32Array | Float64Array;
  /** Radiant energy in joules, null where the network gives none. */
  readonly energyJ: number | null;
  /** Peak current in kA with its sign, null where the network gives none. */
  readonly amplitudeKa: number | null;
  /** The network's quality flag, unchanged; stored, never used to drop a flash. 0 is good. */
  readonly quality: number;
  /**
   * Spec 1 section 3: 1 ground general, 2 ground to cloud, 3 cloud to ground, 4 cloud pulse; 0 total
   * lightning, kind unknown.
   */
  readonly type: 0 | 1 | 2 | 3 | 4;
}

/**
 * One observation window of a feed over its whole region: the flashes in it and the period for which it
 * provides coverage.
 */
export interface LightningBatch {
  /**
   * Stable key of the batch within the feed (for GLM the platform and the granule's start). Ingesting it
   * twice changes nothing.
   */
  readonly key: string;
  /** The observation window, epoch ms, from < to. Flashes may begin up to about 2 s before `from`. */
  readonly from: number;
  readonly to: number;
  readonly flashes: readonly Flash[];
  /** Number of events (pixels over the threshold) that the instrument detected; absent where unknown. */
  readonly eventCount?: number | null;
  /** The batch reports that data of its window were lost: its flashes count, its quiet does not. */
  readonly dataLost?: boolean;
}

/**
 * A source of lightning. One instance is one region with one coverage of its own (a satellite, a network).
 */
export interface LightningFeed {
  /** Short and stable, stored with the data: 'glm-goes19', 'simulated'. */
  readonly vendor: string;
  /**
   * Whether a place (degrees), with everything within `reachMiles` around it (0 unless given), lies in the
   * region that this feed observes.
   */
  covers(latitude: number, longitude: number, reachMiles?: number): boolean;
  /**
   * Whether the sun may blind the instrument at an instant, epoch ms. Absent: never. Batches of such a time need
   * an `eventCount`: without it they provide no coverage.
   */
  sunWindow?(at: number): boolean;
  /** How often to poll, ms of weather time. */
  readonly pollEveryMs: number;
  /**
   * Fetches new batches. Yields them as they are ready, newest first, so that delays start at once; batches
   * whose key is `known` are not fetched again. Everything between `since` and `now` that the source has is
   * yielded. Throws AdapterError when the source cannot be read. A single unreadable batch is skipped (a
   * later poll fetches it again) and passed to `onFault`, so that one broken granule does not stop the
   * others.
   */
  poll(request: {
    readonly now: number;
    readonly since: number;
    readonly known: (key: string) => boolean;
    readonly onFault: (error: unknown) => void;
    readonly signal: AbortSignal;
  }): AsyncIterable<LightningBatch>;
  /** Ends worker threads and sockets. */
  close(): Promise<void>;
}
