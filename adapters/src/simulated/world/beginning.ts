import type { Scenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

/**
 * Month, day and hour of the sun's time at which a scenario begins that needs its season; the others begin
 * now.
 */
const beginnings: Partial<
  Record<Scenario, { readonly month: number; readonly day: number; readonly solarHour: number }>
> = {
  // Hot enough to watch the limit being passed within minutes.
  'heat-wave': { month: 7, day: 15, solarHour: 10.3 },
  winter: { month: 1, day: 20, solarHour: 8 },
};

/**
 * When the clock of a scenario begins, epoch ms: at `now`, or the last time before it that the season and the
 * hour were right at the longitude (degrees) of its first place.
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
