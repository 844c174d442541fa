import { fahrenheitFromCelsius, inchesFromMm, mphFromMps, roundTo } from '../core/index.ts';
import {
  type PolicyType,
  type PolicyTypeShortName,
  type TileKind,
  temperaturePolicy,
  tileColor,
} from '../policies/index.ts';
import type { CompleteForecastHour } from './forecast-hour.ts';
import { isThunderCode } from './weather-codes.ts';

/** 0: no threat; 1: near the threshold; 2: the threshold is reached. */
export type ThreatLevel = 0 | 1 | 2;

/** A policy's threshold against one forecast hour. */
export interface HourLevel {
  /** Null: the hour has no value of the type's measure. */
  readonly level: ThreatLevel | null;
  /** As displayed, in the policy type's unit; null for lightning too. */
  readonly value: number | null;
}

type ComparedType = Pick<PolicyType, 'shortName' | 'precision' | 'isDesc' | 'evidence'>;

/**
 * A policy's threshold (in its type's unit) against a forecast hour: reached, or within the margin of
 * `TILE_MARGIN` before it. Values are compared as displayed; a tie exceeds. Forecast thunder threatens a lightning
 * policy, but only strikes exceed it: level 1 at most. Types without a forecast have no level.
 */
export function hourLevel(type: ComparedType, threshold: number, hour: CompleteForecastHour): HourLevel {
  if (type.evidence === 'lightning') {
    const level = hour.weatherCode === null ? null : isThunderCode(hour.weatherCode) ? 1 : 0;
    return { level, value: null };
  }
  const measure = measures[type.shortName];
  if (!measure) return { level: null, value: null };
  const value = roundTo(measure.value(hour), type.precision);
  const color = tileColor(measure.kind, value, roundTo(threshold, type.precision), type.isDesc);
  return { level: color === null ? null : color === 'error' ? 2 : color === 'warning' ? 1 : 0, value };
}

/** Whether forecasts contain a policy type's measure. Air quality and weather-service alerts have none. */
export function isForecastType(type: Pick<PolicyType, 'shortName' | 'evidence'>): boolean {
  return type.evidence === 'lightning' || measures[type.shortName] !== undefined;
}

interface Measure {
  readonly kind: TileKind;
  /** In the policy type's unit. */
  readonly value: (hour: CompleteForecastHour) => number | null;
}

const measures: Partial<Record<PolicyTypeShortName, Measure>> = {
  WBGT: { kind: 'wbgt', value: (hour) => hour.wbgtF },
  HEAT: { kind: 'feels-like', value: (hour) => feltFor('HEAT', hour) },
  CHILL: { kind: 'feels-like', value: (hour) => feltFor('CHILL', hour) },
  WIND: { kind: 'wind', value: (hour) => mphFromMps(hour.windMps) },
  // A source without gusts forecasts no gust above the wind.
  GUST: { kind: 'wind', value: (hour) => mphFromMps(hour.windGustMps ?? hour.windMps) },
  PRECIP: { kind: 'precipitation', value: (hour) => inchesFromMm(hour.precipitationMm) },
};

/** Feels-like where the policy applies, else the air temperature, which then cannot reach the threshold. */
function feltFor(type: 'HEAT' | 'CHILL', hour: CompleteForecastHour): number | null {
  const temperatureF = fahrenheitFromCelsius(hour.temperatureC);
  return temperaturePolicy(temperatureF) === type ? hour.feelsLikeF : temperatureF;
}
