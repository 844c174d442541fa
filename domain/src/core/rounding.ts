import { isFiniteReading, type Reading } from './reading.ts';

/**
 * A number rounded half up (towards +∞) to a count of decimals (0 … 10), as a person would round the decimal
 * number he sees: 1.005 to two decimals is 1.01 although its binary form lies just below. Never −0. Null when
 * missing.
 */
export function roundTo(value: Reading, decimals: number): number | null {
  if (!isFiniteReading(value)) return null;
  const factor = 10 ** decimals;
  const scaled = value * factor;
  // A number this large has no decimals left to round.
  if (Math.abs(scaled) >= Number.MAX_SAFE_INTEGER) return value;
  return Math.floor(scaled + 0.5 + Math.abs(scaled) * 4 * Number.EPSILON) / factor + 0;
}

/** Temperature as shown: whole °F. */
export function shownTemperatureF(temperatureF: Reading): number | null {
  return roundTo(temperatureF, 0);
}

/** Feels-like as shown: whole °F. */
export function shownFeelsLikeF(feelsLike: Reading): number | null {
  return roundTo(feelsLike, 0);
}

/** Wind and gust as shown: whole mph. */
export function shownWindMph(windMph: Reading): number | null {
  return roundTo(windMph, 0);
}

/** WBGT as shown: one decimal of °F. */
export function shownWbgtF(wbgtF: Reading): number | null {
  return roundTo(wbgtF, 1);
}

/** Precipitation as shown: two decimals of an inch. */
export function shownPrecipitationInches(inches: Reading): number | null {
  return roundTo(inches, 2);
}
