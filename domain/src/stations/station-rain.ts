import { HOUR_MS, localDayOf } from '../core/index.ts';

/** What a report says of rain, mm before calibration; null where nothing passed the checks. */
export interface RainReport {
  /** Epoch ms. */
  readonly observedAt: number;
  /** The gauge's counter of the day, which the station sets back at about its midnight. */
  readonly rainTodayMm: number | null;
  /** The rain of the last hour; a government station counts it from the whole hour. */
  readonly rainLastHourMm: number | null;
}

/** What the reports before a quarter hour said of rain. */
export interface RainBefore {
  /** The last counter of the day, at most a day before the quarter hour; null without one. */
  readonly today: { readonly at: number; readonly mm: number } | null;
  /** The most that a report of the same clock hour said of the last hour, mm; null without one. */
  readonly hourGreatestMm: number | null;
}

/**
 * The rain of a quarter hour, mm before calibration; null where its reports do not tell.
 *
 * A counter of the day tells what fell since its last report. One that is lower than before was set back, and what it
 * shows has fallen since; so it was where midnight passed an hour ago or more without a report. Where the counter is
 * missing in a quarter hour (it failed a check), what fell is in the quarter hour of its next report. The first
 * counter in a day counts whole.
 *
 * A station without such a counter has the rain of the last hour alone. Of each clock hour the greatest counts, so
 * that a quarter hour adds only what exceeds the most so far.
 *
 * @param reports of the quarter hour, in order of time
 * @param timeZone the IANA zone in which the station stands
 */
export function rainOfQuarter(
  reports: readonly RainReport[],
  before: RainBefore,
  timeZone: string,
): number | null {
  const counts = reports.flatMap(({ observedAt, rainTodayMm }) =>
    rainTodayMm === null ? [] : [{ at: observedAt, mm: rainTodayMm }],
  );
  if (counts.length > 0) {
    let rain = 0;
    let last = before.today;
    for (const count of counts) {
      rain += last === null || wasSetBack(last, count, timeZone) ? count.mm : count.mm - last.mm;
      last = count;
    }
    return rain;
  }
  if (before.today !== null) return null;
  const hourly = reports.flatMap(({ rainLastHourMm }) => rainLastHourMm ?? []);
  return hourly.length === 0 ? null : Math.max(0, Math.max(...hourly) - (before.hourGreatestMm ?? 0));
}

interface Count {
  readonly at: number;
  readonly mm: number;
}

function wasSetBack(last: Count, next: Count, timeZone: string): boolean {
  if (next.mm < last.mm) return true;
  // A counter may be set back some minutes late: only after an hour is it sure that it was.
  if (next.at - last.at < HOUR_MS) return false;
  const midnight = localDayOf(next.at, timeZone).from;
  return last.at < midnight && next.at - midnight >= HOUR_MS;
}
