import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const value = z.number().nullable();

/**
 * The measurements of a weather station in one period (spec 1 section 3 'Conditions history point', spec 3
 * 'History point'): °F, mph and inches, null without a measurement. A period without any report has no point.
 */
export const conditionsHistoryPoint = z.object({
  /** The beginning of the stretch, UTC: of days it is the station's local midnight. */
  date: z.string(),
  minAmbientTemperature: value,
  avgAmbientTemperature: value,
  maxAmbientTemperature: value,
  maxWindSpeed: value,
  maxWindGust: value,
  /** Measured where the station has a sensor for it, else estimated. */
  maxWetBulbGlobalTemp: value,
  /** What fell in the stretch, with the station's calibration; inches; null where no report had any. */
  rainTotal: value,
  /** The most of an hour that the station reported in the stretch, else the greatest sum of a clock hour. */
  maxRain1Hr: value,
});

export type ConditionsHistoryPoint = z.infer<typeof conditionsHistoryPoint>;

/** The widest custom range, days: the page asks for 90 at most, whose first and last day may be parts. */
export const maxHistoryDays = 92;

export const tooLongHistory =
  'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.';

const params = z.object({ id: z.string() });

const data = z.array(conditionsHistoryPoint);

const needs = 'observations:read';

/**
 * `id` is a weather station's that one may read: one of the organization's own, one that others share, or a government
 * station, which is for everyone.
 */
export const listConditionsHistory = defineRoute({
  ...paths.listConditionsHistory,
  needs,
  summary: 'What a weather station measured in the last hours (12 unless said, at most 72), by 15 minutes',
  params,
  query: z.object({ hours: z.coerce.number().int().min(1).max(72).default(12) }),
  data,
  failures: [400, 404],
});

export const listConditionsOfDay = defineRoute({
  ...paths.listConditionsOfDay,
  needs,
  summary: 'What a weather station measured in the last 24 hours, by 15 minutes',
  params,
  data,
  failures: [404],
});

export const listConditionsOfWeek = defineRoute({
  ...paths.listConditionsOfWeek,
  needs,
  summary: 'What a weather station measured in the last 7 days, by the hour',
  params,
  data,
  failures: [404],
});

export const listConditionsOfMonth = defineRoute({
  ...paths.listConditionsOfMonth,
  needs,
  summary: 'What a weather station measured in the last 30 days, today included, by the local day',
  params,
  data,
  failures: [404],
});

const bound = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const listConditionsBetween = defineRoute({
  ...paths.listConditionsBetween,
  needs,
  summary:
    'What a weather station measured between two instants or local days (the last one included): by 15 minutes up to 2 days, by the hour up to 14, else by the day',
  params,
  query: z.object({ startDate: bound, endDate: bound }),
  data,
  failures: [400, 404],
});

/** What the page of a station shows without a sign-in. */
export const listPublicConditions = defineRoute({
  ...paths.listPublicConditions,
  needs: 'public',
  summary:
    'What a shared weather station of an organization on trial measured, for everybody: in the last 24 hours, 7 or 30 days, or between two local days',
  params,
  query: z.object({
    range: z.enum(['Day', 'Week', 'Month', 'Custom']).default('Week'),
    startDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
  }),
  data,
  failures: [400, 404],
});
