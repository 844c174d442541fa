/** A number that may not be there: a sensor that is silent, a field a feed left out. */
export type Reading = number | null | undefined;

/**
 * Whether a reading is there and finite; the one test for "missing" in this package (null, undefined, NaN,
 * ±Infinity are missing).
 */
export function isFiniteReading(value: Reading): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether a reading is there and within a range, both ends included. */
export function isWithin(value: Reading, low: number, high: number): value is number {
  return isFiniteReading(value) && value >= low && value <= high;
}
