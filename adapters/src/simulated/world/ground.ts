import { HOUR_MS, meltMmPerHour } from '@allclear/domain';
import type { Conditions } from './conditions.ts';

/** Rain and snow left on the ground, mm of water. */
export interface Ground {
  /** Uncleared snow. */
  readonly lyingSnowMm: number;
  /** Rain of the last three hours. */
  readonly recentRainMm: number;
}

/** Length of the period that is considered: older snow has melted or was cleared. */
const BACK_HOURS = 24;
const RECENT_HOURS = 3;

/**
 * The ground at an instant (epoch ms) and place (degrees), from the weather of the previous day in steps of
 * whole hours, so that the cost is bounded and consecutive hours share their steps. A step has the weather of
 * its middle.
 */
export function groundAt(
  conditionsAt: (
    at: number,
    latitude: number,
    longitude: number,
  ) => Pick<Conditions, 'temperatureC' | 'rainMmPerHour' | 'snowMmPerHour'>,
  at: number,
  latitude: number,
  longitude: number,
): Ground {
  let lyingSnowMm = 0;
  let recentRainMm = 0;
  const lastHour = Math.floor(at / HOUR_MS);
  for (let hour = lastHour - BACK_HOURS + 1; hour <= lastHour + 1; hour++) {
    const from = (hour - 1) * HOUR_MS;
    const to = Math.min(at, hour * HOUR_MS);
    if (to <= from) continue;
    const here = conditionsAt((from + to) / 2, latitude, longitude);
    lyingSnowMm = Math.max(
      0,
      lyingSnowMm + ((to - from) / HOUR_MS) * (here.snowMmPerHour - meltMmPerHour(here.temperatureC)),
    );
    const recentMs = to - Math.max(from, at - RECENT_HOURS * HOUR_MS);
    if (recentMs > 0) recentRainMm += (recentMs / HOUR_MS) * here.rainMmPerHour;
  }
  return { lyingSnowMm, recentRainMm };
}
