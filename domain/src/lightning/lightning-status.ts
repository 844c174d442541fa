import { outerRadiusMiles, type ZoneRadii, type ZoneRange, zoneRanges } from '../locations/index.ts';
import type { BlindReason } from './blinded-batches.ts';
import type { Observation } from './coverage.ts';
import type { LightningIndex, NearFlash } from './lightning-index.ts';
import { type ThunderHere, thunderWithin } from './thunder-reports.ts';
import { isUnobserved, observationLimitMs, type ZoneStatus, zoneStatus } from './zone-status.ts';

export interface WatchedPlace extends ZoneRadii {
  readonly latitude: number;
  readonly longitude: number;
  readonly allClearMinutes: number;
  /** The organization of the place: its own feeds count too. */
  readonly organizationId?: string | undefined;
  /** The organization location that it is, or is tied to: thunder that is heard there counts. */
  readonly placeId: string | null;
}

export interface ZoneLightning extends ZoneRange {
  readonly status: ZoneStatus;
  /** The last strike within the zone's radius, within the retention time of the index. */
  readonly lastStrike: NearFlash | null;
  /** Thunder that concerns the zone, when it was last heard, within the retention time of the index. */
  readonly thunder: ThunderHere | null;
}

interface Seen {
  readonly zones: readonly ZoneLightning[];
  /** Flashes within the largest radius in the last 30 minutes. */
  readonly strikeCount: number;
  readonly feeds: readonly string[];
  /** Why observation ends before what the feeds have reported; null when it does not, or for another cause. */
  readonly blindReason: BlindReason | null;
}

/**
 * `unknown` when nothing has been observed yet or the observation lags behind its limit; its zones are
 * `unknown` too, or in delay while thunder was heard. A place that no feed covers is `unknown` for as long.
 */
export type LightningStatus =
  | { readonly kind: 'not-covered' }
  | ({
      readonly kind: 'known';
      readonly observation: Observation;
      /** How far observation lies behind the clock while the feeds are on time, ms. */
      readonly lagMs: number;
    } & Seen)
  | ({ readonly kind: 'unknown'; readonly observation: Observation | null } & Seen);

const countedMs = 30 * 60_000;

/** The lightning status of a place at `now` (epoch ms). API, pages and replay all use this function. */
export function lightningAt(
  lightningIndex: LightningIndex,
  place: WatchedPlace,
  now: number,
  limitMs = observationLimitMs,
): LightningStatus {
  const feeds = lightningIndex.feedsAt(place.latitude, place.longitude, {
    organizationId: place.organizationId,
    reachMiles: outerRadiusMiles(place),
  });
  const reports = lightningIndex.reportsAt(place.placeId);
  const isCovered = feeds.some((feed) => feed.providesCoverage);
  const longestMs = place.allClearMinutes * 60_000;
  if (!isCovered && !reports.some(({ thunderAt }) => now < thunderAt + longestMs))
    return { kind: 'not-covered' };
  const observation = lightningIndex.observation(feeds, now);
  const ranges = zoneRanges(place);
  const { latest, count } = lightningIndex.latestWithin(
    place,
    ranges.map((range) => range.radiusMiles),
    Number.NEGATIVE_INFINITY,
    now - countedMs,
  );
  const zones = ranges.map((range, index) => {
    const lastStrike = latest[index] ?? null;
    const thunder = thunderWithin(reports, range.radiusMiles);
    const { allClearMinutes } = place;
    return {
      ...{ ...range, lastStrike, thunder },
      status: zoneStatus(
        lastStrike?.at ?? null,
        allClearMinutes,
        observation,
        now,
        limitMs,
        thunder?.at ?? null,
      ),
    };
  });
  const seen = {
    zones,
    strikeCount: count,
    feeds: feeds.map((feed) => feed.name ?? feed.vendor),
    blindReason: lightningIndex.blindReason(feeds, now),
  };
  return observation === null || isUnobserved(observation, now, limitMs)
    ? { kind: 'unknown', observation, ...seen }
    : { kind: 'known', observation, lagMs: lightningIndex.nominalLagMs(feeds, now), ...seen };
}
