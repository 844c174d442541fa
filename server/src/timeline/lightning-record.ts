import { setImmediate } from 'node:timers/promises';
import {
  advisedAllClearMinutes,
  bearingDegrees,
  coverageOf,
  distanceMiles,
  joinZoneRecords,
  LightningIndex,
  lockLightning,
  MINUTE_MS,
  newLocationRadii,
  observationLimitMs,
  observedSteps,
  outerRadiusMiles,
  strikeEntries,
  type TimelineEntry,
  type TimelineSpan,
  type TimelineThunder,
  uncoveredEntry,
  unobservedEntries,
  unobservedStretches,
  zoneEntries,
  zoneRanges,
  zoneRecord,
} from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import type { Database } from '../platform/database/database.ts';
import {
  batchesWithin,
  flashesNear,
  lightningPoliciesAt,
  oldestObservation,
  type PlaceKey,
} from './store.ts';

/** Windows before a span: the longest timer, and what the batches of a sun window are compared with. */
const windowLeadMs = 180 * MINUTE_MS;
/** Strikes before a span: more than the longest timer. */
const strikeLeadMs = 70 * MINUTE_MS;
/** States of zones are computed in such parts, between which other work may run. */
const sliceMs = 15 * MINUTE_MS;

interface Place extends PlaceKey {
  readonly latitude: number;
  readonly longitude: number;
}

/** Something that was seen at a place, with its arrival. */
interface NearStrike {
  readonly at: number;
  readonly receivedAt: number;
  readonly distanceMiles: number;
  readonly bearingDegrees: number;
}

export interface LightningRecord {
  readonly radiiMiles: readonly number[];
  readonly allClearMinutes: number;
  readonly entries: readonly (readonly TimelineEntry[])[];
}

interface Needs {
  readonly db: Database;
  readonly live: Pick<LightningLive, 'lightningIndex'>;
}

/**
 * Strikes near a place, what was not observed, and the states of the zones as they were known then. The zones are those
 * that a new location there would have had at the end of the span. `now` is product time, epoch ms.
 */
export async function lightningRecord(
  { db, live }: Needs,
  place: Place,
  reports: readonly TimelineThunder[],
  given: TimelineSpan,
  now: number,
): Promise<LightningRecord> {
  const span = { from: given.from, to: Math.min(given.to, now) };
  const policies = await lightningPoliciesAt(db, place, span.to);
  const radii = lockLightning({ ...newLocationRadii, allClearMinutes: advisedAllClearMinutes }, policies);
  const { allClearMinutes } = radii;
  const zones = zoneRanges(radii);
  const radiiMiles = zones.map(({ radiusMiles }) => radiusMiles);
  if (span.from >= span.to) return { radiiMiles, allClearMinutes, entries: [] };
  const reachMiles = outerRadiusMiles(radii);
  const { organizationId } = place;
  const { lightningIndex } = live;
  const feeds = lightningIndex.feedsAt(place.latitude, place.longitude, { organizationId, reachMiles });
  const providing = feeds.filter(({ providesCoverage }) => providesCoverage);
  const strikes = await strikesNear(db, live, place, reachMiles, {
    ...span,
    from: span.from - strikeLeadMs,
  });
  const shown = strikeEntries(strikes.filter(({ at }) => at >= span.from));
  const batches = await batchesWithin(db, { from: span.from - windowLeadMs, to: span.to });
  const index = new LightningIndex(providing);
  for (const { feed, ...batch } of batches) index.add(feed, batch);
  const windows = index.windowsOf(providing);
  const records = zones.map(() => [] as ReturnType<typeof zoneRecord>[]);
  for (let from = span.from; from < span.to; from += sliceMs) {
    const slice = { from, to: Math.min(span.to, from + sliceMs) };
    const near = windows.filter((window) => window.to > from - windowLeadMs && window.receivedAt <= slice.to);
    const observed = observedSteps(near, slice);
    const recent = strikes.filter(({ at }) => at > from - strikeLeadMs && at < slice.to);
    for (const [i, { radiusMiles }] of zones.entries()) {
      const within = recent.filter((strike) => strike.distanceMiles <= radiusMiles);
      const input = { radiusMiles, allClearMinutes, observed, strikes: within, reports };
      records[i]?.push(zoneRecord(input, slice));
    }
    await setImmediate();
  }
  const ofZones = zones.map((zone, i) => ({ zone, stretches: joinZoneRecords(records[i] ?? []) }));
  const missing =
    providing.length === 0
      ? [uncoveredEntry(span, now)]
      : unobservedEntries(unobservedStretches(providingWindows(windows), span, now, observationLimitMs), {
          now,
          storedFrom: await oldestObservation(db),
        });
  return { radiiMiles, allClearMinutes, entries: [missing, shown, zoneEntries(ofZones, span)] };
}

/** The windows that provide coverage: those of a blinded instrument do not. */
function providingWindows(windows: ReturnType<LightningIndex['windowsOf']>) {
  const byFeed = Map.groupBy(windows, ({ feed }) => feed);
  return [...byFeed.values()].flatMap((ofFeed) => coverageOf(ofFeed).windows);
}

/** A flash that was seen at several points is one strike, as near as its nearest point. */
async function strikesNear(
  db: Database,
  live: Needs['live'],
  place: Place,
  reachMiles: number,
  span: TimelineSpan,
): Promise<NearStrike[]> {
  const strikes: NearStrike[] = [];
  for (const { at, feed, points, receivedAt } of await flashesNear(db, place, reachMiles, span)) {
    if (!counts(live, feed, place.organizationId)) continue;
    let nearest: NearStrike | null = null;
    for (let i = 0; i + 1 < points.length; i += 2) {
      const point = { latitude: points[i] ?? 0, longitude: points[i + 1] ?? 0 };
      const miles = distanceMiles(place, point) ?? Number.POSITIVE_INFINITY;
      if (miles > reachMiles || miles >= (nearest?.distanceMiles ?? Number.POSITIVE_INFINITY)) continue;
      nearest = { at, receivedAt, distanceMiles: miles, bearingDegrees: bearingDegrees(place, point) ?? 0 };
    }
    if (nearest) strikes.push(nearest);
  }
  return strikes;
}

/** Strikes that an organization reported are its own. */
function counts({ lightningIndex }: Needs['live'], vendor: string, organizationId: string): boolean {
  const feed = lightningIndex.feedOf(vendor);
  if (feed) return feed.organizationId === undefined || feed.organizationId === organizationId;
  return !vendor.startsWith('ingest:');
}
