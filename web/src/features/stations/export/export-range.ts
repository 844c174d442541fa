import { DAY_MS, localDate } from '@allclear/domain';

export const exportIntervals = ['Daily', 'Hourly', 'ConditionSnapshots'] as const;
export type ExportInterval = (typeof exportIntervals)[number];

export const intervalNames: Readonly<Record<ExportInterval, string>> = {
  Daily: 'Daily',
  Hourly: 'Hourly',
  ConditionSnapshots: 'Condition Snapshots',
};

/** The longest range of each interval, days; the server refuses a longer one. */
const longest: Readonly<Record<ExportInterval, number>> = {
  Daily: 1825,
  Hourly: 92,
  ConditionSnapshots: 1825,
};

export interface ExportRange {
  /** Local days of the station, both included: '2026-06-01'. */
  readonly startDate: string;
  readonly endDate: string;
}

/** The last seven days, ending yesterday; empty while the time is unknown. */
export function lastWeek(nowMs: number | null, timeZone: string): ExportRange {
  if (nowMs === null) return { startDate: '', endDate: '' };
  const today = Date.parse(`${localDate(nowMs, timeZone)}T00:00:00Z`);
  const day = (back: number) => new Date(today - back * DAY_MS).toISOString().slice(0, 10);
  return { startDate: day(7), endDate: day(1) };
}

/** Why a range cannot be exported, a sentence; null where it can. */
export function rangeProblem({ startDate, endDate }: ExportRange, interval: ExportInterval): string | null {
  if (startDate === '' || endDate === '') return 'Choose the first and the last day.';
  if (endDate < startDate) return 'The last day cannot be before the first day.';
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1;
  return days > longest[interval]
    ? `Your selected date range exceeds the ${longest[interval]}-day limit for the ${intervalNames[interval]} interval. Please adjust your date range to continue.`
    : null;
}

/** The station's name as that of a file. */
export function exportFileName(stationName: string): string {
  const name = stationName.replace(/[\p{Cc}"*/:<>?\\|]+/gu, '_').replace(/^[\s.]+|[\s.]+$/g, '');
  return `${name === '' ? 'weather-station' : name}.csv`;
}
