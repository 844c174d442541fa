import {
  distanceMiles,
  estimatedSolarWm2,
  fahrenheitFromCelsius,
  feedLimitsMs,
  feelsLikeF,
  inchesFromMm,
  MILES_PER_DEGREE,
  mphFromMps,
  type PolicyTypeShortName,
  relativeHumidityPct,
  stationPressureHpa,
  temperaturePolicy,
  wetBulbGlobe,
} from '@allclear/domain';
import type { NearestObservation, Observation, Station } from './observations.store.ts';

/** A more distant station does not represent a place. */
export const stationReachMiles = 50;
/** Older reports are not shown at all, not even as stale. */
export const oldestReportMs = 6 * 3_600_000;
/** How long a report counts as current. */
export const reportLimitMs = feedLimitsMs.observations.late;
/**
 * An own station sends every few minutes: an older report is not current, and a government station is used.
 */
export const ownReportLimitMs = 15 * 60_000;

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export function milesToStation(place: Place, { station }: NearestObservation): number {
  return distanceMiles(place, station) ?? Number.POSITIVE_INFINITY;
}

export function isStaleReport({ observation }: NearestObservation, now: number): boolean {
  return now - observation.observedAt > reportLimitMs;
}

/** The box of degrees that contains every station within reach. */
export function boxAround(place: Place): { south: number; north: number; west: number; east: number } {
  const high = (stationReachMiles / MILES_PER_DEGREE) * 1.01;
  const wide = Math.min(180, high / Math.max(0.01, Math.cos((place.latitude * Math.PI) / 180)));
  return {
    south: place.latitude - high,
    north: place.latitude + high,
    west: place.longitude - wide,
    east: place.longitude + wide,
  };
}

/**
 * The nearest station within reach; one with a current report and a temperature is preferred to any other.
 */
export function nearestReport(
  around: readonly NearestObservation[],
  place: Place,
  now: number,
): NearestObservation | undefined {
  const rank = (one: NearestObservation) =>
    (isStaleReport(one, now) ? 2 : 0) + (one.observation.temperatureC === null ? 1 : 0);
  let best: { one: NearestObservation; rank: number; miles: number } | undefined;
  for (const one of around) {
    const miles = milesToStation(place, one);
    if (miles > stationReachMiles) continue;
    const ranked = { one, rank: rank(one), miles };
    if (!best || ranked.rank < best.rank || (ranked.rank === best.rank && miles < best.miles)) best = ranked;
  }
  return best?.one;
}

/** The newest report of a place's own stations, while it is current. */
export function ownReport(
  reports: readonly NearestObservation[],
  now: number,
): NearestObservation | undefined {
  return reports
    .filter(({ observation }) => now - observation.observedAt <= ownReportLimitMs)
    .toSorted((a, b) => b.observation.observedAt - a.observation.observedAt)[0];
}

/** What an estimate of WBGT rests on. */
interface WbgtInput {
  readonly station: Pick<Station, 'latitude' | 'longitude' | 'elevationM' | 'windHeightM'>;
  readonly observation: Pick<
    Observation,
    'observedAt' | 'temperatureC' | 'dewPointC' | 'windMps' | 'solarWm2' | 'cloudCover' | 'wbgtC'
  >;
}

/**
 * The WBGT that a station measures, else an estimate from a station's report, °F: Liljegren's model with the
 * measured sun, else the sun estimated from the cloud cover. Without a report of the sky it counts as clear,
 * which is the hotter side. Null when the report lacks an input of the model.
 */
export function estimatedWbgtF({ station, observation }: WbgtInput): number | null {
  if (observation.wbgtC !== null) return fahrenheitFromCelsius(observation.wbgtC);
  const place = {
    at: observation.observedAt,
    latitude: station.latitude,
    longitude: station.longitude,
  };
  const result = wetBulbGlobe({
    ...place,
    temperatureC: observation.temperatureC,
    relativeHumidityPct: relativeHumidityPct(observation.temperatureC, observation.dewPointC),
    windMps: observation.windMps,
    windHeightM: station.windHeightM,
    pressureHpa: stationPressureHpa(station.elevationM ?? 0),
    solarWm2:
      observation.solarWm2 ?? estimatedSolarWm2({ ...place, cloudCover: observation.cloudCover ?? 0 }),
  });
  return result === null ? null : fahrenheitFromCelsius(result.wbgtC);
}

export interface Reading {
  /** In the policy type's unit; null when the station does not report it. */
  readonly value: number | null;
  readonly observedAt: number;
  readonly stationName: string;
}

/** The value of a policy type's measure in a station's report; null for types that no station measures. */
export function readingFor(type: PolicyTypeShortName, nearest: NearestObservation): Reading | null {
  const value = measureOf(type, nearest);
  if (value === undefined) return null;
  return { value, observedAt: nearest.observation.observedAt, stationName: nearest.station.name };
}

function measureOf(type: PolicyTypeShortName, nearest: NearestObservation): number | null | undefined {
  const { observation } = nearest;
  switch (type) {
    case 'WBGT':
      return estimatedWbgtF(nearest);
    case 'HEAT':
    case 'CHILL':
      return feltFor(type, observation);
    case 'WIND':
      return mphFromMps(observation.windMps);
    case 'GUST':
      // Stations report a gust only when there is one: without it the wind is as strong as it gets.
      // A gust that is weaker than the wind (a station's two numbers are of different stretches) is no gust.
      return mphFromMps(strongest(observation.windGustMps, observation.windMps));
    case 'PRECIP':
      return inchesFromMm(
        calibratedRainMm(nearest, observation.precipitationLastHourMm) ??
          (leavesOutDryHours(observation.raw) ? 0 : null),
      );
    default:
      return undefined;
  }
}

function strongest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** What a gauge reads, with the station's calibration. */
export function calibratedRainMm({ station }: NearestObservation, mm: number | null): number | null {
  return mm === null ? null : mm * station.rainFactor;
}

/**
 * Feels-like where the policy applies (heat from 65 °F, chill below it), else the air temperature, which then
 * cannot reach a heat or chill threshold: a heat warning ends in the cool of the evening.
 */
function feltFor(
  type: 'HEAT' | 'CHILL',
  { temperatureC, dewPointC, windMps }: NearestObservation['observation'],
): number | null {
  const temperatureF = fahrenheitFromCelsius(temperatureC);
  if (temperaturePolicy(temperatureF) !== type) return temperatureF;
  return feelsLikeF({
    temperatureF,
    relativeHumidityPct: relativeHumidityPct(temperatureC, dewPointC),
    windMph: mphFromMps(windMps),
  });
}

/**
 * An automated station with a rain gauge (AO2) leaves the amount out when there was none, unless the gauge is
 * out of order (PNO).
 */
function leavesOutDryHours(raw: string): boolean {
  return /\bAO2\b/.test(raw) && !/\bPNO\b/.test(raw);
}
