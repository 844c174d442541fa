import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const value = z.number().nullable();

/**
 * The measurements of a weather station in one period (spec 1 section 3 'Conditions history point', spec 3
 * 'History point'): °F and mph, null without a measurement. A period without any report has no point.
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
});

export type ConditionsHistoryPoint = z.infer<typeof conditionsHistoryPoint>;

/** The widest custom range, days. */
export const maxHistoryDays = 92;

const params = z.object({ id: z.string() });

const data = z.array(conditionsHistoryPoint);

const needs = 'observations:read';

/**
 * `id` is a weather station's: one of the organization's own, or a government station, which is for everyone.
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
