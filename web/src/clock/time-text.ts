import { durationText, localDateTimeText, localText } from '@allclear/domain';

/**
 * How long ago an instant was, in words for people: 'just now', '40 seconds ago', '3 min ago' (short) or '3
 * minutes ago'. Minutes under 90 minutes, hours under 36 hours, else days (spec 1 section 9). Null or
 * malformed instants give '--'.
 */
export function timeAgo(
  iso: string | null | undefined,
  nowMs: number | null,
  style: 'long' | 'short' = 'long',
): string {
  const atMs = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(atMs) || nowMs === null) return '--';
  const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000));
  if (seconds < 10) return 'just now';
  return `${span(seconds, style)} ago`;
}

/** A duration in words: seconds under a minute, then by the rule of the specification. */
export function span(seconds: number, style: 'long' | 'short' = 'long'): string {
  const words =
    seconds < 60
      ? `${Math.round(seconds)} second${Math.round(seconds) === 1 ? '' : 's'}`
      : (durationText(seconds * 1000) ?? '--');
  return style === 'long'
    ? words
    : words.replace(/(second|minute|hour|day)s?$/, (_, unit: keyof typeof shortUnits) => shortUnits[unit]);
}

const shortUnits = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(nowMs: number, options: Intl.DateTimeFormatOptions, timeZone: string): string {
  const key = `${timeZone}|${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    try {
      made = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    } catch {
      // A zone that this browser does not support: UTC, as the zone's abbreviation then says.
      made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    }
    formats.set(key, made);
  }
  return made.format(nowMs);
}

/**
 * The time of day at a place, with its zone where it differs from the reader's: '3:45:20 PM' or '3:45:20 PM
 * CDT'.
 */
export function timeOfDay(iso: string | null, timeZone: string, seconds = false): string {
  const atMs = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(atMs)) return '--';
  return format(
    atMs,
    {
      hour: 'numeric',
      minute: '2-digit',
      ...(seconds ? { second: '2-digit' } : {}),
      ...(isForeign(atMs, timeZone) ? { timeZoneName: 'short' } : {}),
    },
    timeZone,
  );
}

/** The time of day at a place as '3:45', for the axis of a chart: the text around it has the rest. */
export function hourAndMinute(atMs: number, timeZone: string): string {
  return format(atMs, { hour: 'numeric', minute: '2-digit' }, timeZone).replace(/\s?[AP]M$/, '');
}

/**
 * Date and time at a place as 'M/DD/YY hh:mm A' (spec 1 section 2.7), with its zone where it differs from the
 * reader's.
 */
export function shortDateTime(iso: string | null, timeZone: string): string {
  const atMs = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(atMs)) return '--';
  const zone = isForeign(atMs, timeZone) ? ` ${localText(atMs, timeZone, true).split(' ').at(-1)}` : '';
  return localDateTimeText(atMs, timeZone) + zone;
}

/** Whether the time at a place differs from the reader's. */
export function isForeign(atMs: number, timeZone: string): boolean {
  const reader = new Date(atMs);
  // The reader's own clock by the date: asking for the name of the zone costs a thousand times as much.
  const own = `${twoDigits(reader.getHours())}:${twoDigits(reader.getMinutes())}`;
  return format(atMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone) !== own;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Today's date and time at a place: 'Saturday, June 6 · 3:46 PM CDT'. */
export function dateAndTime(nowMs: number, timeZone: string): string {
  const date = format(nowMs, { weekday: 'long', month: 'long', day: 'numeric' }, timeZone);
  return `${date} · ${format(nowMs, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }, timeZone)}`;
}
