import type { PollutantReading } from '@allclear/adapters';
import {
  distanceMiles,
  feedLimitsMs,
  hourlyMeans,
  type Pollutant,
  type PollutantIndices,
  pollutantIndices,
} from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { particlesSince, type StationParticles } from '../stations/index.ts';
import { type AirQualityAround, airQualitySince } from './store.ts';

/** Air quality is known only within 10 miles of a monitor (specification 1, 2.8). */
export const monitorReachMiles = 10;
/** How long an hourly mean counts as current, and until when it is shown as old. */
export const airQualityLimitsMs = feedLimitsMs['air-quality'];
/** A day of hours before the oldest that may be the newest. */
export const particlesReachMs = 50 * 3_600_000;

/** A reading with how far its monitor is from the place, and the indices that it means. */
export interface NearReading {
  readonly reading: PollutantReading;
  readonly miles: number;
  readonly indices: PollutantIndices;
  /** Of a sensor of the organization. */
  readonly isOwn: boolean;
}

/** The readings of the source around a place, and those of the organization's own sensors. */
export interface AirReadings {
  readonly around: readonly PollutantReading[];
  readonly own: readonly PollutantReading[];
}

type Place = { readonly latitude: number; readonly longitude: number };

/**
 * One reading of each pollutant for a place (degrees) at `now`, from monitors and own sensors that are near
 * enough. A current reading goes before an old one, one with an index before one without, a measured one
 * before a modeled one, and the nearest before others. A model is evaluated for the place itself.
 */
export function readingsNear(readings: AirReadings, place: Place, now: number): NearReading[] {
  return [...readingsByPollutant(readings, place, now).values()].flatMap(([best]) => best ?? []);
}

/** All readings near enough, those of each pollutant in the order in which they count. */
export function readingsByPollutant(
  { around, own }: AirReadings,
  place: Place,
  now: number,
): Map<Pollutant, NearReading[]> {
  const near = (readings: readonly PollutantReading[], isOwn: boolean) =>
    readings.flatMap((reading): NearReading[] => {
      const miles = reading.modelled ? 0 : (distanceMiles(place, reading) ?? Number.POSITIVE_INFINITY);
      if (miles > monitorReachMiles) return [];
      return [
        {
          reading,
          miles,
          isOwn,
          indices: pollutantIndices(reading.pollutant, reading.nowCastIndex, reading.hours),
        },
      ];
    });
  const rank = (one: NearReading) =>
    (isCurrentReading(one, now) ? 0 : 4) +
    (one.indices.nowCast === null ? 2 : 0) +
    (one.reading.modelled ? 1 : 0);
  const candidates = [...near(own, true), ...near(around, false)].toSorted(
    (a, b) => rank(a) - rank(b) || a.miles - b.miles,
  );
  return Map.groupBy(candidates, ({ reading }) => reading.pollutant);
}

export function isCurrentReading({ reading }: NearReading, now: number): boolean {
  return now - reading.observedAt <= airQualityLimitsMs.late;
}

export function hasNowCast({ indices }: NearReading): boolean {
  return indices.nowCast !== null;
}

/** The particle readings of the organization's own stations, in the form of monitors' readings. */
export function readingsOfStations(stations: readonly StationParticles[], now: number): PollutantReading[] {
  return stations.flatMap(({ stationName, latitude, longitude, pm25, pm10 }) =>
    (
      [['PM2.5', pm25] as const, ['PM10', pm10] as const] satisfies (readonly [
        Pollutant,
        ReadonlyMap<number, number>,
      ])[]
    ).flatMap(([pollutant, quarters]): PollutantReading[] => {
      const means = hourlyMeans(quarters, now);
      if (!means) return [];
      const { observedAt, newestFirst } = means;
      return [
        {
          pollutant,
          siteName: stationName,
          latitude,
          longitude,
          observedAt,
          nowCastIndex: null,
          hours: newestFirst,
        },
      ];
    }),
  );
}

/** The particle readings of the stations of one organization. */
export async function readOwnAir(
  db: Database,
  organizationId: string,
  now: number,
): Promise<PollutantReading[]> {
  return readingsOfStations(await particlesSince(db, organizationId, now - particlesReachMs), now);
}

/**
 * The stored air quality: by cell the last readings of the source, by organization those of its own sensors.
 */
export interface AirReadingsByPlace {
  readonly byCell: ReadonlyMap<string, AirQualityAround>;
  readonly ownByOrganization: ReadonlyMap<string, readonly PollutantReading[]>;
}

export async function readAirQuality(db: Database, now: number): Promise<AirReadingsByPlace> {
  const byCell = new Map<string, AirQualityAround>();
  // However old: what was known once and is not any more is lost, not absent.
  const [arounds, stations] = await Promise.all([
    airQualitySince(db, 0),
    particlesSince(db, null, now - particlesReachMs),
  ]);
  for (const around of arounds) {
    const key = `${around.latitude20},${around.longitude20}`;
    if (!byCell.has(key)) byCell.set(key, around);
  }
  const ownByOrganization = new Map(
    [...Map.groupBy(stations, ({ organizationId }) => organizationId)].map(([organizationId, of]) => [
      organizationId,
      readingsOfStations(of, now),
    ]),
  );
  return { byCell, ownByOrganization };
}
