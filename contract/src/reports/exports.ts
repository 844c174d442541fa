import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './export-paths.ts';

/** The longest range of an export, in local days of the station, both ends included (spec 3 section 5). */
export const exportDays = { Daily: 1825, Hourly: 92, ConditionSnapshots: 1825 } as const;
export type ExportInterval = keyof typeof exportDays;

const bound = (name: string) =>
  z
    .string()
    .regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/,
      `${name} must be a day such as 2026-06-01 or an instant such as 2026-06-01T00:00:00Z`,
    )
    .refine((text) => isDate(text), `${name} must be a day such as 2026-06-01`);

/** Also a day that its month has: JavaScript reads 30 February as one of March. */
function isDate(text: string): boolean {
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && !Number.isNaN(Date.parse(text));
}

/** Local days of the station, both included; of an instant the day that holds it. */
export const exportRange = z.object({ startDate: bound('StartDate'), endDate: bound('EndDate') });

export const exportStationRecord = defineRoute({
  ...paths.exportStationRecord,
  needs: 'observations:read',
  summary:
    'What a weather station measured, by its local hours or days (`Hourly`, `Daily`), as a CSV file: at most 92 and 1825 days. An hour or day without a report is there, with empty values',
  params: z.object({ interval: z.string().max(100), weatherStationId: z.string().max(100) }),
  query: exportRange,
  data: z.unknown(),
  failures: [400, 404],
});

export const exportConditionSnapshots = defineRoute({
  ...paths.exportConditionSnapshots,
  needs: 'observations:read',
  summary: 'The condition snapshots of a weather station as a CSV file, oldest first: at most 1825 days',
  params: z.object({ weatherStationId: z.string().max(100) }),
  query: exportRange,
  data: z.unknown(),
  failures: [400, 404],
});
