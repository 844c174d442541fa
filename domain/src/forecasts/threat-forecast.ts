import { HOUR_MS } from '../core/index.ts';
import type { PolicyType } from '../policies/index.ts';
import type { CompleteForecastHour } from './forecast-hour.ts';
import { hourLevel, isForecastType, type ThreatLevel } from './hour-levels.ts';

export interface ThreatForecast {
  readonly level: ThreatLevel;
  /** The continuous periods of hours at that level, epoch ms; none at level 0. */
  readonly times: readonly { readonly from: number; readonly to: number }[];
}

/**
 * A policy's threshold (in its type's unit) against forecast hours, in order of time, as `hourLevel` compares each
 * of them. Types without a forecast (air quality, weather-service alerts) are level 0. Null when no hour has a
 * value of the type's measure: a missing value is not safe.
 */
export function threatForecast(
  type: Pick<PolicyType, 'shortName' | 'precision' | 'isDesc' | 'evidence'>,
  threshold: number,
  hours: readonly CompleteForecastHour[],
): ThreatForecast | null {
  if (!isForecastType(type)) return { level: 0, times: [] };
  const levels = hours.map((hour) => hourLevel(type, threshold, hour).level);
  if (levels.every((level) => level === null)) return null;
  const level = levels.reduce<ThreatLevel>(
    (highest, one) => (one !== null && one > highest ? one : highest),
    0,
  );
  return { level, times: level === 0 ? [] : stretches(hours.filter((_, index) => levels[index] === level)) };
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
