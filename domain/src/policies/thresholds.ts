import { isFiniteReading, type Reading } from '../core/index.ts';

export type TileColor = 'error' | 'warning' | 'success';
export type TileKind = 'precipitation' | 'feels-like' | 'wbgt' | 'wind';

/**
 * Margin below a threshold in which a tile's value is a warning: inches for precipitation, °F or mph for the
 * others (specification 1, 9).
 */
export const TILE_MARGIN: Record<TileKind, number> = {
  precipitation: 0.5,
  'feels-like': 1,
  wbgt: 1,
  wind: 1,
};

/**
 * The error that binary fractions may add to a difference of two decimals: 90.1 − 89.1 is 0.9999999999999858.
 */
const FRACTION_NOISE = 1e-9;

/**
 * Whether a value has reached a policy's threshold: at or above it, for a descending policy (`isDesc`: chill)
 * at or below it. Null when value or threshold is missing: a missing value is not safe. Source: specification
 * 1, section 9.
 */
export function isThresholdExceeded(value: Reading, threshold: Reading, isDesc = false): boolean | null {
  if (!isFiniteReading(value) || !isFiniteReading(threshold)) return null;
  return isDesc ? value <= threshold : value >= threshold;
}

/**
 * The threshold that is reached first: the lowest, for descending policies the highest. Missing ones do not
 * count; null when none is left.
 */
export function mostRestrictiveThreshold(thresholds: readonly Reading[], isDesc = false): number | null {
  const present = thresholds.filter(isFiniteReading);
  if (present.length === 0) return null;
  return isDesc ? Math.max(...present) : Math.min(...present);
}

/**
 * Color of a Current Conditions tile: error when the value has reached the threshold, warning within the
 * margin before it (the margin itself included), success beyond. Null when value or threshold is missing: the
 * tile then has no color. Units as `TILE_MARGIN`. Source: specification 1, section 9.
 */
export function tileColor(
  kind: TileKind,
  value: Reading,
  threshold: Reading,
  isDesc = false,
): TileColor | null {
  if (!isFiniteReading(value) || !isFiniteReading(threshold)) return null;
  if (isThresholdExceeded(value, threshold, isDesc)) return 'error';
  return Math.abs(threshold - value) <= TILE_MARGIN[kind] + FRACTION_NOISE ? 'warning' : 'success';
}

/** The air temperature from which heat is the risk, and chill below it, °F. */
export const heatFromF = 65;

/**
 * Which of the two temperature policies applies at an air temperature in °F: heat at 65 °F and above, chill
 * below. Null when missing. Source: specification 1, section 9.
 */
export function temperaturePolicy(temperatureF: Reading): 'HEAT' | 'CHILL' | null {
  if (!isFiniteReading(temperatureF)) return null;
  return temperatureF >= heatFromF ? 'HEAT' : 'CHILL';
}
