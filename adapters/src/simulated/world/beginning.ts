import { HOUR_MS } from '@allclear/domain';
import type { Scenario } from './scenario.ts';

/** Month, day and hour of solar time at which a seasonal scenario begins; the others begin now. */
const beginnings: Partial<
  Record<Scenario, { readonly month: number; readonly day: number; readonly solarHour: number }>
> = {
  // Hot enough for the limit to be passed within minutes.
  'heat-wave': { month: 7, day: 15, solarHour: 10.3 },
  winter: { month: 1, day: 20, solarHour: 8 },
};

/**
 * Start of a scenario's clock, epoch ms: `now`, or the last earlier time with the right season and hour at
 * the longitude (degrees) of its first place.
 */
export function scenarioBeginsAt(scenario: Scenario, now: number, longitude: number): number {
  const beginning = beginnings[scenario];
  if (beginning === undefined) return now;
  const { month, day, solarHour } = beginning;
  const inYear = (year: number) =>
    Math.round(Date.UTC(year, month - 1, day) + (solarHour - longitude / 15) * HOUR_MS);
  const year = new Date(now).getUTCFullYear();
  return inYear(year) <= now ? inYear(year) : inYear(year - 1);
}
