import type { Evapotranspiration, EvapotranspirationPoint } from '@allclear/contract';
import {
  DAY_MS,
  dateText,
  localDay,
  localDayOf,
  maxEvapotranspirationDays,
  pyranometerFaultTexts,
} from '@allclear/domain';
import type { ChartSeries } from '../../../ui/chart/chart-rows.ts';

export const ranges = { '3': '3 Days', '7': '7 Days', custom: 'Custom' } as const;
export type EvapotranspirationRange = keyof typeof ranges;
export const rangeOf = (text: string): EvapotranspirationRange =>
  Object.hasOwn(ranges, text) ? (text as EvapotranspirationRange) : '7';

/** The first and the last local day, 'YYYY-MM-DD'. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const daysIn = ({ from, to }: DayRange) => (dayMs(to) - dayMs(from)) / DAY_MS + 1;

/** The last seven days, ending yesterday. */
export function defaultDays(nowMs: number, timeZone: string): DayRange {
  const today = dayMs(localDayOf(nowMs, timeZone).day);
  return { from: dateText(today - 7 * DAY_MS), to: dateText(today - DAY_MS) };
}

/** Why a custom range does not apply; null if it does. */
export function rangeFault(days: DayRange, nowMs: number, timeZone: string): string | null {
  if (!(daysIn(days) > 0)) return 'Choose a first and a last day.';
  if (daysIn(days) < 2) return 'The end must be after the start.';
  if (days.to >= localDayOf(nowMs, timeZone).day) return 'The end must be in the past.';
  if (daysIn(days) > maxEvapotranspirationDays)
    return `Custom Range must be ${maxEvapotranspirationDays} days or less.`;
  return null;
}

/** Whether there are too few days with a value for a chart. */
export function isInsufficient(
  { points }: Pick<Evapotranspiration, 'points'>,
  range: EvapotranspirationRange,
): boolean {
  const count = points.filter(({ value }) => value !== null).length;
  const least = { '3': 2, '7': 5, custom: Math.max(1, points.length - 2) }[range];
  return count < least;
}

export function seriesOf({ points, timeZone }: Evapotranspiration): ChartSeries[] {
  return [
    {
      name: 'Evapotranspiration',
      colorVar: '--metric-precip',
      unit: 'in',
      decimals: 3,
      points: points.map(({ date, value }) => ({ atMs: localDay(date, timeZone).from, value })),
    },
  ];
}

/** '0.153 in', or '--'. */
export const inchesText = (value: number | null) => (value === null ? '--' : `${value.toFixed(3)} in`);

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
/** 'Fri, Jun 5'. */
export const dayText = (day: string) => dayFormat.format(dayMs(day));

const list = new Intl.ListFormat('en-US');

/** 'Fri, Jun 5 and Mon, Jun 8 to Wed, Jun 10': three and more days in a row are named by their ends. */
export function daysText(days: readonly string[]): string {
  const runs: { first: string; last: string; count: number }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && dayMs(day) - dayMs(run.last) === DAY_MS)
      Object.assign(run, { last: day, count: run.count + 1 });
    else runs.push({ first: day, last: day, count: 1 });
  }
  return list.format(
    runs.flatMap(({ first, last, count }) => {
      if (count > 2) return `${dayText(first)} to ${dayText(last)}`;
      return count === 2 ? [dayText(first), dayText(last)] : dayText(first);
    }),
  );
}

/** 'Fri, Jun 5 is missing', '2 of 3 days are missing: Mon, Jun 8 and Tue, Jun 9'. */
export function missingText(days: readonly string[], total: number): string {
  if (days.length === 1) return `${daysText(days)} is missing`;
  if (days.length === total) return `All ${total} days are missing`;
  return `${days.length} of ${total} days are missing: ${daysText(days)}`;
}

const gapTexts: Readonly<Record<EvapotranspirationPoint['missing'][number], string>> = {
  reports: 'no reports',
  temperature: 'too few temperatures',
  humidity: 'too little humidity',
  wind: 'too little wind',
  radiation: 'neither sun nor clouds',
  elevation: 'no elevation of the station',
  range: 'values outside those of the standard',
};
/** Why a day has no value. */
export const gapText = ({ missing }: EvapotranspirationPoint) =>
  missing.length === 0 ? '' : `Missing: ${list.format(missing.map((gap) => gapTexts[gap]))}`;

/** Where the radiation of the days comes from, a sentence each; faults of the pyranometer by their days. */
export function radiationTexts({ points }: Evapotranspiration): string[] {
  const daysOf = (is: (point: EvapotranspirationPoint) => boolean) =>
    points.filter((point) => point.inputs !== null && is(point)).map(({ date }) => date);
  const measured = daysOf(({ approx }) => !approx);
  const estimated = daysOf(({ approx }) => approx);
  const sources = new Set(
    points.flatMap(({ approx, inputs, cloudStation }) =>
      approx && inputs
        ? cloudStation
          ? `by ${cloudStation.name}, ${cloudStation.distanceMiles.toFixed(1)} miles away`
          : 'by this station'
        : [],
    ),
  );
  const texts: string[] = [];
  if (measured.length > 0)
    texts.push(`Solar radiation: measured${estimated.length > 0 ? ` on ${daysText(measured)}` : ''}.`);
  if (estimated.length > 0)
    texts.push(
      `Solar radiation: estimated from clouds reported ${list.format([...sources])}${measured.length > 0 ? `, on ${daysText(estimated)}` : ''}.`,
    );
  const faults = Map.groupBy(
    points.filter(({ pyranometerFault }) => pyranometerFault !== null),
    ({ pyranometerFault }) => pyranometerFault,
  );
  for (const [fault, days] of faults)
    if (fault !== null)
      texts.push(
        `The pyranometer is not used on ${daysText(days.map(({ date }) => date))}: ${pyranometerFaultTexts[fault]}.`,
      );
  return texts;
}
