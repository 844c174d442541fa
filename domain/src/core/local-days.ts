import { localInstants } from './local-instants.ts';
import { DAY_MS } from './time-units.ts';
import { localTime } from './time-zones.ts';

/** A day of a time zone: 23 to 25 hours where clocks change, and no day at all where a zone skipped one. */
export interface LocalDay {
  /** 'YYYY-MM-DD'. */
  readonly day: string;
  /** Its first instant, and the first of the next day, epoch ms. */
  readonly from: number;
  readonly until: number;
}

/**
 * A day by its date ('YYYY-MM-DD'). `from` is midnight, or where clocks skip midnight the first instant after it.
 * Throws a RangeError for a text that is no date.
 */
export function localDay(day: string, timeZone: string): LocalDay {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`${day} is no date`);
  return {
    day,
    from: localInstants(midnight, 0, timeZone).first,
    until: localInstants(midnight + DAY_MS, 0, timeZone).first,
  };
}

/** The day of a zone that holds an instant. */
export function localDayOf(at: number, timeZone: string): LocalDay {
  const { year, month, dayOfMonth } = localTime(at, timeZone);
  return localDay(dateText(Date.UTC(year, month - 1, dayOfMonth)), timeZone);
}

/** The days of a zone from one instant until another (not included), in order. */
export function localDaysBetween(from: number, until: number, timeZone: string): LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = localDayOf(from, timeZone); day.from < until; day = dayAfter(day, timeZone)) days.push(day);
  return days;
}

/** The day after a day. */
export function dayAfter({ day }: LocalDay, timeZone: string): LocalDay {
  return localDay(dateText(Date.parse(`${day}T00:00:00Z`) + DAY_MS), timeZone);
}

/** 'YYYY-MM-DD' of an instant in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
