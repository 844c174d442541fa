import { isFiniteReading, type Reading } from './reading.ts';

/**
 * A number rounded half up (towards +∞) to a number of decimals (0 … 10) by its decimal digits: 1.005 to two
 * decimals is 1.01 although its binary form lies just below. Never −0. Null when missing.
 */
export function roundTo(value: Reading, decimals: number): number | null {
  if (!isFiniteReading(value)) return null;
  const factor = 10 ** decimals;
  const scaled = value * factor;
  // A number this large has no decimals left to round.
  if (Math.abs(scaled) >= Number.MAX_SAFE_INTEGER) return value;
  return Math.floor(scaled + 0.5 + Math.abs(scaled) * 4 * Number.EPSILON) / factor + 0;
}

/** Temperature as displayed: whole °F. */
export function shownTemperatureF(temperatureF: Reading): number | null {
  return roundTo(temperatureF, 0);
}

/** Feels-like as displayed: whole °F. */
export function shownFeelsLikeF(feelsLike: Reading): number | null {
  return roundTo(feelsLike, 0);
}

/** Wind and gust as displayed: whole mph. */
export function shownWindMph(windMph: Reading): number | null {
  return roundTo(windMph, 0);
}

/** WBGT as displayed: one decimal of °F. */
export function shownWbgtF(wbgtF: Reading): number | null {
  return roundTo(wbgtF, 1);
}

/** Precipitation as displayed: two decimals of an inch. */
export function shownPrecipitationInches(inches: Reading): number | null {
  return roundTo(inches, 2);
}
