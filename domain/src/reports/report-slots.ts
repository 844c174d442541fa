import { QUARTER_MS } from '../air-quality/index.ts';
import type { LocalDay } from '../core/index.ts';
import { DAY_MS, localInstants, offsetMinutes } from '../core/index.ts';
import type { ReportInterval } from './report-checks.ts';

/** A row of a weather report: a stretch of time of a station. */
export interface ReportSlot {
  /** Epoch ms; `until` is not included. */
  readonly from: number;
  readonly until: number;
  /** Minutes by which the station's clock is ahead of UTC at `from`. */
  readonly offsetMinutes: number;
}

/** The hours and days that a report is limited to. */
export interface ReportHours {
  /** Minutes since midnight; null for whole days. An end at or before the start is on the next day. */
  readonly between: { readonly start: number; readonly end: number } | null;
  /** 0 Sunday to 6 Saturday; empty: every day. */
  readonly daysOfWeek: readonly number[];
}

/** The hours of a request; `HH:mm:ss`, seconds count as the minute that they have begun. */
export function reportHours(filter: {
  readonly StartTimeOfDay: string | null;
  readonly EndTimeOfDay: string | null;
  readonly DaysOfWeek: readonly number[];
}): ReportHours {
  const { StartTimeOfDay: start, EndTimeOfDay: end, DaysOfWeek: daysOfWeek } = filter;
  const between = start === null || end === null ? null : { start: minutesOf(start), end: minutesOf(end) };
  return { between, daysOfWeek };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 60 + minutes + (seconds > 0 ? 1 : 0);
}

/**
 * The rows of a local day. Rows of 15, 30 and 60 minutes begin where the station's clock shows a whole quarter, half or
 * hour; where clocks change there are more or fewer of them. The part after midnight of hours that span it belongs to
 * the evening before: it is there when that weekday is chosen.
 */
export function slotsOfDay(
  day: LocalDay,
  timeZone: string,
  { interval, hours: { between, daysOfWeek } }: { interval: ReportInterval; hours: ReportHours },
): ReportSlot[] {
  const weekday = new Date(`${day.day}T00:00:00Z`).getUTCDay();
  const isChosen = (one: number) => daysOfWeek.length === 0 || daysOfWeek.includes((one + 7) % 7);
  if (interval === 1440) return isChosen(weekday) ? wholeDay(day, timeZone, between) : [];
  return clockSlots(day, timeZone, interval).flatMap(({ minutes, ...slot }) => {
    if (between === null) return isChosen(weekday) ? [slot] : [];
    const { start, end } = between;
    const spansMidnight = end <= start;
    if (minutes >= start && (spansMidnight || minutes < end)) return isChosen(weekday) ? [slot] : [];
    return spansMidnight && minutes < end && isChosen(weekday - 1) ? [slot] : [];
  });
}

/** The day as one row, or of it the hours that begin on it. */
function wholeDay(day: LocalDay, timeZone: string, between: ReportHours['between']): ReportSlot[] {
  const midnight = Date.parse(`${day.day}T00:00:00Z`);
  const { start, end } = between ?? { start: 0, end: 1440 };
  const from = between === null ? day.from : localInstants(midnight, start, timeZone).first;
  const until =
    between === null
      ? day.until
      : localInstants(end <= start ? midnight + DAY_MS : midnight, end, timeZone).last;
  return from < until ? [{ from, until, offsetMinutes: offsetMinutes(from, timeZone) }] : [];
}

/** The rows of a day by its clock, each with the minutes since midnight that it shows at its beginning. */
function clockSlots(
  { from, until }: LocalDay,
  timeZone: string,
  interval: number,
): (ReportSlot & { minutes: number })[] {
  const slots: { from: number; until: number; offsetMinutes: number; minutes: number }[] = [];
  const first = offsetMinutes(from, timeZone);
  const isConstant = until - from === DAY_MS && first === offsetMinutes(until - 1, timeZone);
  let before = -1;
  for (let at = from; at < until; at += QUARTER_MS) {
    const offset = isConstant ? first : offsetMinutes(at, timeZone);
    const minutes = (((at / 60_000 + offset) % 1440) + 1440) % 1440;
    const last = slots.at(-1);
    const isNew = Math.floor(minutes / interval) !== Math.floor(before / interval) || minutes < before;
    if (last === undefined || isNew)
      slots.push({ from: at, until: at + QUARTER_MS, offsetMinutes: offset, minutes });
    else last.until = at + QUARTER_MS;
    before = minutes;
  }
  return slots;
}

/** An instant as a report writes it: by a clock so many minutes ahead of UTC, '2026-06-06T14:00:00-05:00'. */
export function offsetTimeText(at: number, offset: number): string {
  const minutes = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${zone}`;
}

/** An instant in UTC, '2026-06-06T19:00:00Z'. */
export function utcTimeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
