import { z } from 'zod';
import { defineRoute, numberText } from '../core/index.ts';
import * as paths from './paths.ts';

const bounds = {
  top: numberText.pipe(z.number().min(-90).max(90)),
  bottom: numberText.pipe(z.number().min(-90).max(90)),
  left: numberText.pipe(z.number().min(-360).max(360)),
  right: numberText.pipe(z.number().min(-360).max(360)),
};

export const strikeFeature = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).optional(),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) }),
  properties: z.record(z.string(), z.unknown()),
});

export const strikeCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(strikeFeature),
  /**
   * The instant through which the covered part of the box was observed; null while some of it has not been
   * observed.
   */
  observedThrough: z.string().nullable(),
  /** How much of the box any feed covers: where none does, no strikes means nothing. */
  coverage: z.enum(['all', 'some', 'none']),
  /** The instant from which on no strike is left out; null when none is. */
  completeFrom: z.string().nullable(),
});

export const clusterStrikes = defineRoute({
  ...paths.clusterStrikes,
  needs: 'map:read',
  summary:
    'Strikes of the last 30 minutes in a box, clustered below nonClusterLevel (properties Count and Age in seconds), single at and above it',
  query: z.object({
    ...bounds,
    zoom: numberText.pipe(z.number().min(0).max(24)).default(8),
    nonClusterLevel: numberText.pipe(z.number().min(0).max(24)).default(8),
  }),
  data: strikeCollection,
  failures: [400],
});

export const strikes = defineRoute({
  ...paths.strikes,
  needs: 'map:read',
  summary:
    'Single strikes of the last 30 minutes in a box (TimeStamp in epoch seconds, Age in seconds, EnergyJ, type), newest first, at most 5,000: completeFrom says from when on none is left out',
  query: z.object({ ...bounds, minutes: numberText.pipe(z.number().min(1).max(60)).default(30) }),
  data: strikeCollection,
  failures: [400],
});

/** Single strikes as columns, one value a strike in each. */
export const strikePoints = z.object({
  /** The cursor for a request of later strikes. */
  cursor: z.string(),
  /** True: these are all strikes. False: these arrived after the cursor of the request. */
  whole: z.boolean(),
  observedThrough: strikeCollection.shape.observedThrough,
  coverage: strikeCollection.shape.coverage,
  completeFrom: strikeCollection.shape.completeFrom,
  /** The strikes' names, as numbers. */
  ids: z.array(z.number()),
  /** Epoch seconds. */
  at: z.array(z.number()),
  longitude: z.array(z.number()),
  latitude: z.array(z.number()),
  ampKa: z.array(z.number().nullable()),
  energyJ: z.array(z.number().nullable()),
  type: z.array(z.number()),
});

export type StrikePoints = z.infer<typeof strikePoints>;

export const listStrikePoints = defineRoute({
  ...paths.listStrikePoints,
  needs: 'map:read',
  summary:
    'Single strikes of the last 30 minutes in a box as columns, newest first, at most 30,000; with `since` (the cursor of an earlier answer) only those that came after it, where that can be told',
  query: z.object({ ...bounds, since: z.string().max(60).optional() }),
  data: strikePoints,
  failures: [400],
});
