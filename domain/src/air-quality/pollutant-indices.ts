import { isFiniteReading, type Reading } from '../core/index.ts';
import { aqi } from './air-quality.ts';
import { nowCast } from './now-cast.ts';

/** The pollutants that the product displays. */
export type Pollutant = 'PM2.5' | 'PM10' | 'O3';

/** Air quality indices (whole numbers) of one pollutant at one monitor; null when missing. */
export interface PollutantIndices {
  readonly nowCast: number | null;
  /** Of the newest hour; for ozone only where a one-hour index is defined (0.125 ppm and above). */
  readonly oneHour: number | null;
  /** Only for ozone. */
  readonly eightHour: number | null;
  /** Only for particles. */
  readonly twentyFourHour: number | null;
}

/** The part of the hours of a mean that must have a value (EPA: three quarters). */
const COMPLETENESS = 0.75;

/**
 * Indices from hourly means, newest first (µg/m³ for particles, ppm for ozone). `nowCastIndex` is the index
 * that the source itself reports; it takes precedence over the computed one. Sources as in `nowCast` and
 * `aqi`.
 */
export function pollutantIndices(
  pollutant: Pollutant,
  nowCastIndex: Reading,
  newestFirst: readonly Reading[] | null,
): PollutantIndices {
  const hours = newestFirst ?? [];
  const scale = pollutant === 'O3' ? 'O3-8h' : pollutant;
  return {
    nowCast: isFiniteReading(nowCastIndex) ? nowCastIndex : aqi(scale, nowCast(scale, hours)),
    oneHour: aqi(pollutant === 'O3' ? 'O3-1h' : pollutant, hours[0]),
    eightHour: pollutant === 'O3' ? aqi('O3-8h', mean(hours, 8)) : null,
    twentyFourHour: pollutant === 'O3' ? null : aqi(pollutant, mean(hours, 24)),
  };
}

function mean(newestFirst: readonly Reading[], count: number): number | null {
  const available = newestFirst.slice(0, count).filter(isFiniteReading);
  return available.length < count * COMPLETENESS
    ? null
    : Math.max(0, available.reduce((sum, value) => sum + value, 0) / available.length);
}
