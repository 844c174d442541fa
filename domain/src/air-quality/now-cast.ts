import { isFiniteReading, type Reading } from '../core/index.ts';
import { type AqiPollutant, truncatedConcentration } from './air-quality.ts';

const HOURS = 12;
const RECENT_HOURS = 3;
const MIN_RECENT = 2;
const MIN_WEIGHT = 0.5;

// EPA's surrogate for the ozone NowCast: 8-h mean ≈ 0.85 × newest hour + 4.5 ppb.
const OZONE_SLOPE = 0.85;
const OZONE_INTERCEPT_PPM = 0.0045;

/**
 * How `nowCast` computes its value. Particles: EPA's weighted mean of twelve hours. Ozone: EPA's surrogate
 * from the newest hour, in place of the partial-least-squares forecast, which needs 14 days of hours. Every
 * display of the ozone value states this.
 */
export function nowCastMethod(pollutant: AqiPollutant): 'weighted-mean' | 'ozone-surrogate' {
  return isOzone(pollutant) ? 'ozone-surrogate' : 'weighted-mean';
}

/**
 * NowCast concentration from hourly means, newest first (µg/m³ for particles, ppm for ozone; null for an hour
 * without a value; only the first 12 count). For `aqi` of the same pollutant ('O3-8h' for ozone). PM2.5 comes
 * in tenths, truncated, as AirNow states it; `aqi` truncates the others. Negative hours, as clean air gives
 * them on a noisy monitor, count as 0 for ozone and particles.
 *
 * Particles: needs 2 of the newest 3 hours, else null. Weight max(smallest / largest, 0.5) to the power of
 * the hours ago; a missing hour drops out of both sums but keeps its place. Ozone: the newest of the last 3
 * hours, null when all are missing.
 *
 * Sources: EPA, "Transitioning to a new NowCast method" (2013) and AirNow's computation note; Mintz et al.
 * for the weights; for ozone USEPA/O3-Nowcast (in use since 1 August 2019), its surrogate for stations with
 * too short a history.
 */
export function nowCast(
  pollutant: AqiPollutant,
  newestFirst: readonly Reading[] | null | undefined,
): number | null {
  if (!newestFirst) return null;
  const hours = newestFirst
    .slice(0, HOURS)
    .map((value) => (isFiniteReading(value) ? Math.max(value, 0) : null));
  const recent = hours.slice(0, RECENT_HOURS).filter((value) => value !== null);
  if (isOzone(pollutant)) {
    const newest = recent[0];
    return newest === undefined ? null : OZONE_SLOPE * newest + OZONE_INTERCEPT_PPM;
  }
  if (recent.length < MIN_RECENT) return null;
  const mean = weightedMean(hours);
  return pollutant === 'PM2.5' ? truncatedConcentration(pollutant, mean) : mean;
}

function weightedMean(hours: readonly (number | null)[]): number {
  const present = hours.filter((value) => value !== null);
  const largest = Math.max(...present);
  if (largest === 0) return 0;
  const weight = Math.max(Math.min(...present) / largest, MIN_WEIGHT);
  let sum = 0;
  let weights = 0;
  hours.forEach((value, hoursAgo) => {
    if (value === null) return;
    sum += value * weight ** hoursAgo;
    weights += weight ** hoursAgo;
  });
  return sum / weights;
}

function isOzone(pollutant: AqiPollutant): boolean {
  return pollutant === 'O3-8h' || pollutant === 'O3-1h';
}
