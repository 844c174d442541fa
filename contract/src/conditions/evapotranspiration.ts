import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const value = z.number().nullable();

/** What a day was computed from: °F, mph at the height of the anemometer, and MJ/m². */
const inputs = z.object({
  maxAmbientTemperature: z.number(),
  minAmbientTemperature: z.number(),
  avgDewPoint: z.number(),
  avgWindSpeed: z.number(),
  solarRadiation: z.number(),
});

/** Reference evapotranspiration of a whole local day of a weather station (spec 3 section 3). */
export const evapotranspirationPoint = z.object({
  /** Inches to three decimals; null where something is missing. */
  value,
  /** The local day, 'YYYY-MM-DD'. */
  date: z.string(),
  /** The IANA time zone of the day. */
  timeZone: z.string(),
  /** Why there is no value; empty exactly where there is one. */
  missing: z.array(z.enum(['reports', 'temperature', 'humidity', 'wind', 'radiation', 'elevation', 'range'])),
  /** Whether the radiation was estimated from clouds. */
  approx: z.boolean(),
  /** Where the clouds come from, if not from the station itself. */
  cloudStation: z.object({ id: z.string(), name: z.string(), distanceMiles: z.number() }).nullable(),
  /** Why the pyranometer was not believed. */
  pyranometerFault: z.enum(['above-clear-sky', 'stuck', 'dark']).nullable(),
  inputs: inputs.nullable(),
});

export type EvapotranspirationPoint = z.infer<typeof evapotranspirationPoint>;

const total = z.object({
  /** The number of last whole days: 1 (24 hour), 3 or 7. */
  days: z.literal([1, 3, 7]),
  /** Inches; null where a day is missing: never the total of fewer days. */
  value,
  /** Whether the radiation of one of its days was estimated. */
  approx: z.boolean(),
  missingDays: z.array(z.string()),
});

export const evapotranspiration = z.object({
  /** The whole local days of the range, in order; the last one is never today. */
  points: z.array(evapotranspirationPoint),
  /** Those up to yesterday, whatever the range. */
  totals: z.array(total),
  standard: z.string(),
  timeZone: z.string(),
  /** Feet above sea level, and feet above the ground. */
  elevationFeet: value,
  windHeightFeet: z.number(),
  /** What keeps the station from having the feature at all, by its reports of the last days. */
  lacks: z.array(z.enum(['temperature', 'humidity', 'wind', 'elevation'])),
});

export type Evapotranspiration = z.infer<typeof evapotranspiration>;

const params = z.object({ id: z.string() });

const needs = 'observations:read';

export const listEvapotranspiration = defineRoute({
  ...paths.listEvapotranspiration,
  needs,
  summary: 'Reference evapotranspiration at a weather station on each of the last 3 or 7 whole local days',
  params,
  query: z.object({ days: z.enum(['3', '7'], 'Days must be 3 or 7').default('7') }),
  data: evapotranspiration,
  failures: [400, 404],
});

const bound = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const listEvapotranspirationBetween = defineRoute({
  ...paths.listEvapotranspirationBetween,
  needs,
  summary:
    'Reference evapotranspiration at a weather station between two local days (the last one included, at most 14, before today)',
  params,
  query: z.object({ startDate: bound, endDate: bound }),
  data: evapotranspiration,
  failures: [400, 404],
});
