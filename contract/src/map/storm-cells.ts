import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Spec 1 section 3 'Storm cell feature properties'. Null is a value that the radar does not report. */
export const stormCellFeature = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) }),
  properties: z.object({
    Id: z.string(),
    IssueTime: z.string(),
    /** What is worst about it. */
    Type: z.enum(['Tornado Vortex', 'Mesocyclone', 'Severe Hail', 'Hail', 'Storm']),
    Flags: z.object({ Tvs: z.boolean(), Meso: z.boolean(), SevereHail: z.boolean(), Hail: z.boolean() }),
    /** mph. */
    Movement: z.object({ Speed: z.number().nullable() }),
    /** Of the strongest echo, and the top: thousands of feet. */
    Height: z.number().nullable(),
    Top: z.number().nullable(),
    /** dBZ. */
    MaxReflectivity: z.number().nullable(),
    /** Chances in percent; Size in inches. */
    Hail: z.object({
      Chance: z.number().nullable(),
      ChanceOfSevere: z.number().nullable(),
      Size: z.number().nullable(),
    }),
    /** kg/m². */
    Vil: z.number().nullable(),
    /** Direction of motion, degrees clockwise from north. */
    Heading: z.number().nullable(),
    /**
     * Its position in 15, 30, 45 and 60 minutes with the current motion: [longitude, latitude]; none while
     * its motion is unknown.
     */
    Ahead: z.array(z.object({ Minutes: z.number(), Coordinates: z.array(z.number()) })),
  }),
});

export const stormCellCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(stormCellFeature),
  /** The instant for which the list is good; null before the first. */
  asOf: z.string().nullable(),
  /** Whether that is too long ago: then an empty list does not mean that there are no cells. */
  stale: z.boolean(),
  attribution: z.string(),
});

export type StormCellCollection = z.infer<typeof stormCellCollection>;

export const stormVectors = defineRoute({
  ...paths.stormVectors,
  needs: 'map:read',
  summary: 'Storm cells that radars track, with their motion, hail and rotation (GeoJSON)',
  data: stormCellCollection,
  failures: [404],
});
