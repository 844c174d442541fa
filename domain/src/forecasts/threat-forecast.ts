import { fahrenheitFromCelsius, HOUR_MS, inchesFromMm, mphFromMps, roundTo } from '../core/index.ts';
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

export interface ThreatForecast {
  readonly level: ThreatLevel;
  /** The continuous periods of hours at that level, epoch ms; none at level 0. */
  readonly times: readonly { readonly from: number; readonly to: number }[];
}

/**
 * A policy's threshold (in its type's unit) against forecast hours, in order of time: reached in an hour, or
 * within the margin of `TILE_MARGIN` before it. Values are compared as displayed; a tie exceeds. Forecast
 * thunder threatens a lightning policy, but only strikes exceed it: level 1 at most. Types without a forecast
 * (air quality, weather-service alerts) are level 0. Null when no hour has a value of the type's measure: a
 * missing value is not safe.
 */
export function threatForecast(
  type: Pick<PolicyType, 'shortName' | 'precision' | 'isDesc' | 'evidence'>,
  threshold: number,
  hours: readonly CompleteForecastHour[],
): ThreatForecast | null {
  const measure = measures[type.shortName];
  const isLightning = type.evidence === 'lightning';
  if (!isLightning && !measure) return { level: 0, times: [] };
  const levels = hours.map((hour): ThreatLevel | null => {
    if (isLightning || !measure)
      return hour.weatherCode === null ? null : isThunderCode(hour.weatherCode) ? 1 : 0;
    const color = tileColor(
      measure.kind,
      roundTo(measure.value(hour), type.precision),
      roundTo(threshold, type.precision),
      type.isDesc,
    );
    return color === null ? null : color === 'error' ? 2 : color === 'warning' ? 1 : 0;
  });
  if (levels.every((level) => level === null)) return null;
  const level = levels.reduce<ThreatLevel>(
    (highest, one) => (one !== null && one > highest ? one : highest),
    0,
  );
  return { level, times: level === 0 ? [] : stretches(hours.filter((_, index) => levels[index] === level)) };
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

function stretches(hours: readonly { readonly at: number }[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { at } of hours) {
    const last = found.at(-1);
    if (last?.to === at) last.to = at + HOUR_MS;
    else found.push({ from: at, to: at + HOUR_MS });
  }
  return found;
}
