import { DAY_MS, dateText, localInstants, localTime } from '../core/index.ts';

/** When a recurring report is made: at 06:00 of some days. */
export type ReportSchedule =
  | { readonly period: 'DAY' }
  /** 0 Sunday to 6 Saturday. */
  | { readonly period: 'WEEK'; readonly weekday: number }
  /** 1–30; in a shorter month its last day. */
  | { readonly period: 'MONTH'; readonly dayOfMonth: number };

/** Minutes after midnight: 06:00. */
const runsAtMinutes = 360;

/** Older runs that were missed while no server ran are left out, ms: nobody waits for hundreds of old reports. */
const caughtUpMs = 31 * DAY_MS;

/**
 * The next run after an instant (epoch ms): the first 06:00 in the zone, later than it, of a day of the schedule. A day
 * that the zone skipped has none.
 */
export function nextRun(schedule: ReportSchedule, timeZone: string, after: number): number {
  const { year, month, dayOfMonth } = localTime(after, timeZone);
  const today = Date.UTC(year, month - 1, dayOfMonth);
  for (let day = today; ; day += DAY_MS) {
    if (!isRunDay(schedule, day)) continue;
    const at = localInstants(day, runsAtMinutes, timeZone).first;
    if (at > after && dateIn(at, timeZone) === day) return at;
  }
}

/**
 * What is due of a recurring report: the runs from `nextAt` until `now`, oldest first, and when the next one is.
 */
export function dueRuns(
  schedule: ReportSchedule,
  timeZone: string,
  { nextAt, now }: { nextAt: number; now: number },
): { readonly runs: readonly number[]; readonly nextAt: number } {
  const runs: number[] = [];
  let at = nextAt < now - caughtUpMs ? nextRun(schedule, timeZone, now - caughtUpMs) : nextAt;
  for (; at <= now; at = nextRun(schedule, timeZone, at)) runs.push(at);
  return { runs, nextAt: at };
}

/**
 * The period that has just ended at a run, as the first and the last of its local days ('YYYY-MM-DD'). The periods of
 * runs that follow each other adjoin.
 */
export function periodEndedAt(
  schedule: ReportSchedule,
  timeZone: string,
  at: number,
): { readonly startDate: string; readonly endDate: string } {
  const day = dateIn(at, timeZone);
  const start = day - lengthMs(schedule, day);
  return { startDate: dateText(start), endDate: dateText(day - DAY_MS) };
}

function lengthMs(schedule: ReportSchedule, day: number): number {
  switch (schedule.period) {
    case 'DAY':
      return DAY_MS;
    case 'WEEK':
      return 7 * DAY_MS;
    case 'MONTH': {
      let before = day - DAY_MS;
      while (!isRunDay(schedule, before)) before -= DAY_MS;
      return day - before;
    }
  }
}

/** The date of a zone at an instant, as epoch ms of its midnight in UTC. */
function dateIn(at: number, timeZone: string): number {
  const { year, month, dayOfMonth } = localTime(at, timeZone);
  return Date.UTC(year, month - 1, dayOfMonth);
}

function isRunDay(schedule: ReportSchedule, day: number): boolean {
  const date = new Date(day);
  switch (schedule.period) {
    case 'DAY':
      return true;
    case 'WEEK':
      return date.getUTCDay() === schedule.weekday;
    case 'MONTH': {
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return date.getUTCDate() === Math.min(schedule.dayOfMonth, last);
    }
  }
}
