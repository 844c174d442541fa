import { DAY_MS, dateText, type GapRule, localDay, localDayOf, localText } from '@allclear/domain';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The widest custom range, days, the first and the last included (spec 3 section 9). */
const maxCustomDays = 90;
/** The days of the range that stands in the form at first. */
const defaultDays = 7;

export type HistoryRange = 'day' | 'week' | 'month' | 'custom';

/** As the specification names the ranges (3, section 2). */
export const rangeLabels: Readonly<Record<HistoryRange, string>> = {
  day: 'Hourly',
  week: '7 Days',
  month: '30 Days',
  custom: 'Custom',
};

export const rangeOf = (text: string): HistoryRange =>
  Object.hasOwn(rangeLabels, text) ? (text as HistoryRange) : 'week';

/** Days of the station's time zone, 'YYYY-MM-DD', both included. */
export interface CustomDays {
  readonly start: string;
  readonly end: string;
}

/** The last 7 days ending yesterday, at the station. */
export function defaultCustomDays(nowMs: number, timeZone: string): CustomDays {
  const today = Date.parse(localDayOf(nowMs, timeZone).day);
  return { start: dateText(today - defaultDays * DAY_MS), end: dateText(today - DAY_MS) };
}

/** Why a custom range does not apply, for people; null when it does. */
export function customProblem({ start, end }: CustomDays, nowMs: number, timeZone: string): string | null {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  if (!isDay(start) || !isDay(end)) return 'Choose a start and an end date.';
  if (last <= first) return 'The end must be after the start.';
  if (last >= Date.parse(localDayOf(nowMs, timeZone).day)) return 'The end must be in the past.';
  if ((last - first) / DAY_MS + 1 > maxCustomDays)
    return 'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.';
  return null;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The stretch of time that the charts show, and the steps of its points. */
export interface HistoryWindow {
  /** 'last 7 days'. */
  readonly period: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** A period without any report has no point; local days have 23 to 25 hours. */
  readonly gaps: GapRule;
  /** 'quarter of an hour', 'hour' or 'day'. */
  readonly step: string;
}

type Step = Pick<HistoryWindow, 'gaps' | 'step'>;
const quarters: Step = {
  gaps: { maxMs: 30 * minuteMs, stepMs: 15 * minuteMs },
  step: 'quarter of an hour',
};
const hours: Step = { gaps: { maxMs: 1.5 * hourMs, stepMs: hourMs }, step: 'hour' };
const days: Step = { gaps: { maxMs: 36 * hourMs, stepMs: 24 * hourMs }, step: 'day' };

/** The window of a range at an instant. `custom` must have no problem. */
export function windowOf(
  range: HistoryRange,
  custom: CustomDays,
  nowMs: number,
  timeZone: string,
): HistoryWindow {
  const toMs = Math.floor(nowMs / minuteMs) * minuteMs;
  switch (range) {
    case 'day':
      return { period: 'last 24 hours', fromMs: toMs - DAY_MS, toMs, ...quarters };
    case 'week':
      return { period: 'last 7 days', fromMs: toMs - 7 * DAY_MS, toMs, ...hours };
    case 'month':
      return { period: 'last 30 days', fromMs: toMs - 30 * DAY_MS, toMs, ...days };
    case 'custom': {
      const fromMs = localDay(custom.start, timeZone).from;
      const until = localDay(custom.end, timeZone).until;
      const step = until - fromMs <= 2 * DAY_MS ? quarters : until - fromMs <= 14 * DAY_MS ? hours : days;
      return { period: `${custom.start} to ${custom.end}`, fromMs, toMs: until, ...step };
    }
  }
}

/**
 * The zone of the times that are shown, as of those days: 'Times in CDT (America/Chicago)', or 'CST and CDT' where
 * clocks change between them.
 */
export function zoneText(timeZone: string, fromMs: number, toMs: number): string {
  const abbreviations = new Set(
    [fromMs, toMs - 1].map((at) => localText(at, timeZone, true).split(' ').at(-1) ?? ''),
  );
  return `Times in ${[...abbreviations].join(' and ')} (${timeZone.replaceAll('_', ' ')})`;
}
