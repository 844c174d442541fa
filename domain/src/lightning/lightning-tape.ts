/**
 * What was observed of the lightning around a place in the last half hour: the evidence behind its status, as
 * the tape and the small map of the lightning card draw it. It states facts and no status, so it can be given
 * while the status is unknown. Times are epoch ms, distances miles.
 */

import { bearingDegrees, cosineOfMiles, distanceMiles, type GeoPoint } from '../core/index.ts';
import { outerRadiusMiles, type ZoneRadii, type ZoneRange, zoneRanges } from '../locations/index.ts';
import { type BatchWindow, coverageOf } from './blinded-batches.ts';
import { type Gap, type Observation, seamMs, seenSince } from './coverage.ts';
import type { IndexedFlash, IndexPlace, LightningIndex, NearFlash } from './lightning-index.ts';
import type { WatchedPlace } from './lightning-status.ts';
import { countdownAt } from './observation-lag.ts';
import { thunderWithin } from './thunder-reports.ts';

/** How far the tape reaches back. */
export const tapeMs = 30 * 60_000;
/** Strikes of a zone within this time are one tick. */
export const tapeBinMs = 10_000;
/** The most strikes that the small map gets. */
export const tapeMapStrikes = 300;

export interface TapeZone extends ZoneRange {
  /** Instants of strikes within the radius and of thunder that was heard, oldest first: of each 10 s the newest. */
  readonly strikesAt: readonly number[];
}

export interface LightningTape {
  /** Begin of the half hour. */
  readonly from: number;
  readonly now: number;
  /** Null while nothing has been observed. */
  readonly observedThrough: number | null;
  /** All clears and quiet count to here. */
  readonly confirmedThrough: number | null;
  /** Quiet counts from here at the earliest: after the unseen time that a quiet period must not contain. */
  readonly quietCountsFrom: number | null;
  /** What was not observed and is given up, oldest first, within the half hour. */
  readonly unseen: readonly Gap[];
  /** A missing stretch that may still arrive: to the next window that has, or to `now`. */
  readonly pendingGap: Gap | null;
  readonly zones: readonly TapeZone[];
  /** Within the largest radius, newest first. */
  readonly strikes: readonly NearFlash[];
  /** How many older strikes `strikes` leaves out. */
  readonly strikesLeftOut: number;
}

/** A stretch of a lane. What belongs to none was observed, and not quiet for long enough to count. */
export interface LaneStretch {
  readonly from: number;
  readonly to: number;
  /** `quiet`: observed, without a strike since; `unseen`: not observed. */
  readonly kind: 'quiet' | 'unseen';
}

type TapePlace = ZoneRadii & IndexPlace & Pick<WatchedPlace, 'placeId'>;

/**
 * The tape of a place at `now`, from the same feeds, observation and distances as its status
 * (`lightningAt`). Null where no feed provides coverage.
 */
export function lightningTapeAt(
  lightningIndex: LightningIndex,
  place: TapePlace,
  now: number,
): LightningTape | null {
  const feeds = lightningIndex.feedsAt(place.latitude, place.longitude, {
    organizationId: place.organizationId,
    reachMiles: outerRadiusMiles(place),
  });
  if (!feeds.some((feed) => feed.providesCoverage)) return null;
  const observation = lightningIndex.observation(feeds, now);
  const lagMs = lightningIndex.nominalLagMs(feeds, now);
  const from = now - tapeMs;
  return {
    from,
    now,
    observedThrough: observation?.observedThrough ?? null,
    confirmedThrough: observation?.confirmedThrough ?? null,
    quietCountsFrom: observation && seenSince(observation),
    unseen: unseenOf(observation, from, now),
    pendingGap: observation && pendingGapOf(observation, lightningIndex.windowsOf(feeds), lagMs, now),
    ...strikesOf(lightningIndex, place, from),
  };
}

/** The given-up gaps and the time before observation began, within the half hour. */
function unseenOf(observation: Observation | null, from: number, now: number): Gap[] {
  if (observation === null) return [{ from, to: now }];
  const before = { from, to: observation.observedFrom };
  return [before, ...observation.gaps]
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(now, gap.to) }))
    .filter((gap) => gap.from < gap.to);
}

function pendingGapOf(
  { observedThrough }: Observation,
  windows: readonly BatchWindow[],
  lagMs: number,
  now: number,
): Gap | null {
  let next = Number.POSITIVE_INFINITY;
  for (const ofFeed of Map.groupBy(windows, ({ feed }) => feed).values()) {
    for (const window of coverageOf(ofFeed).windows)
      if (window.from > observedThrough + seamMs) next = Math.min(next, window.from);
  }
  if (Number.isFinite(next)) return { from: observedThrough, to: Math.min(next, now) };
  return countdownAt(observedThrough, lagMs, now).paused ? { from: observedThrough, to: now } : null;
}

function strikesOf(
  lightningIndex: LightningIndex,
  place: TapePlace,
  from: number,
): Pick<LightningTape, 'zones' | 'strikes' | 'strikesLeftOut'> {
  // A flash has several points: its nearest one counts.
  const nearest = new Map<IndexedFlash, number>();
  const span = { miles: outerRadiusMiles(place), since: from, until: Number.POSITIVE_INFINITY };
  lightningIndex.visitWithin(place, span, (flash, _receivedAt, cosine) => {
    if (cosine > (nearest.get(flash) ?? -2)) nearest.set(flash, cosine);
  });
  const zones = zoneRanges(place).map((range) => {
    const least = cosineOfMiles(range.radiusMiles) - 1e-15;
    const bins = new Map<number, number>();
    const mark = (at: number) => {
      // A strike just ahead of the clock belongs to the last bin.
      const bin = Math.min(tapeMs / tapeBinMs - 1, Math.floor((at - from) / tapeBinMs));
      bins.set(bin, Math.max(at, bins.get(bin) ?? at));
    };
    for (const [{ at }, cosine] of nearest) if (cosine >= least) mark(at);
    for (const report of lightningIndex.reportsAt(place.placeId)) {
      const thunder = thunderWithin([report], range.radiusMiles);
      if (thunder && thunder.at >= from) mark(thunder.at);
    }
    return { ...range, strikesAt: [...bins.values()].sort((a, b) => a - b) };
  });
  const flashes = [...nearest.keys()].sort((a, b) => b.at - a.at);
  return {
    zones,
    strikes: flashes.slice(0, tapeMapStrikes).map((flash) => nearFlash(place, flash)),
    strikesLeftOut: Math.max(0, flashes.length - tapeMapStrikes),
  };
}

/** Distance and bearing of the nearest point of a flash. */
function nearFlash(place: GeoPoint, { at, points }: IndexedFlash): NearFlash {
  let near = { at, distanceMiles: Number.POSITIVE_INFINITY, bearingDegrees: 0 };
  for (let i = 0; i + 1 < points.length; i += 2) {
    const point = { latitude: points[i] ?? 0, longitude: points[i + 1] ?? 0 };
    const miles = distanceMiles(place, point) ?? Number.POSITIVE_INFINITY;
    if (miles < near.distanceMiles)
      near = { at, distanceMiles: miles, bearingDegrees: bearingDegrees(place, point) ?? 0 };
  }
  return near;
}

type LaneInput = Pick<
  LightningTape,
  'from' | 'now' | 'confirmedThrough' | 'quietCountsFrom' | 'unseen' | 'pendingGap'
>;

/**
 * The quiet and the unseen stretches of a zone's lane, in order of time and without overlap. Quiet is what was
 * observed and confirmed since the last strike, and since the unseen time that interrupts a quiet period.
 *
 * @param lastStrikeAt the last strike within the zone's radius, null when there is none
 */
export function laneStretches(input: LaneInput, lastStrikeAt: number | null): LaneStretch[] {
  const { from, now, confirmedThrough, quietCountsFrom, unseen, pendingGap } = input;
  const hidden = [...unseen, ...(pendingGap ? [pendingGap] : [])]
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(now, gap.to) }))
    .filter((gap) => gap.from < gap.to)
    .sort((a, b) => a.from - b.from);
  const stretches: LaneStretch[] = [];
  const end = confirmedThrough === null || quietCountsFrom === null ? from : Math.min(now, confirmedThrough);
  let at = Math.max(from, quietCountsFrom ?? from, lastStrikeAt ?? from);
  for (const gap of hidden) {
    if (at < Math.min(gap.from, end))
      stretches.push({ from: at, to: Math.min(gap.from, end), kind: 'quiet' });
    stretches.push({ ...gap, kind: 'unseen' });
    at = Math.max(at, gap.to);
  }
  if (at < end) stretches.push({ from: at, to: end, kind: 'quiet' });
  return stretches;
}
