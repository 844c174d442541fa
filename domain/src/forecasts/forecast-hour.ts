import {
  estimatedSolarWm2,
  feelsLikeF,
  stationPressureHpa,
  sunPosition,
  wetBulbGlobe,
} from '../atmosphere/index.ts';
import { fahrenheitFromCelsius, HOUR_MS, isFiniteReading, mphFromMps } from '../core/index.ts';

/** The forecast of a source for one hour. SI units; null is missing, never zero. */
export interface ForecastHour {
  /** Start of the hour, epoch ms, a whole hour of UTC. */
  readonly at: number;
  readonly temperatureC: number | null;
  readonly relativeHumidityPct: number | null;
  /** 10 m above the ground. */
  readonly windMps: number | null;
  readonly windGustMps: number | null;
  /** Direction the wind comes from, degrees. */
  readonly windFromDegrees: number | null;
  /** Part of the sky that is covered, 0 … 1. */
  readonly cloudCover: number | null;
  /** Rain and melted snow within the hour, mm. */
  readonly precipitationMm: number | null;
  readonly precipitationChancePct: number | null;
  /** New snow within the hour, mm of its depth. */
  readonly snowMm: number | null;
  /** Of `weatherCodes`. */
  readonly weatherCode: number | null;
  /** Null when the source does not give it. */
  readonly isDaytime: boolean | null;
}

/** The same with the computed values. */
export interface CompleteForecastHour extends ForecastHour {
  readonly isDaytime: boolean;
  readonly feelsLikeF: number | null;
  /** An estimate: the solar part follows from the forecast cloud cover. */
  readonly wbgtF: number | null;
}

export interface ForecastPlace {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Meters above sea level; null counts as sea level. */
  readonly elevationM: number | null;
}

/**
 * A forecast hour with feels-like (°F), WBGT (°F, Liljegren's model for the middle of the hour) and whether
 * the sun is up at that time, where the source does not give it. A missing cloud cover counts as a clear sky,
 * which is the hotter side. Values with a missing input are null.
 */
export function completeForecastHour(hour: ForecastHour, place: ForecastPlace): CompleteForecastHour {
  const { latitude, longitude } = place;
  const middle = hour.at + HOUR_MS / 2;
  const wbgt = wetBulbGlobe({
    at: hour.at + HOUR_MS,
    averagingMinutes: 60,
    latitude,
    longitude,
    temperatureC: hour.temperatureC,
    relativeHumidityPct: hour.relativeHumidityPct,
    windMps: hour.windMps,
    windHeightM: 10,
    pressureHpa: stationPressureHpa(place.elevationM ?? 0),
    solarWm2: estimatedSolarWm2({ at: middle, latitude, longitude, cloudCover: hour.cloudCover ?? 0 }),
  });
  return {
    ...hour,
    isDaytime:
      hour.isDaytime ?? (sunPosition({ at: middle, latitude, longitude })?.apparentElevationDeg ?? -1) > 0,
    feelsLikeF: feelsLikeF({
      temperatureF: fahrenheitFromCelsius(hour.temperatureC),
      relativeHumidityPct: hour.relativeHumidityPct,
      windMph: mphFromMps(hour.windMps),
    }),
    wbgtF: wbgt === null ? null : fahrenheitFromCelsius(wbgt.wbgtC),
  };
}

/** The largest of several values that may be missing; null when all are. */
export function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter(isFiniteReading);
  return known.length === 0 ? null : Math.max(...known);
}
