import { DAY_MS, HOUR_MS, localInstants, localTime } from '../core/index.ts';

/** A test that is repeated: every week on a weekday, or every month on its first such day. */
export interface TestSchedule {
  readonly every: 'week' | 'month';
  /** 0 Sunday – 6 Saturday */
  readonly weekday: number;
  /** 'HH:mm:ss' of the wall clock of the unit's place. */
  readonly time: string;
}

/** A test is overdue when it was not done so long after it was planned. */
export const overdueMs = DAY_MS;
const retryMs = HOUR_MS;
/** A skipped test is tried again so long after its time; later, people no longer expect a siren. */
const retryWindowMs = 3 * HOUR_MS;

/**
 * The next time of a schedule after an instant, epoch ms. A time that the clock skips is the next that exists, one that
 * occurs twice is the first. Null for a schedule that cannot be read.
 */
export function nextScheduled(schedule: TestSchedule, timeZone: string, after: number): number | null {
  const { every, weekday } = schedule;
  // The first such day of the next month is at most 37 days away.
  return nextOn(schedule, timeZone, after, 40, (day) => {
    const date = new Date(day);
    return date.getUTCDay() === weekday && (every === 'week' || date.getUTCDate() <= 7);
  });
}

function nextOn(
  { time }: TestSchedule,
  timeZone: string,
  after: number,
  days: number,
  isDay: (dayMs: number) => boolean,
): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(time);
  if (!match || !Number.isFinite(after)) return null;
  const { year, month, dayOfMonth } = localTime(after, timeZone);
  const today = Date.UTC(year, month - 1, dayOfMonth);
  for (let day = today; day <= today + days * DAY_MS; day += DAY_MS) {
    if (!isDay(day)) continue;
    const minutes = Number(match[1]) * 60 + Number(match[2]);
    const at = localInstants(day, minutes, timeZone).first + Number(match[3]) * 1_000;
    if (at > after) return at;
  }
  return null;
}

/**
 * When a test that was skipped is tried again, epoch ms: an hour later within three hours of its planned time, otherwise
 * at its time on the next day, so that no siren is tested at an hour nobody expects. A silent communication check is tried
 * every hour. Never later than the next planned one. Null for a schedule that cannot be read.
 *
 * @param plannedAt the time of the schedule that it belongs to
 */
export function retryAt(
  schedule: TestSchedule & { readonly isSilent: boolean },
  timeZone: string,
  plannedAt: number,
  now: number,
): number | null {
  const next = nextScheduled(schedule, timeZone, plannedAt);
  const tomorrow = nextOn(schedule, timeZone, now, 3, () => true);
  if (next === null || tomorrow === null) return null;
  if (next <= now) return nextScheduled(schedule, timeZone, now);
  const soon = now + retryMs;
  const planned = firstOfDay(schedule, timeZone, now) ?? plannedAt;
  const isExpected = schedule.isSilent || (soon >= planned && soon <= planned + retryWindowMs);
  return Math.min(next, isExpected ? soon : tomorrow);
}

/** The time of the schedule on the local day of an instant, whatever weekday it is. */
function firstOfDay(schedule: TestSchedule, timeZone: string, at: number): number | null {
  const { year, month, dayOfMonth } = localTime(at, timeZone);
  const day = Date.UTC(year, month - 1, dayOfMonth);
  return nextOn(schedule, timeZone, at - DAY_MS - HOUR_MS, 3, (one) => one === day);
}

/**
 * Whether a test is overdue: a planned time since the last one that was done (or since the schedule was made) passed more
 * than a day ago.
 */
export function isTestOverdue(
  schedule: TestSchedule,
  timeZone: string,
  { lastDoneAt, createdAt }: { readonly lastDoneAt: number | null; readonly createdAt: number },
  now: number,
): boolean {
  const due = nextScheduled(schedule, timeZone, lastDoneAt ?? createdAt);
  return due !== null && now - due > overdueMs;
}

/** The times of a schedule in a period, epoch ms, the end excluded. */
export function scheduledBetween(
  schedule: TestSchedule,
  timeZone: string,
  from: number,
  to: number,
): number[] {
  const found: number[] = [];
  for (let at = nextScheduled(schedule, timeZone, from - 1); at !== null && at < to; ) {
    found.push(at);
    at = nextScheduled(schedule, timeZone, at);
  }
  return found;
}
