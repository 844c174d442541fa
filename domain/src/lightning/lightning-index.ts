// One class over 300 lines: everything in it reads the same packed points.
/**
 * The current lightning data: recent flashes and the observation windows of each feed. Held in memory and
 * rebuilt from the store at any time. The engine, the API and the replay of the past all query this index.
 * Times are epoch ms, coordinates degrees.
 */

import { bearingDegrees, cosineOfMiles, milesFromCosine } from '../core/index.ts';
import {
  type BatchCoverage,
  type BatchWindow,
  type BlindReason,
  coverageOf,
  observationOfFeeds,
} from './blinded-batches.ts';
import type { Observation } from './coverage.ts';
import { cellOf, cellsAround } from './lightning-cells.ts';
import { nominalLagMs } from './observation-lag.ts';
import type { ThunderReport } from './thunder-reports.ts';

/**
 * A flash of the index. `points` are latitude, longitude, …; its distance to a place is that of the nearest
 * point.
 */
export interface IndexedFlash {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly points: Float32Array | Float64Array;
}

export interface IndexedBatch<F extends IndexedFlash = IndexedFlash> {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly receivedAt: number;
  readonly flashes: readonly F[];
  /** False for flashes without an observation window: they count as strikes but provide no coverage. */
  readonly providesCoverage?: boolean;
  /** Number of detected events; null or undefined when the feed gives none. */
  readonly eventCount?: number | null;
  /** The batch reports that data of its period were lost: it provides no coverage. */
  readonly dataLost?: boolean;
}

/**
 * Every feed may start a delay. Only a feed that provides coverage may end one (a single local sensor does
 * not).
 */
export interface IndexedFeed {
  readonly vendor: string;
  /** Display name, where it differs from the vendor. */
  readonly name?: string;
  readonly providesCoverage: boolean;
  /** The only organization that the feed serves; undefined: all. */
  readonly organizationId?: string;
  /** Whether it observes a place and everything within `reachMiles` (0 unless given) around it. */
  covers(latitude: number, longitude: number, reachMiles?: number): boolean;
  /** Whether the sun may blind the instrument at an instant, epoch ms. Undefined: never. */
  sunWindow?(at: number): boolean;
}

/** The organization of a query, and its radius around the place. */
export interface IndexScope {
  readonly organizationId?: string | undefined;
  readonly reachMiles?: number | undefined;
}

/** A place, and the organization whose own feeds count there besides the shared ones. */
export interface IndexPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly organizationId?: string | undefined;
}

export interface NearFlash {
  readonly at: number;
  readonly distanceMiles: number;
  readonly bearingDegrees: number;
}

/** A feed that is not blinded may be this much later than one that is. */
const hinderedMs = 60_000;
const slabMs = 600_000;
/** How long it is known that a report was taken back. */
export const takenBackKeptMs = 48 * 3_600_000;
const pointSize = 5;
const radiansPerDegree = Math.PI / 180;

interface Slab<F> {
  readonly from: number;
  /** Per half-degree cell, the points of flashes in it: x, y, z, instant, arrival. */
  readonly cells: Map<number, Points<F>>;
  readonly flashes: F[];
}

interface Points<F> {
  vectors: Float64Array;
  readonly flashes: F[];
}

interface FeedState {
  readonly feed: IndexedFeed;
  windows: BatchWindow[];
  /** Derived from `windows`; null after a change of them. */
  coverage: BatchCoverage | null;
  readonly keys: Set<string>;
  lag?: { readonly version: number; readonly ms: number };
}

export class LightningIndex<F extends IndexedFlash = IndexedFlash> {
  readonly #feeds: FeedState[];
  /** Per organization with feeds of its own; '' for the shared feeds. */
  readonly #slabs = new Map<string, Map<number, Slab<F>>>();
  readonly #retentionMs: number;
  /** Thunder that was heard, by place. */
  readonly #reports = new Map<string, ThunderReport[]>();
  /** Reports that were taken back: what followed from them ends without an all clear. */
  readonly #takenBack = new Map<string, ThunderReport>();
  #version = 0;
  readonly #observations = new Map<
    string,
    { version: number; now: number; observation: Observation | null }
  >();

  /**
   * `retentionMs` is how long flashes and windows are kept. It must be well above the longest timer (60
   * minutes).
   */
  constructor(feeds: readonly IndexedFeed[], retentionMs = 3 * 3_600_000) {
    this.#feeds = feeds.map(newState);
    this.#retentionMs = retentionMs;
  }

  /**
   * Registers a feed. A feed of the same vendor replaces the definition and keeps windows, keys and flashes.
   */
  putFeed(feed: IndexedFeed): void {
    const index = this.#feeds.findIndex((state) => state.feed.vendor === feed.vendor);
    if (index === -1) this.#feeds.push(newState(feed));
    else this.#feeds[index] = { ...this.#feeds[index]!, feed };
    this.#version++;
  }

  /** Whether an organization has feeds of its own. */
  hasFeedsOf(organizationId: string): boolean {
    return this.#feeds.some(({ feed }) => feed.organizationId === organizationId);
  }

  feedOf(vendor: string): IndexedFeed | undefined {
    return this.#feeds.find(({ feed }) => feed.vendor === vendor)?.feed;
  }

  /**
   * Adds a batch. Returns false, without a change, for a batch that was added before and for one of an
   * unregistered feed.
   */
  add(vendor: string, batch: IndexedBatch<F>): boolean {
    const state = this.#feeds.find(({ feed }) => feed.vendor === vendor);
    if (state === undefined || state.keys.has(batch.key)) return false;
    state.keys.add(batch.key);
    if (batch.providesCoverage !== false) {
      const window = windowOf(state.feed, batch);
      let index = state.windows.length;
      while (index > 0 && state.windows[index - 1]!.from > window.from) index--;
      state.windows.splice(index, 0, window);
      state.coverage = null;
    }
    for (const flash of batch.flashes)
      this.#addFlash(flash, batch.receivedAt, state.feed.organizationId ?? '');
    this.#version++;
    return true;
  }

  /** Adds or replaces a report of thunder. One that was taken back before stays so. */
  putReport(report: ThunderReport): void {
    if (this.#takenBack.has(report.id)) return;
    const others = this.reportsAt(report.placeId).filter(({ id }) => id !== report.id);
    this.#reports.set(report.placeId, [...others, report]);
  }

  takeReportBack(report: ThunderReport): void {
    this.#takenBack.set(report.id, report);
    const others = this.reportsAt(report.placeId).filter(({ id }) => id !== report.id);
    if (others.length > 0) this.#reports.set(report.placeId, others);
    else this.#reports.delete(report.placeId);
  }

  /** The reports that count at a place; none for a location that belongs to no place. */
  reportsAt(placeId: string | null | undefined): readonly ThunderReport[] {
    return (placeId && this.#reports.get(placeId)) || [];
  }

  /** Whether the report by which thunder was heard at an instant was taken back, and no other one of it stands. */
  isTakenBack(placeId: string, at: number): boolean {
    const isOf = ({ firstThunderAt, thunderAt }: ThunderReport) => firstThunderAt <= at && at <= thunderAt;
    return (
      !this.reportsAt(placeId).some(isOf) &&
      [...this.#takenBack.values()].some((report) => report.placeId === placeId && isOf(report))
    );
  }

  has(vendor: string, key: string): boolean {
    return this.#feeds.some(({ feed, keys }) => feed.vendor === vendor && keys.has(key));
  }

  #addFlash(flash: F, receivedAt: number, owner: string): void {
    const number = Math.floor(flash.at / slabMs);
    let slabs = this.#slabs.get(owner);
    if (slabs === undefined) {
      slabs = new Map();
      this.#slabs.set(owner, slabs);
    }
    let slab = slabs.get(number);
    if (slab === undefined) {
      slab = { from: number * slabMs, cells: new Map(), flashes: [] };
      slabs.set(number, slab);
    }
    slab.flashes.push(flash);
    for (let i = 0; i + 1 < flash.points.length; i += 2) {
      const latitude = flash.points[i]!;
      const longitude = flash.points[i + 1]!;
      const cell = cellOf(latitude, longitude);
      let points = slab.cells.get(cell);
      if (points === undefined) {
        points = { vectors: new Float64Array(4 * pointSize), flashes: [] };
        slab.cells.set(cell, points);
      }
      const at = points.flashes.length * pointSize;
      if (at === points.vectors.length) {
        const larger = new Float64Array(at * 2);
        larger.set(points.vectors);
        points.vectors = larger;
      }
      const [x, y, z] = vectorOf(latitude, longitude);
      points.vectors[at] = x;
      points.vectors[at + 1] = y;
      points.vectors[at + 2] = z;
      points.vectors[at + 3] = flash.at;
      points.vectors[at + 4] = receivedAt;
      points.flashes.push(flash);
    }
  }

  /** Drops what is older than the retention time. */
  forget(now: number): void {
    const horizon = now - this.#retentionMs;
    for (const slabs of this.#slabs.values()) {
      for (const [number, slab] of slabs) if (slab.from + slabMs < horizon) slabs.delete(number);
    }
    for (const [placeId, reports] of this.#reports) {
      const kept = reports.filter(({ thunderAt }) => thunderAt >= horizon);
      if (kept.length === 0) this.#reports.delete(placeId);
      else if (kept.length < reports.length) this.#reports.set(placeId, kept);
    }
    // A warning that is held for lost data may still follow from one of hours ago.
    for (const [id, { thunderAt }] of this.#takenBack)
      if (thunderAt < now - takenBackKeptMs) this.#takenBack.delete(id);
    for (const state of this.#feeds) {
      if (state.windows.length > 0 && state.windows[0]!.to < horizon) {
        state.windows = state.windows.filter((window) => window.to >= horizon);
        state.coverage = null;
        this.#version++;
      }
      // Keys outlive their windows, so that an old batch that a source still lists is not read twice.
      if (state.keys.size > 10_000) {
        const newest = [...state.keys].slice(-5_000);
        state.keys.clear();
        for (const key of newest) state.keys.add(key);
      }
    }
  }

  /**
   * The feeds that cover a place as far around it as asked: the shared feeds and those of the organization.
   */
  feedsAt(
    latitude: number,
    longitude: number,
    { organizationId, reachMiles = 0 }: IndexScope = {},
  ): IndexedFeed[] {
    return this.#feeds
      .map(({ feed }) => feed)
      .filter(
        (feed) =>
          (feed.organizationId === undefined || feed.organizationId === organizationId) &&
          feed.covers(latitude, longitude, reachMiles),
      );
  }

  #slabsFor(organizationId: string | undefined): Slab<F>[] {
    const owners = organizationId === undefined ? [''] : ['', organizationId];
    return owners.flatMap((owner) => [...(this.#slabs.get(owner)?.values() ?? [])]);
  }

  /**
   * The combined observation of the given feeds: where several cover a place, one is enough to observe an
   * instant. Null when none of them provides coverage or has observed anything yet.
   */
  observation(feeds: readonly IndexedFeed[], now: number): Observation | null {
    const covering = this.#feeds.filter(
      ({ feed }) => feed.providesCoverage && feeds.some(({ vendor }) => vendor === feed.vendor),
    );
    const name = covering.map(({ feed }) => feed.vendor).join(' ');
    const cached = this.#observations.get(name);
    if (cached !== undefined && cached.version === this.#version && cached.now === now)
      return cached.observation;
    const observation = observationOfFeeds(
      covering.map((state) => coverageOfState(state).windows),
      now,
    );
    this.#observations.set(name, { version: this.#version, now, observation });
    return observation;
  }

  /**
   * How far the observation of the given feeds lies behind the clock while they are on time, ms: that of the
   * fastest one.
   */
  nominalLagMs(feeds: readonly IndexedFeed[], now: number): number {
    let fastest = Number.POSITIVE_INFINITY;
    for (const state of this.#feeds) {
      if (!state.feed.providesCoverage || !feeds.some(({ vendor }) => vendor === state.feed.vendor)) continue;
      if (state.lag === undefined || state.lag.version !== this.#version)
        state.lag = { version: this.#version, ms: nominalLagMs(state.windows, now) };
      fastest = Math.min(fastest, state.lag.ms);
    }
    return Number.isFinite(fastest) ? fastest : nominalLagMs([], now);
  }

  /** The observation of one feed, null when it is unregistered or has observed nothing yet. */
  observationOf(vendor: string, now: number): Observation | null {
    const state = this.#feeds.find(({ feed }) => feed.vendor === vendor);
    return state === undefined ? null : observationOfFeeds([coverageOfState(state).windows], now);
  }

  /**
   * Why the joint observation of the given feeds ends before what they have reported: the instrument is blind,
   * or data were lost. Null when it does not, or for another cause.
   */
  blindReason(feeds: readonly IndexedFeed[], now: number): BlindReason | null {
    const through = this.observation(feeds, now)?.observedThrough ?? Number.NEGATIVE_INFINITY;
    const reasons = new Set<BlindReason>();
    for (const state of this.#feeds) {
      if (!state.feed.providesCoverage || !feeds.some(({ vendor }) => vendor === state.feed.vendor)) continue;
      for (const { to, reason } of coverageOfState(state).blind)
        if (to > through + hinderedMs) reasons.add(reason);
    }
    return (['sun', 'sun-possible', 'data-lost'] as const).find((reason) => reasons.has(reason)) ?? null;
  }

  /** The observation of the feeds that cover a place; see `observation`. */
  observationAt(
    latitude: number,
    longitude: number,
    now: number,
    scope: IndexScope = {},
  ): Observation | null {
    return this.observation(this.feedsAt(latitude, longitude, scope), now);
  }

  /**
   * The latest flash within each of the radii (miles, in any order) around a place since an instant, null
   * where there is none, and the number of flashes within the largest radius. Of flashes at the same instant
   * the nearest counts.
   */
  latestWithin(
    place: IndexPlace,
    radiiMiles: readonly number[],
    since: number,
    countSince = since,
  ): { latest: (NearFlash | null)[]; count: number } {
    const [x, y, z] = vectorOf(place.latitude, place.longitude);
    const cosines = radiiMiles.map((miles) => cosineOfMiles(miles) - 1e-15);
    const outer = Math.min(...cosines, 1);
    const best = radiiMiles.map(() => ({
      at: Number.NEGATIVE_INFINITY,
      cosine: -1,
      latitude: 0,
      longitude: 0,
    }));
    const counted = new Set<F>();
    for (const { vectors, flashes } of this.#pointsNear(place, Math.max(0, ...radiiMiles), since)) {
      for (let i = 0, at = 0; i < flashes.length; i++, at += pointSize) {
        const cosine = x * vectors[at]! + y * vectors[at + 1]! + z * vectors[at + 2]!;
        const time = vectors[at + 3]!;
        if (cosine < outer || time < since) continue;
        if (time >= countSince) counted.add(flashes[i]!);
        for (let r = 0; r < cosines.length; r++) {
          const found = best[r]!;
          if (cosine < cosines[r]! || time < found.at || (time === found.at && cosine <= found.cosine))
            continue;
          found.at = time;
          found.cosine = cosine;
          // Coordinates of the point itself, recovered from its vector.
          found.latitude = Math.asin(Math.max(-1, Math.min(1, vectors[at + 2]!))) / radiansPerDegree;
          found.longitude = Math.atan2(vectors[at + 1]!, vectors[at]!) / radiansPerDegree;
        }
      }
    }
    const latest = best.map((found) =>
      found.at === Number.NEGATIVE_INFINITY
        ? null
        : {
            at: found.at,
            distanceMiles: milesFromCosine(found.cosine),
            bearingDegrees: bearingDegrees(place, found) ?? 0,
          },
    );
    return { latest, count: counted.size };
  }

  /**
   * Calls `visit` for every point of a flash within the given miles of a place from `since` until `until`
   * (exclusive), in no order: shared feeds and those of the place's organization. A flash with several points
   * is visited once per point. Compare `cosine` with `cosineOfMiles(miles) - 1e-15`, as the index does. The
   * replay of the past uses it, because it needs the arrival of each flash.
   */
  visitWithin(
    place: IndexPlace,
    { miles, since, until }: { readonly miles: number; readonly since: number; readonly until: number },
    visit: (flash: F, receivedAt: number, cosine: number) => void,
  ): void {
    const [x, y, z] = vectorOf(place.latitude, place.longitude);
    const outer = cosineOfMiles(miles) - 1e-15;
    for (const { vectors, flashes } of this.#pointsNear(place, miles, since, until)) {
      for (let i = 0, at = 0; i < flashes.length; i++, at += pointSize) {
        const cosine = x * vectors[at]! + y * vectors[at + 1]! + z * vectors[at + 2]!;
        const time = vectors[at + 3]!;
        if (cosine >= outer && time >= since && time < until) visit(flashes[i]!, vectors[at + 4]!, cosine);
      }
    }
  }

  /** The cells within the given miles of a place, of the slabs that meet the time from `since` until `until`. */
  #pointsNear(
    place: IndexPlace,
    miles: number,
    since: number,
    until = Number.POSITIVE_INFINITY,
  ): Points<F>[] {
    const cells = cellsAround(place, miles);
    const near: Points<F>[] = [];
    for (const slab of this.#slabsFor(place.organizationId)) {
      if (slab.from + slabMs <= since || slab.from >= until) continue;
      for (const cell of cells) {
        const points = slab.cells.get(cell);
        if (points !== undefined) near.push(points);
      }
    }
    return near;
  }

  /**
   * The windows of all batches of those of the given feeds that provide coverage, in no order; `coverageOf`
   * gives the ones that do.
   */
  windowsOf(feeds: readonly IndexedFeed[]): BatchWindow[] {
    return this.#feeds
      .filter(({ feed }) => feed.providesCoverage && feeds.some(({ vendor }) => vendor === feed.vendor))
      .flatMap(({ windows }) => windows);
  }

  /** Flashes since an instant, in no order: of the shared feeds and of those of the organization. */
  *flashesSince(since: number, organizationId?: string): Iterable<F> {
    for (const slab of this.#slabsFor(organizationId)) {
      if (slab.from + slabMs <= since) continue;
      for (const flash of slab.flashes) if (flash.at >= since) yield flash;
    }
  }
}

function newState(feed: IndexedFeed): FeedState {
  return { feed, windows: [], coverage: null, keys: new Set() };
}

function coverageOfState(state: FeedState): BatchCoverage {
  state.coverage ??= coverageOf(state.windows);
  return state.coverage;
}

function windowOf(
  feed: IndexedFeed,
  { from, to, receivedAt, eventCount, dataLost }: Omit<IndexedBatch, 'flashes'>,
): BatchWindow {
  const window: BatchWindow = { feed: feed.vendor, from, to, receivedAt };
  if (feed.sunWindow === undefined && !dataLost) return window;
  return {
    ...window,
    eventCount: eventCount ?? null,
    dataLost: dataLost ?? false,
    inSunWindow: feed.sunWindow?.(from) === true || feed.sunWindow?.(to) === true,
  };
}

/** The point of the unit sphere: the dot product of two vectors is the cosine of their angle. */
function vectorOf(latitude: number, longitude: number): [number, number, number] {
  const phi = latitude * radiansPerDegree;
  const lambda = longitude * radiansPerDegree;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
