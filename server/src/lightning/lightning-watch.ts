import {
  cosineOfMiles,
  emptyMatches,
  type IndexedFeed,
  type IndexedFlash,
  isUnobserved,
  type LightningIndex,
  type LocationGrid,
  observationLimitMs,
  outerRadiusMiles,
  packLocations,
  radiusOf,
  seenSince,
  thunderWithin,
  zoneNumbers,
  zoneStatus,
} from '@allclear/domain';
import type { WatchedLocation } from '../locations/index.ts';

/**
 * Changed locations are kept outside the packed grid until there are so many that packing again is cheaper.
 */
const looseLimit = 500;
/** Of a zone that is in delay by a report, in a signature. */
const reportLetter = 'r';

interface Watched {
  location: WatchedLocation;
  /** Per zone 1–4 the last strike within its radius, −Infinity when none is known. */
  lastStrikeAt: Float64Array;
  cosines: Float64Array;
  feeds: readonly IndexedFeed[];
  /** The last announced state of each zone: one letter per zone, so that a change is visible. */
  signature: string;
}

/**
 * Watches every location: which ones a new flash affects, and whose state changed because observation
 * continued, stopped or resumed. It only announces that something changed; the response itself is derived
 * from the index when it is requested.
 */
export class LightningWatch {
  readonly #lightningIndex: LightningIndex;
  readonly #now: () => number;
  readonly #onChange: (locations: readonly WatchedLocation[]) => void;
  #watched: (Watched | null)[] = [];
  readonly #indexById = new Map<string, number>();
  #grid: LocationGrid = packLocations([]);
  /** Indices of locations that are not in the grid yet. */
  #loose = new Set<number>();
  /**
   * Locations that are not clear. Only their state can change without a new flash, except in an outage, which
   * changes all.
   */
  readonly #active = new Set<number>();
  readonly #matches = emptyMatches();
  readonly #feedsByVendors = new Map<string, readonly IndexedFeed[]>();
  /** Per set of feeds: whether it is current, and since when its observation suffices. */
  /** Sum of the instants that were observed and confirmed through: changes when any of them does. */
  #through = 0;
  readonly #outlook = new Map<readonly IndexedFeed[], { text: string; confirmedThrough: number }>();

  constructor(
    lightningIndex: LightningIndex,
    now: () => number,
    onChange: (locations: readonly WatchedLocation[]) => void,
  ) {
    this.#lightningIndex = lightningIndex;
    this.#now = now;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#indexById.size;
  }

  /**
   * Adds or replaces locations and derives each one's state from the index; announces changes of those that
   * existed before.
   */
  put(locations: readonly WatchedLocation[]): void {
    for (const location of locations) {
      const known = this.#indexById.get(location.id);
      if (known !== undefined) this.#drop(known);
      const index = this.#watched.length;
      const zones = zoneNumbers.map((zone) => radiusOf(location, zone));
      const { latest } = this.#lightningIndex.latestWithin(
        location,
        zones.map((miles) => Math.max(0, miles)),
        Number.NEGATIVE_INFINITY,
      );
      const watched: Watched = {
        location,
        lastStrikeAt: Float64Array.from(zones, (miles, i) =>
          miles > 0 ? (latest[i]?.at ?? Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY,
        ),
        cosines: Float64Array.from(zones, (miles) => (miles > 0 ? cosineOfMiles(miles) - 1e-15 : 2)),
        feeds: this.#feedsOf(location),
        signature: '',
      };
      this.#watched.push(watched);
      this.#indexById.set(location.id, index);
      this.#loose.add(index);
      this.#judge(index, this.#now());
    }
    if (this.#loose.size > looseLimit) this.#pack();
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexById.get(id);
      if (index !== undefined) this.#drop(index);
      this.#indexById.delete(id);
    }
  }

  /**
   * Called when the index has new flashes: finds the locations that they affect and those whose state the
   * observation changed.
   */
  flashes(flashes: Iterable<IndexedFlash & { readonly feed?: string }>): void {
    const now = this.#now();
    const changed = new Set<number>();
    for (const flash of flashes) {
      const owner =
        flash.feed === undefined ? undefined : this.#lightningIndex.feedOf(flash.feed)?.organizationId;
      for (let i = 0; i + 1 < flash.points.length; i += 2) {
        this.#grid.match(flash.points[i]!, flash.points[i + 1]!, this.#matches);
        for (let m = 0; m < this.#matches.count; m++)
          this.#strike(this.#matches.ids[m]!, this.#matches.cosines[m]!, flash.at, owner, changed);
        for (const index of this.#loose)
          this.#strike(
            index,
            this.#cosineTo(index, flash.points[i]!, flash.points[i + 1]!),
            flash.at,
            owner,
            changed,
          );
      }
    }
    for (const index of changed) {
      this.#judge(index, now);
      this.#active.add(index);
    }
    if (this.#outlookTurned(now)) this.#judgeAll(now, changed);
    // A flash affects only the regions of feeds, but observation continues everywhere: locations that wait
    // for it are announced.
    for (const index of this.#active) {
      this.#judge(index, now);
      changed.add(index);
    }
    this.#announce(changed);
  }

  /** Called when thunder was reported at these places, or a report was taken back. */
  reported(placeIds: readonly string[]): void {
    const now = this.#now();
    const changed = new Set<number>();
    for (const index of this.#indexById.values()) {
      const placeId = this.#watched[index]?.location.placeId;
      if (!placeId || !placeIds.includes(placeId)) continue;
      this.#judge(index, now);
      changed.add(index);
    }
    this.#announce(changed);
  }

  /**
   * Must be called about once a second, because an outage begins, and a gap is given up, without an event.
   */
  tick(): void {
    const now = this.#now();
    const changed = new Set<number>();
    if (this.#outlookTurned(now)) this.#judgeAll(now, changed);
    // A gap that was given up but is short enough to tolerate lets observation continue without a new batch.
    else if (this.#wentOn(now))
      for (const index of this.#active) if (this.#judge(index, now)) changed.add(index);
    // Where nothing is observed the quiet time after thunder is over by the clock alone.
    for (const index of this.#active)
      if (this.#watched[index]?.signature.includes(reportLetter) && this.#judge(index, now))
        changed.add(index);
    this.#announce(changed);
  }

  #wentOn(now: number): boolean {
    let through = 0;
    for (const feeds of this.#feedsByVendors.values()) {
      const observation = this.#lightningIndex.observation(feeds, now);
      if (observation !== null) through += observation.observedThrough + observation.confirmedThrough;
    }
    if (through === this.#through) return false;
    this.#through = through;
    return true;
  }

  /**
   * Whether an outage began or ended, a gap opened or closed, or observation was taken back, for any of the
   * places.
   */
  #outlookTurned(now: number): boolean {
    let turned = false;
    for (const feeds of this.#feedsByVendors.values()) {
      const observation = this.#lightningIndex.observation(feeds, now);
      const text =
        observation === null || isUnobserved(observation, now) ? 'unknown' : String(seenSince(observation));
      const { confirmedThrough } = observation ?? { confirmedThrough: Number.NEGATIVE_INFINITY };
      const before = this.#outlook.get(feeds);
      this.#outlook.set(feeds, { text, confirmedThrough });
      if (before?.text !== text || confirmedThrough < before.confirmedThrough) turned = true;
    }
    return turned;
  }

  #judgeAll(now: number, changed: Set<number>): void {
    for (const index of this.#indexById.values()) if (this.#judge(index, now)) changed.add(index);
  }

  /** `owner` is the organization whose own feed reported the flash; undefined for a shared feed. */
  #strike(index: number, cosine: number, at: number, owner: string | undefined, changed: Set<number>): void {
    const watched = this.#watched[index];
    if (!watched || (owner !== undefined && owner !== watched.location.organizationId)) return;
    for (let zone = 0; zone < 4; zone++) {
      if (cosine < watched.cosines[zone]!) continue;
      // Even one that is older than the last is news: the count of strikes changed.
      changed.add(index);
      if (at > watched.lastStrikeAt[zone]!) watched.lastStrikeAt[zone] = at;
    }
  }

  #cosineTo(index: number, latitude: number, longitude: number): number {
    const watched = this.#watched[index];
    if (!watched) return -1;
    const rad = Math.PI / 180;
    const phi = watched.location.latitude * rad;
    const psi = latitude * rad;
    return (
      Math.sin(phi) * Math.sin(psi) +
      Math.cos(phi) * Math.cos(psi) * Math.cos((longitude - watched.location.longitude) * rad)
    );
  }

  /** Derives the state again; true when it differs from the announced one. */
  #judge(index: number, now: number): boolean {
    const watched = this.#watched[index];
    if (!watched) return false;
    const observation = this.#lightningIndex.observation(watched.feeds, now);
    const { location } = watched;
    const reports = this.#lightningIndex.reportsAt(location.placeId);
    let signature = '';
    for (let zone = 0; zone < 4; zone++) {
      const [cosine, at] = [watched.cosines[zone], watched.lastStrikeAt[zone]];
      if (cosine === undefined || at === undefined || cosine > 1) continue;
      const status = zoneStatus(
        at === Number.NEGATIVE_INFINITY ? null : at,
        location.allClearMinutes,
        observation,
        now,
        observationLimitMs,
        thunderWithin(reports, radiusOf(location, zoneNumbers[zone]!))?.at ?? null,
      );
      signature += status.kind === 'delay' ? status.reason[0] : status.kind[0];
    }
    if (/^c*$/.test(signature)) this.#active.delete(index);
    else this.#active.add(index);
    const differs = signature !== watched.signature;
    watched.signature = signature;
    return differs;
  }

  #announce(indices: Iterable<number>): void {
    const locations: WatchedLocation[] = [];
    for (const index of indices) {
      const watched = this.#watched[index];
      if (watched) locations.push(watched.location);
    }
    if (locations.length > 0) this.#onChange(locations);
  }

  /** One list of feeds for all locations that the same feeds cover. */
  #feedsOf(location: WatchedLocation): readonly IndexedFeed[] {
    const { latitude, longitude, organizationId } = location;
    const feeds = this.#lightningIndex.feedsAt(latitude, longitude, {
      organizationId,
      reachMiles: outerRadiusMiles(location),
    });
    const vendors = feeds.map((feed) => feed.vendor).join(' ');
    const known = this.#feedsByVendors.get(vendors);
    if (known) return known;
    this.#feedsByVendors.set(vendors, feeds);
    return feeds;
  }

  #drop(index: number): void {
    this.#watched[index] = null;
    this.#loose.delete(index);
    this.#active.delete(index);
  }

  #pack(): void {
    const kept = this.#watched.filter((watched) => watched !== null);
    this.#watched = kept;
    this.#indexById.clear();
    this.#active.clear();
    this.#loose = new Set();
    kept.forEach((watched, index) => {
      this.#indexById.set(watched.location.id, index);
      if (!/^c*$/.test(watched.signature)) this.#active.add(index);
    });
    this.#grid = packLocations(
      kept.map(({ location }) => ({
        latitude: location.latitude,
        longitude: location.longitude,
        outerRadiusMiles: outerRadiusMiles(location),
      })),
    );
  }
}
