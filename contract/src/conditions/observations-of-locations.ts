import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import { locationObservation } from './observations.ts';
import * as paths from './paths.ts';

const { data, stale, now } = locationObservation.shape;

/** Current conditions at one of many locations: what a list of them shows. */
const conditions = data
  .pick({
    ambientTemperature: true,
    wgbt: true,
    windSpeed: true,
    windGust: true,
    windDirection: true,
    observationTime: true,
  })
  .extend({
    stationName: z.string(),
    /** 0 is the nearest government station; above 0 the organization's own. */
    stationType: z.number().int(),
    stale,
  });

export type LocationConditions = z.infer<typeof conditions>;

export const listLocationObservations = defineRoute({
  ...paths.listLocationObservations,
  needs: 'observations:read',
  forDisplays: true,
  summary: 'Current conditions at each of the signed-in user’s locations, null where no station reports',
  data: z.array(z.object({ locationId: z.string(), conditions: conditions.nullable(), now })),
});
