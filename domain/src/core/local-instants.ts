import { DAY_MS, MINUTE_MS } from './time-units.ts';
import { offsetMinutes } from './time-zones.ts';

/** A time that a wall clock shows: the first and the last instant at which it does, epoch ms. */
export interface LocalInstants {
  readonly first: number;
  readonly last: number;
}

/**
 * The instants at which the clock of a zone shows a time of a date: one and the same on most days, two in the
 * hour that occurs twice in autumn. A time that the clock skips in spring is the instant of the jump, so that
 * later times are never earlier instants.
 *
 * @param dayMs the date, as epoch ms of its midnight in UTC
 * @param minutes since that midnight; 1440 and more are in the next days
 */
export function localInstants(dayMs: number, minutes: number, timeZone: string): LocalInstants {
  const shown = dayMs + minutes * MINUTE_MS;
  const before = shown - offsetMinutes(shown - DAY_MS, timeZone) * MINUTE_MS;
  const after = shown - offsetMinutes(shown + DAY_MS, timeZone) * MINUTE_MS;
  const matching = [before, after].filter((at) => at + offsetMinutes(at, timeZone) * MINUTE_MS === shown);
  if (matching.length > 0) return { first: Math.min(...matching), last: Math.max(...matching) };
  const jump = firstPast(shown, Math.min(before, after), Math.max(before, after), timeZone);
  return { first: jump, last: jump };
}

/** The first instant after `from`, at most `to`, at which the clock shows a time or a later one. */
function firstPast(shown: number, from: number, to: number, timeZone: string): number {
  let earlier = from;
  let later = to;
  while (later - earlier > MINUTE_MS) {
    const middle = Math.floor((earlier + later) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle + offsetMinutes(middle, timeZone) * MINUTE_MS >= shown) later = middle;
    else earlier = middle;
  }
  return later;
}
