import { z } from 'zod';
import { defineRoute, numberText } from '../core/index.ts';
import * as paths from './paths.ts';

/** What the colors of road conditions mean, in the order in which they are shown. */
export const roadLegend = z.array(
  z.object({
    condition: z.string(),
    /** 'Patchy Ice' */
    label: z.string(),
    /** '#a21caf' */
    color: z.string(),
  }),
);

const roadMoment = z.object({
  time: z.string(),
  /** `none` is no hazard; null where it is unknown. */
  condition: z.enum(['none', 'slippery', 'patchy-ice', 'snow', 'ice', 'heavy-snow', 'flooded']).nullable(),
  /** 'Patchy Ice', 'No hazard', 'Unknown' */
  label: z.string(),
  /** Modeled, whole degrees Fahrenheit. */
  surfaceTemperature: z.object({ value: z.number().nullable(), unit: z.literal('°F') }),
});

export const roadCondition = defineRoute({
  ...paths.roadCondition,
  needs: 'map:read',
  summary:
    'Modeled road conditions at a point, now and by the hour. 404 where nothing is known of roads, 503 when what is known is too old',
  query: z.object({
    latitude: numberText.pipe(z.number().min(-90).max(90)),
    longitude: numberText.pipe(z.number().min(-180).max(180)),
  }),
  data: z.object({
    modelled: z.literal(true),
    current: roadMoment,
    hours: z.array(roadMoment),
    /** The instant for which its input is valid. */
    asOf: z.string(),
    stale: z.boolean(),
    /** The source of its input, for people. */
    basis: z.string(),
    attribution: z.string(),
  }),
  failures: [400, 404, 503],
});
