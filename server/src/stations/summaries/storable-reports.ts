import { DAY_MS } from '@allclear/domain';
import type { Database } from '../../platform/database/database.ts';
import { leastKeptDays } from '../settings.ts';
import { oldestStorable } from './kept-reports.store.ts';

/**
 * The reports that are not older than the reports that are kept. An older one would be summed up without its neighbors
 * and take the place of what they said together.
 */
export async function storableReports<Report>(
  db: Database,
  reports: readonly Report[],
  instantOf: (report: Report) => number,
  now: number,
): Promise<readonly Report[]> {
  const newerThanDropped = now - (leastKeptDays - 1) * DAY_MS;
  if (reports.every((report) => instantOf(report) >= newerThanDropped)) return reports;
  const oldest = await oldestStorable(db);
  return reports.filter((report) => instantOf(report) >= oldest);
}
