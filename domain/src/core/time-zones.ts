/** Local time of a place: time zone names of the specification and of IANA, and the wall clock. */

/**
 * The four zones that the product offers by name (specification 1, section 9), with the code the
 * specification stores.
 */
export const timeZoneOptions = [
  { name: 'Central', code: 'CST', timeZone: 'America/Chicago' },
  { name: 'Pacific', code: 'PST', timeZone: 'America/Los_Angeles' },
  { name: 'Eastern', code: 'EST', timeZone: 'America/New_York' },
  { name: 'Mountain', code: 'MST', timeZone: 'America/Denver' },
] as const;

/** Time zone of a person or a group without a choice (specification 2, section 3). */
export const defaultTimeZone = 'CST';

/**
 * 'Central', 'CST', 'CDT' and 'CT' mean the region with that clock, daylight saving included. IANA's own zone
 * 'EST' is Panama's clock without daylight saving, so the names of the product take precedence.
 */
const namedZones = new Map(
  timeZoneOptions.flatMap(({ name, code, timeZone }) =>
    [name, code, `${code[0]}DT`, `${code[0]}T`].map((alias): [string, string] => [
      alias.toLowerCase(),
      timeZone,
    ]),
  ),
);

const foundZones = new Map<string, string | null>();

/**
 * The IANA name of a time zone: of the names and codes above (in any case), and of any zone that Intl
 * supports, in Intl's own spelling. Null for anything else, offsets such as '+05:00' included (an offset is
 * not a region and has no daylight saving). Never throws.
 */
export function ianaTimeZone(name: string): string | null {
  const key = String(name).trim().toLowerCase();
  const named = namedZones.get(key);
  if (named) return named;
  if (!/^[a-z][a-z0-9_+\-/]{0,63}$/.test(key)) return null;
  let found = foundZones.get(key);
  if (found === undefined) {
    found = supportedByIntl(key);
    // Bounded, because names come from user input.
    if (foundZones.size >= 2_000) foundZones.clear();
    foundZones.set(key, found);
  }
  return found;
}

function supportedByIntl(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export interface LocalTime {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly dayOfMonth: number;
  /** 0 Sunday – 6 Saturday */
  readonly day: number;
  /** Whole minutes that the wall clock shows since midnight, 0–1439. */
  readonly minutes: number;
}

/**
 * The wall clock of a zone at an instant. `timeZone` is any name that `ianaTimeZone` accepts; for any other
 * name the clock of UTC. For an instant that is not a number, the clock of the epoch.
 */
export function localTime(at: number, timeZone: string): LocalTime {
  const minute = Math.floor(instantOr0(at) / 60_000);
  const clock = clockOf(timeZone);
  if (clock.shown?.minute !== minute) clock.shown = { minute, time: readClock(clock.format, minute) };
  return clock.shown.time;
}

/** Dates end 100 million days around the epoch; Intl throws beyond. */
function instantOr0(at: number): number {
  return Math.abs(at) <= 8.64e15 ? at : 0;
}

function readClock(format: Intl.DateTimeFormat, minute: number): LocalTime {
  const seen = { year: 1970, month: 1, dayOfMonth: 1, hour: 0, minute: 0 };
  for (const { type, value } of format.formatToParts(minute * 60_000)) {
    if (type === 'year') seen.year = Number(value);
    else if (type === 'month') seen.month = Number(value);
    else if (type === 'day') seen.dayOfMonth = Number(value);
    else if (type === 'hour') seen.hour = Number(value);
    else if (type === 'minute') seen.minute = Number(value);
  }
  const { year, month, dayOfMonth } = seen;
  const day = new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDay();
  return { year, month, dayOfMonth, day, minutes: seen.hour * 60 + seen.minute };
}

/** Minutes by which the wall clock of a zone is ahead of UTC at an instant (−300 for Chicago in summer). */
export function offsetMinutes(at: number, timeZone: string): number {
  const { year, month, dayOfMonth, minutes } = localTime(at, timeZone);
  return Date.UTC(year, month - 1, dayOfMonth) / 60_000 + minutes - Math.floor(at / 60_000);
}

interface Clock {
  readonly format: Intl.DateTimeFormat;
  /** The last result: the schedules of a thousand people are evaluated for the same minute. */
  shown: { readonly minute: number; readonly time: LocalTime } | null;
}

const clocks = new Map<string, Clock>();

/** Creating a formatter costs far more than using one. */
function clockOf(timeZone: string): Clock {
  const zone = ianaTimeZone(timeZone) ?? 'UTC';
  let clock = clocks.get(zone);
  if (!clock) {
    const numeric = 'numeric' as const;
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      timeZoneName: 'short',
    });
    clock = { format, shown: null };
    clocks.set(zone, clock);
  }
  return clock;
}

/**
 * '3:42 PM', or with its zone '3:42 PM CDT' ('GMT+5:45' where English has no abbreviation). Plain spaces
 * only.
 */
export function localText(at: number, timeZone: string, withZone = false): string {
  const { minutes } = localTime(at, timeZone);
  const text = clockText(minutes);
  if (!withZone) return text;
  const zone = clockOf(timeZone)
    .format.formatToParts(instantOr0(at))
    .find(({ type }) => type === 'timeZoneName');
  return `${text} ${zone?.value ?? 'UTC'}`;
}

/** 'M/DD/YY hh:mm A' of the specification (1, section 2.7): '7/05/26 03:42 PM'. */
export function localDateTimeText(at: number, timeZone: string): string {
  const { year, month, dayOfMonth, minutes } = localTime(at, timeZone);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${month}/${two(dayOfMonth)}/${two(year % 100)} ${clockText(minutes).padStart(8, '0')}`;
}

/** '3:42 PM' of minutes since midnight (0–1440; 1440 is the next midnight, '12:00 AM'). */
export function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
