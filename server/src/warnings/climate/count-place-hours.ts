/**
 * Counts lightning around each organization location by hours. The zones are those that a new location there would
 * have: the radii and the timer of the lightning policies that watched the place at the end of the hour, otherwise those
 * that locations begin with. Not those of saved locations: they are many, change as people please, and belong to people.
 */
import { setImmediate } from 'node:timers/promises';
import {
  advisedAllClearMinutes,
  cosineOfMiles,
  emptyMatches,
  HOUR_MS,
  hindsightLimitMs,
  inHindsight,
  LightningIndex,
  lockLightning,
  MINUTE_MS,
  newLocationRadii,
  observedSteps,
  outerRadiusMiles,
  packLocations,
  radiusOf,
  zoneNumbers,
  zoneTime,
} from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import {
  batchesBetween,
  flashesBetween,
  nextHourToCount,
  type PlaceHour,
  type PlaceThen,
  placesAt,
  writePlaceHours,
} from './place-hours.store.ts';

const actor = systemActor('count-place-hours');

/** So long after its end an hour is counted: late batches are there, or lost. */
export const countedAfterMs = HOUR_MS;
/** Windows before the hour: the longest timer, and what the batches of a sun window are compared with. */
const windowLeadMs = 3 * HOUR_MS;
/** Strikes before the hour: more than the longest timer. */
const strikeLeadMs = 70 * MINUTE_MS;
/** The work on an hour is done in such parts of it, between which other work may run. */
const sliceMs = 5 * MINUTE_MS;
/** Real ms between two hours that were missed, and between two looks for one. */
const restMs = { missed: 1_000, none: 30_000 } as const;

interface Needs {
  readonly db: Database;
  readonly live: Pick<LightningLive, 'lightningIndex'>;
}

/** Counts each hour when it is due, and those that were missed, the latest first, as far as lightning is kept. */
export function countPlaceHours({
  clock,
  log,
  ...needs
}: Needs & { clock: Clock; log: FastifyBaseLogger }): Loop {
  return {
    name: 'place-hours',
    async run(signal) {
      while (!signal.aborted) {
        let counted = false;
        try {
          counted = await countNextHour(needs, clock.now());
        } catch (error) {
          log.error({ err: error }, 'an hour of lightning could not be counted; it is tried again');
        }
        await clock.sleep((counted ? restMs.missed : restMs.none) * clock.speed, signal);
      }
    },
  };
}

/** Counts the latest hour that is due; false when none is. `now` is product time, epoch ms. */
export async function countNextHour(needs: Needs, now: number): Promise<boolean> {
  const last = Math.floor((now - countedAfterMs) / HOUR_MS) * HOUR_MS - HOUR_MS;
  const hour = await nextHourToCount(needs.db, last);
  if (hour === null) return false;
  await writePlaceHours(needs.db, actor, hour, await countHour(needs, hour));
  return true;
}

/** A zone of a place with what happened in it. */
interface CountedZone {
  readonly radiusMiles: number;
  readonly cosine: number;
  /** Since before the hour. */
  readonly strikes: number[];
  delayMs: number;
  unknownMs: number;
}

interface CountedPlace {
  readonly place: PlaceThen;
  readonly allClearMinutes: number;
  readonly outerRadiusMiles: number;
  /** By their number; null where one is off. */
  readonly zones: readonly (CountedZone | null)[];
  /** The feeds that cover it with observation. */
  readonly vendors: readonly string[];
}

async function countHour({ db, live }: Needs, hour: number): Promise<Omit<PlaceHour, 'hour'>[]> {
  const places = (await placesAt(db, hour + HOUR_MS)).map((place) => counting(place, live));
  if (places.length === 0) return [];
  await matchStrikes(db, live, places, hour);
  await addTimes(db, live, places, hour);
  return places.map(({ place: { id, organizationId, latitude, longitude }, allClearMinutes, zones }) => {
    const of = (value: (zone: CountedZone) => number) => zones.map((zone) => zone && value(zone));
    return {
      ...{ placeId: id, organizationId, latitude, longitude, allClearMinutes },
      radiusMiles: of((zone) => zone.radiusMiles),
      strikes: of((zone) => zone.strikes.filter((at) => at >= hour).length),
      delaySeconds: of((zone) => Math.round(zone.delayMs / 1_000)),
      unknownSeconds: of((zone) => Math.round(zone.unknownMs / 1_000)),
    };
  });
}

function counting(place: PlaceThen, live: Needs['live']): CountedPlace {
  const { latitude, longitude, organizationId, policies } = place;
  const radii = lockLightning({ ...newLocationRadii, allClearMinutes: advisedAllClearMinutes }, policies);
  const reachMiles = outerRadiusMiles(radii);
  const feeds = live.lightningIndex.feedsAt(latitude, longitude, { organizationId, reachMiles });
  return {
    place,
    allClearMinutes: radii.allClearMinutes,
    outerRadiusMiles: reachMiles,
    zones: zoneNumbers.map((zone) => {
      const radiusMiles = radiusOf(radii, zone);
      if (!(radiusMiles > 0)) return null;
      const cosine = cosineOfMiles(radiusMiles) - 1e-15;
      return { radiusMiles, cosine, strikes: [], delayMs: 0, unknownMs: 0 };
    }),
    vendors: feeds.filter(({ providesCoverage }) => providesCoverage).map(({ vendor }) => vendor),
  };
}

/** A flash that was seen at several points is one strike, as near as its nearest point. */
async function matchStrikes(
  db: Database,
  live: Needs['live'],
  places: readonly CountedPlace[],
  hour: number,
): Promise<void> {
  const grid = packLocations(
    places.map(({ place, outerRadiusMiles }) => ({
      latitude: place.latitude,
      longitude: place.longitude,
      outerRadiusMiles,
    })),
  );
  const matches = emptyMatches();
  for (let from = hour - strikeLeadMs; from < hour + HOUR_MS; from += sliceMs) {
    for (const { at, feed, points } of await flashesBetween(db, from, from + sliceMs)) {
      const nearest = new Map<number, number>();
      for (let i = 0; i + 1 < points.length; i += 2) {
        grid.match(points[i] ?? 0, points[i + 1] ?? 0, matches);
        for (let m = 0; m < matches.count; m++) {
          const [id = 0, cosine = -1] = [matches.ids[m], matches.cosines[m]];
          nearest.set(id, Math.max(cosine, nearest.get(id) ?? -1));
        }
      }
      for (const [id, cosine] of nearest) {
        const counted = places[id];
        if (!counted || !counts(live, feed, counted.place.organizationId)) continue;
        for (const zone of counted.zones) if (zone && cosine >= zone.cosine) zone.strikes.push(at);
      }
    }
    await setImmediate();
  }
}

/** Strikes that an organization reported are its own. */
function counts({ lightningIndex }: Needs['live'], vendor: string, organizationId: string): boolean {
  const feed = lightningIndex.feedOf(vendor);
  if (feed) return feed.organizationId === undefined || feed.organizationId === organizationId;
  return !vendor.startsWith('ingest:');
}

async function addTimes(
  db: Database,
  live: Needs['live'],
  places: readonly CountedPlace[],
  hour: number,
): Promise<void> {
  const batches = await batchesBetween(db, hour - windowLeadMs, hour + HOUR_MS);
  const feeds = [...new Set(batches.map(({ feed }) => feed))].flatMap(
    (vendor) => live.lightningIndex.feedOf(vendor) ?? [],
  );
  const index = new LightningIndex(feeds);
  for (const { feed, ...batch } of batches) index.add(feed, batch);
  for (let from = hour; from < hour + HOUR_MS; from += sliceMs) {
    const slice = { from, to: from + sliceMs };
    const views = new Map<string, ReturnType<typeof viewOf>>();
    for (const [i, { vendors, zones, allClearMinutes }] of places.entries()) {
      const name = vendors.join(' ');
      const view = views.get(name) ?? viewOf(index, vendors, slice);
      views.set(name, view);
      for (const zone of zones) {
        if (!zone) continue;
        const { observed, span } = view;
        const time = zoneTime({ observed, strikes: zone.strikes, allClearMinutes }, span);
        zone.delayMs += time.delayMs;
        zone.unknownMs += time.unknownMs;
      }
      if (i % 200 === 199) await setImmediate();
    }
    await setImmediate();
  }
}

/** What some feeds together observed of a part of the hour; null without feeds. */
function viewOf(index: LightningIndex, vendors: readonly string[], slice: { from: number; to: number }) {
  if (vendors.length === 0) return { observed: null, span: { ...slice, limitMs: 0 } };
  const feeds = vendors.flatMap((vendor) => index.feedOf(vendor) ?? []);
  const windows = inHindsight(index.windowsOf(feeds)).filter(({ to }) => to <= slice.to);
  const span = { ...slice, limitMs: hindsightLimitMs(windows) };
  return { observed: observedSteps(windows, span), span };
}
