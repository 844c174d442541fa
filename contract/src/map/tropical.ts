import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const point = z.object({
  /** [longitude, latitude]. */
  coordinates: z.array(z.number()),
  time: z.string(),
  /** mph; null when it is not reported. */
  wind: z.object({
    maxSustained: z.number().nullable(),
    gust: z.number().nullable(),
    units: z.literal('mph'),
  }),
});

/** Spec 1 section 3 'Tropical forecast item'. */
export const tropicalForecastItem = z.object({
  id: z.string(),
  name: z.string(),
  /** 'Hurricane', 'Tropical Storm', … */
  type: z.string(),
  /** When the center last spoke of it, and where it was. */
  updatedAt: z.string(),
  coordinates: z.array(z.number()),
  wind: z.object({ maxSustained: z.number().nullable(), units: z.literal('mph') }),
  pressure: z.object({ value: z.number().nullable(), units: z.literal('mb') }),
  movement: z.object({
    speed: z.object({ value: z.number().nullable(), units: z.literal('mph') }),
    direction: z.number().nullable(),
  }),
  /** When the forecast was issued; null without a recent one. */
  forecastAt: z.string().nullable(),
  /**
   * GeoJSON: where the center will most likely be (two thirds of the forecasts of the last years); null
   * without a forecast.
   */
  conePolygon: z
    .object({ type: z.literal('Polygon'), coordinates: z.array(z.array(z.array(z.number()))) })
    .nullable(),
  points: z.array(point),
  /** The tracks of the models. */
  models: z.array(z.object({ name: z.string(), issuedAt: z.string(), points: z.array(point) })),
});

export type TropicalForecastItem = z.infer<typeof tropicalForecastItem>;

export const tropicalForecast = defineRoute({
  ...paths.tropicalForecast,
  needs: 'map:read',
  summary: 'Tropical systems with their forecast, its cone, and the tracks of models',
  data: z.object({
    items: z.array(tropicalForecastItem),
    /** The instant for which the list is good. */
    asOf: z.string(),
    stale: z.boolean(),
    attribution: z.string(),
  }),
  failures: [404, 503],
});
