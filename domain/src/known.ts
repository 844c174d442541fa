/** A number that may not be there: a sensor that is silent, a field a feed left out. */
export type Reading = number | null | undefined;

/** Whether a reading is there and finite; the one test for "missing" in this package (null, undefined, NaN, ±Infinity are missing). */
export function isKnown(value: Reading): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
