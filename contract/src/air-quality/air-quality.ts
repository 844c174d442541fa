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

export const listAirQualityAt = defineRoute({
  ...paths.listAirQualityAt,
  needs: 'observations:read',
  summary: 'The same at a place near one of the locations that are watched',
  query: z.object({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
  }),
  data: z.array(airQualityPollutant),
  failures: [400, 404, 503],
});

export const listAirQualityCategories = defineRoute({
  ...paths.listAirQualityCategories,
  needs: 'signed-in',
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
