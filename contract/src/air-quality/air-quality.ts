import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** An air quality index with its category; all null where it is not known. */
const index = z.object({
  value: z.number().int().nullable(),
  color: z.string().nullable(),
  shortDescription: z.string().nullable(),
});

/**
 * One pollutant at the nearest monitor or sensor within 10 miles, or from a model of the place (spec 1
 * section 3 'Air quality pollutant').
 */
export const airQualityPollutant = z.object({
  /** 'PM2.5', 'PM10' or 'Ozone'. */
  pollutantName: z.string(),
  /** Whether its NowCast index is the highest: it is the index of the place. */
  isMainPollutant: z.boolean(),
  sourceName: z.string(),
  /** To the monitor; 0 for a model's value for the place itself. */
  distanceInMiles: z.number(),
  /**
   * True where no monitor measured it: a model's value for the place, as `sourceName` and `attribution` also
   * state.
   */
  isModelled: z.boolean(),
  utcTimeStamp: z.string(),
  aqiData: z.object({
    nowCastIndex: index,
    oneHourIndex: index,
    eightHourIndex: index,
    twentyFourHourIndex: index,
  }),
  /** True when it is older than it may be shown as current. */
  stale: z.boolean(),
  attribution: z.string(),
});

export type AirQualityPollutant = z.infer<typeof airQualityPollutant>;

export const listAirQuality = defineRoute({
  ...paths.listAirQuality,
  needs: 'observations:read',
  summary:
    'Pollutants at a location, the main one first; none without a monitor or a sensor of the organization within 10 miles',
  params: z.object({ id: z.string() }),
  data: z.array(airQualityPollutant),
  failures: [404, 503],
});

const nowCast = z.object({ nowcast: index });

/** A station with a sensor for particles (spec 3 section 3 'Air quality station'). */
export const airQualityStation = z.object({
  id: z.string(),
  name: z.string(),
  /** The organization to which it belongs. */
  customerName: z.string(),
  /** Disabled: it was removed, and what it measured is kept. */
  status: z.enum(['Enabled', 'Disabled']),
  /** When it last sent anything; null for never. */
  lastActivity: z.string().nullable(),
  /** The NowCast index, null while too few of the last hours were measured. */
  pM2_5: nowCast,
  pM10: nowCast,
});

export type AirQualityStation = z.infer<typeof airQualityStation>;

export const listAirQualityAt = defineRoute({
  ...paths.listAirQualityAt,
  needs: 'observations:read',
  summary:
    'At a place near one of the locations that are watched: its pollutants. Without a place, for those who may see the page of air quality: the organization’s stations with a sensor for particles',
  query: z
    .object({
      latitude: z.coerce.number().min(-90).max(90).optional(),
      longitude: z.coerce.number().min(-180).max(180).optional(),
    })
    .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
      path: ['Longitude'],
      message: 'Give latitude and longitude, or neither',
    }),
  data: z.union([z.array(airQualityPollutant), z.array(airQualityStation)]),
  failures: [400, 403, 404, 503],
});

export const listAirQualityCategories = defineRoute({
  ...paths.listAirQualityCategories,
  needs: 'signed-in',
  forLimitedKeys: true,
  summary: 'The categories of the air quality index',
  data: z.array(
    z.object({
      name: z.string(),
      color: z.string(),
      min: z.number().int(),
      max: z.number().int().nullable(),
    }),
  ),
});
