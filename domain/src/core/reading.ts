/** A number that may be missing: a silent sensor, a field that a feed left out. */
export type Reading = number | null | undefined;

/**
 * Whether a reading is present and finite. This is the only test for "missing" in the package: null,
 * undefined, NaN and ±Infinity are missing.
 */
export function isFiniteReading(value: Reading): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether a reading is present and within a range, both ends included. */
export function isWithin(value: Reading, low: number, high: number): value is number {
  return isFiniteReading(value) && value >= low && value <= high;
}
