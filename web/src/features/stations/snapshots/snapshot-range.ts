import { DAY_MS, localDate } from '@allclear/domain';

/** Local days of a station, both included: '2026-06-01'. */
export interface SnapshotRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** The last thirty days, with today; empty while the time is unknown. */
export function lastDays(nowMs: number | null, timeZone: string): SnapshotRange {
  if (nowMs === null) return { startDate: '', endDate: '' };
  const endDate = localDate(nowMs, timeZone);
  const first = Date.parse(`${endDate}T00:00:00Z`) - 29 * DAY_MS;
  return { startDate: new Date(first).toISOString().slice(0, 10), endDate };
}

export function isRange({ startDate, endDate }: SnapshotRange): boolean {
  return startDate !== '' && endDate !== '' && startDate <= endDate;
}
