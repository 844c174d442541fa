import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import { flaggedMeasure } from '../stations/index.ts';
import * as paths from './paths.ts';

const measured = z.object({ value: z.number().nullable(), unit: z.string() });

/** Current conditions at a location (spec 1 section 3; `wgbt` is the wire's spelling). */
export const locationObservation = z.object({
  weatherStation: z.object({
    id: z.string(),
    name: z.string(),
    /** 0 is the nearest government station; above 0 the organization's own. */
    type: z.number().int(),
    imageUrl: z.string().nullable(),
    distanceMiles: z.number(),
  }),
  canViewHistorical: z.boolean(),
  data: z.object({
    ambientTemperature: measured,
    feelLike: measured,
    precipitation: measured,
    wgbt: measured,
    windSpeed: measured,
    windGust: measured,
    /** 16-point compass text, 'VRB' or null. */
    windDirection: z.string().nullable(),
    windDirectionDegrees: z.number().nullable(),
    relativeHumidity: measured,
    observationTime: z.string(),
    weather_code: z.object({ text: z.string().nullable() }),
  }),
  calibratedData: z.object({ rainToday: measured, rainUpdatedTime: z.string().nullable() }),
  /** Values of an own station's report that quality checks rejected: the value above is null. */
  flagged: z.array(flaggedMeasure).optional(),
  /** True when the newest report is older than it may be shown as current. */
  stale: z.boolean(),
  now: z.string(),
});

export type LocationObservation = z.infer<typeof locationObservation>;

export const getLocationObservation = defineRoute({
  ...paths.getLocationObservation,
  needs: 'observations:read',
  summary: 'Current conditions at a location',
  params: z.object({ id: z.string() }),
  data: locationObservation,
  failures: [404],
});
