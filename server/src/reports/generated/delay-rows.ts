import type { ReportRequest } from '@allclear/contract';
import type { Database } from '../../platform/database/database.ts';
import { type PolicyDelaysQuestion, policyDelayColumns, policyDelaysByPlace } from '../../warnings/index.ts';
import type { ReportRows } from './report-rows.ts';

type LocationFilters = NonNullable<ReportRequest['LocationFilters']>;

interface DelaysToReport {
  readonly organizationId: string;
  readonly filters: LocationFilters;
  /** Local days of each location, both included: of a recurring report the period just ended. */
  readonly startDate: string;
  readonly endDate: string;
  readonly units: 'us' | 'metric';
  /** Epoch ms. */
  readonly now: number;
}

const intervals: readonly PolicyDelaysQuestion['interval'][] = [
  ...(['Detailed', 'Daily', 'Weekly', 'Monthly', 'Overall'] as const),
];

/** The rows of a report of policy delays, location by location. */
export function policyDelayRows(
  db: Database,
  { organizationId, filters, startDate, endDate, units, now }: DelaysToReport,
): ReportRows {
  const interval = intervals.find((one) => one === filters.DataInterval);
  if (interval === undefined) throw new Error('A report of delays has an interval.');
  const { StartTimeOfDay, EndTimeOfDay, DaysOfWeek } = filters.TimeFilter;
  const timeOfDay =
    StartTimeOfDay === null || EndTimeOfDay === null
      ? null
      : { from: msOf(StartTimeOfDay), until: msOf(EndTimeOfDay) };
  const columns = policyDelayColumns(interval, units);
  return {
    head: columns.map(({ header }) => header),
    isText: columns.map(() => true),
    async *portions() {
      const places = filters.OrganizationLocationIds.length;
      let read = 0;
      const question = {
        ...{ organizationId, organizationLocationIds: filters.OrganizationLocationIds, interval, now },
        types: [...new Set(Object.values(filters.PolicyTypes).flat())],
        filter: { startDate, endDate, timeOfDay, daysOfWeek: DaysOfWeek },
      };
      for await (const { rows } of policyDelaysByPlace(db, question)) {
        read += 1;
        const cells = rows.map((row) => columns.map(({ cell }) => String(cell(row) ?? '')));
        yield { rows: cells, done: Math.min(1, read / places) };
      }
    },
  };
}

/** 'HH:mm:ss' as ms since midnight. */
function msOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
