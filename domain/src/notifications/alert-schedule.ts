import {
  clockText,
  DAY_MS,
  HOUR_MS,
  ianaTimeZone,
  localTime,
  MINUTE_MS,
  offsetMinutes,
  weekdayNames,
} from '../core/index.ts';
import type { FieldErrors } from '../locations/index.ts';

/**
 * Alert times: the days and hours of the wall clock in which a group or a person wants notifications
 * (specification 2, sections 3, 5, 9). A span belongs to the day it starts on: Friday 22:00–06:00 extends
 * into Saturday, whatever Saturday's own row contains.
 */
export interface AlertTime {
  /** 0 Sunday – 6 Saturday */
  readonly day: number;
  /** 'HH:mm:ss' of the wall clock */
  readonly startTime: string;
  /**
   * 'HH:mm:ss'; '00:00:00' and '24:00:00' are the midnight that ends the day; earlier than the start is
   * overnight
   */
  readonly endTime: string;
  readonly allDay: boolean;
  readonly enabled: boolean;
}

const DAY_MINUTES = 1440;
const days = [0, 1, 2, 3, 4, 5, 6] as const;

/** The alert times of a new group: every day 05:00 to 23:00 (specification 2, section 9). */
export function defaultAlertTimes(): AlertTime[] {
  return days.map((day) => ({
    day,
    startTime: '05:00:00',
    endTime: '23:00:00',
    allDay: false,
    enabled: true,
  }));
}

/**
 * Checks a schedule before it is stored: invalid times, times off the step, equal times (at 00:00 they mean
 * all day), invalid days and repeated days. Times of a row that is switched off or lasts all day must be
 * valid too: they are stored.
 *
 * `firstDay` is the number of Sunday in labels and sentences: 1 for a schedule whose days are counted from 1 to 7.
 *
 * @returns sentences by field label ('AlertTimes[3].StartTime', the number being the day); empty when there
 * are no errors
 */
export function checkAlertTimes(
  times: readonly AlertTime[],
  { stepMinutes, firstDay = 0 }: { readonly stepMinutes: 15 | 30; readonly firstDay?: 0 | 1 },
): FieldErrors {
  const errors: FieldErrors = {};
  const fault = (label: string, sentence: string) => {
    errors[label] = [...(errors[label] ?? []), sentence];
  };
  const seen = new Set<number>();
  for (const { day, startTime, endTime, allDay } of times) {
    const label = `AlertTimes[${day + firstDay}]`;
    if (!days.some((known) => known === day)) {
      fault(`${label}.Day`, `Day must be a number from ${firstDay} (Sunday) to ${firstDay + 6} (Saturday)`);
      continue;
    }
    if (seen.has(day)) fault(`${label}.Day`, `${weekdayNames[day]} is there more than once`);
    seen.add(day);
    const start = minutesOf(startTime);
    const end = minutesOf(endTime);
    // 24:00 is valid as an end only.
    if (start === null || start === DAY_MINUTES)
      fault(`${label}.StartTime`, 'Start must be a time like 05:00:00');
    else if (start % stepMinutes !== 0)
      fault(`${label}.StartTime`, `Start must be in steps of ${stepMinutes} minutes`);
    if (end === null) fault(`${label}.EndTime`, 'End must be a time like 23:00:00');
    else if (end % stepMinutes !== 0)
      fault(`${label}.EndTime`, `End must be in steps of ${stepMinutes} minutes`);
    if (!allDay && start !== null && start === end && start !== 0)
      fault(`${label}.StartTime`, 'Start and end cannot be equal');
  }
  return errors;
}

/**
 * Whole minutes since midnight (0–1440) of 'HH:mm:ss', null for an invalid time. Times with seconds are
 * invalid.
 */
function minutesOf(text: string): number | null {
  const match = /^(\d{2}):(\d{2}):00$/.exec(text);
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= DAY_MINUTES ? minutes : null;
}

/**
 * A row as minutes from the midnight of its day; an end beyond 1440 is in the next day. Null when the day is
 * switched off.
 */
function spanOf({
  startTime,
  endTime,
  allDay,
  enabled,
}: AlertTime): { readonly from: number; readonly to: number } | null {
  if (!enabled) return null;
  const from = minutesOf(startTime);
  const to = minutesOf(endTime);
  // Stored schedules have been checked. For an unreadable time the day is open: invalid data must not silence
  // an alert.
  if (allDay || from === null || to === null || from === DAY_MINUTES) return { from: 0, to: DAY_MINUTES };
  if (to === 0) return { from, to: DAY_MINUTES };
  return { from, to: to > from ? to : to + DAY_MINUTES };
}

/**
 * Whether a schedule is open at an instant (epoch ms). The wall clock decides: on the day clocks go forward
 * 01:30–03:00 is open from 01:30 until the jump; an hour that occurs twice in autumn is open both times. The
 * start belongs to the span, the end does not. A day that is missing or switched off is closed, except for a
 * span that extends into it from the day before. An unknown time zone leaves the schedule open, so nobody is
 * muted.
 */
export function isOpenAt(times: readonly AlertTime[], timeZone: string, at: number): boolean {
  if (ianaTimeZone(timeZone) === null) return true;
  const { day, minutes } = localTime(at, timeZone);
  return times.some((time) => {
    const span = spanOf(time);
    if (!span) return false;
    if (time.day === day && minutes >= span.from && minutes < span.to) return true;
    return time.day === (day + 6) % 7 && minutes + DAY_MINUTES < span.to;
  });
}

/**
 * The next instant (epoch ms, exact) after `at` at which the schedule opens or closes, within 8 days; null
 * when there is none, and for an unknown time zone. Clock changes count: a span that begins in a skipped hour
 * opens at the jump.
 */
export function nextChangeAt(times: readonly AlertTime[], timeZone: string, at: number): number | null {
  if (ianaTimeZone(timeZone) === null) return null;
  const open = isOpenAt(times, timeZone, at);
  const from = Math.floor(at);
  return (
    turningPoints(times, timeZone, from, from + 8 * DAY_MS).find(
      (instant) => isOpenAt(times, timeZone, instant) !== open,
    ) ?? null
  );
}

/**
 * The instants at which the schedule can change: clock changes and, within each stretch of constant offset,
 * the instants at which the clock shows a start, an end or midnight. After `from`, through `to`, in order.
 */
function turningPoints(times: readonly AlertTime[], timeZone: string, from: number, to: number): number[] {
  const marks = new Set([0]);
  for (const span of times.map(spanOf))
    if (span) marks.add(span.from % DAY_MINUTES).add(span.to % DAY_MINUTES);

  const found: number[] = [];
  for (const stretch of stretches(timeZone, from, to)) {
    found.push(stretch.from);
    const offsetMs = stretch.offset * MINUTE_MS;
    for (
      let midnight = Math.floor((stretch.from + offsetMs) / DAY_MS) * DAY_MS;
      midnight - offsetMs <= stretch.to;
      midnight += DAY_MS
    ) {
      for (const mark of marks) {
        const instant = midnight + mark * MINUTE_MS - offsetMs;
        if (instant > stretch.from && instant < stretch.to) found.push(instant);
      }
    }
  }
  return found.filter((instant) => instant > from).sort((a, b) => a - b);
}

/** Cuts a period where the zone's offset from UTC changes. No zone ever changed twice within six hours. */
function stretches(
  timeZone: string,
  from: number,
  to: number,
): { from: number; to: number; offset: number }[] {
  let last = { from, to, offset: offsetMinutes(from, timeZone) };
  const found = [last];
  for (let at = from; at < to; at += 6 * HOUR_MS) {
    const until = Math.min(at + 6 * HOUR_MS, to);
    const offset = offsetMinutes(until, timeZone);
    if (offset === last.offset) continue;
    let before = at;
    let after = until;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetMinutes(middle, timeZone) === last.offset) before = middle;
      else after = middle;
    }
    last.to = after;
    last = { from: after, to, offset };
    found.push(last);
  }
  return found;
}

/**
 * 'Overnight: Friday 10:00 PM to Saturday 6:00 AM', the note beside a span that extends into the next day;
 * null for any other.
 */
export function overnightNote(time: AlertTime): string | null {
  const span = spanOf(time);
  if (!span || span.to <= DAY_MINUTES) return null;
  return `Overnight: ${weekdayNames[time.day]} ${clockText(span.from)} to ${weekdayNames[(time.day + 1) % 7]} ${clockText(span.to - DAY_MINUTES)}`;
}
