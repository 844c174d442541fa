import { HOUR_MS } from '../core/index.ts';

export const QUARTER_MS = HOUR_MS / 4;
/** An hourly mean needs three of its four quarters (EPA: three quarters of the values of a mean). */
const MIN_QUARTERS = 3;
const HOURS = 24;

/** Hourly means up to the newest complete hour. */
export interface HourlyMeans {
  /** Beginning of the newest hour, epoch ms. */
  readonly observedAt: number;
  /** Newest first, 24 values; null for an hour with too few values. */
  readonly newestFirst: readonly (number | null)[];
}

/**
 * Hourly means of a sensor that reports at irregular intervals, from means of quarters of an hour (by their
 * start, epoch ms, whole quarters of UTC). A burst of reports therefore has no more weight than its period.
 * An hour counts when it is over and three of its quarters have a value. Null when none of the last 24 hours
 * does.
 */
export function hourlyMeans(quarters: ReadonlyMap<number, number>, now: number): HourlyMeans | null {
  const lastFull = Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS;
  const meanOf = (hour: number): number | null => {
    const available = [0, 1, 2, 3]
      .map((quarter) => quarters.get(hour + quarter * QUARTER_MS))
      .filter((value) => value !== undefined);
    return available.length < MIN_QUARTERS
      ? null
      : available.reduce((sum, value) => sum + value, 0) / available.length;
  };
  const means = Array.from({ length: 2 * HOURS }, (_, ago) => meanOf(lastFull - ago * HOUR_MS));
  const newest = means.slice(0, HOURS).findIndex((mean) => mean !== null);
  return newest < 0
    ? null
    : { observedAt: lastFull - newest * HOUR_MS, newestFirst: means.slice(newest, newest + HOURS) };
}
