import { z } from 'zod';
import { numberText } from './location.ts';
import { defineRoute } from './route.ts';

/** `hh:mm:ss`, spec 1 section 3 'Lightning delay'. */
const timer = z.string().regex(/^\d{2,}:[0-5]\d:[0-5]\d$/);

export const lastStrike = z.object({
  at: z.string(),
  distanceMiles: z.number(),
  bearingDegrees: z.number(),
  compass: z.string(),
});

/**
 * One radius zone as it stands. `range` is the label of the specification ('0-10 mi', '10-20 mi'); the zone
 * itself is the whole disc.
 */
export const zone = z.object({
  zone: z.number().int().min(1).max(4),
  radiusMiles: z.number(),
  range: z.string(),
  state: z.enum(['delay', 'clear']),
  /** Why it is in delay: `strike`, or `observing` when the quiet time has not been seen yet. */
  reason: z.enum(['strike', 'observing']).nullable(),
  /** Observed quiet still missing, in seconds of weather; 0 when clear. */
  remainingSeconds: z.number(),
  /**
   * When it can be clear at the earliest, or since when it has been (null: nothing was there to wait for).
   */
  clearAt: z.string().nullable(),
  lastStrike: lastStrike.nullable(),
});
export type Zone = z.infer<typeof zone>;

/** Lightning delay of a location. Zones that are off are not in `zones`, and their item is 00:00:00. */
export const lightningDelay = z.object({
  item1: timer,
  item2: timer,
  item3: timer,
  item4: timer,
  /** The end of the unbroken stretch of observation that vouches for this answer. */
  observedThrough: z.string(),
  /** The product's clock when it was answered. */
  now: z.string(),
  allClearMinutes: z.number(),
  /** Set when the timer is shorter than the 30 minutes that NFHS, NCAA and NWS advise. */
  note: z.string().nullable(),
  /** Names of the feeds that see this place. */
  feeds: z.array(z.string()),
  zones: z.array(zone),
  /** Flashes within the largest radius in the last 30 observed minutes. */
  strikeCount: z.number().int(),
});
export type LightningDelay = z.infer<typeof lightningDelay>;

/**
 * What `responseException.lastKnown` holds with the code `lightning-unobserved`: which zones were not yet
 * quiet for long enough when observation ended. No zones where nothing was ever observed.
 */
export const lastKnownLightning = z.object({
  observedThrough: z.string().nullable(),
  now: z.string(),
  zones: z.array(
    z.object({
      zone: z.number(),
      radiusMiles: z.number(),
      range: z.string(),
      inDelay: z.boolean(),
      lastStrike: lastStrike.nullable(),
    }),
  ),
});
export type LastKnownLightning = z.infer<typeof lastKnownLightning>;

export const getDelay = defineRoute({
  method: 'GET',
  path: 'location/Delay/:id',
  needs: 'locations:read',
  summary: 'Lightning timers of a location',
  params: z.object({ id: z.string() }),
  data: lightningDelay,
  failures: [404, 503],
});

/** What a location's own call would be refused with, in the same words. */
const refusal = z.object({ code: z.string(), message: z.string(), lastKnown: lastKnownLightning.optional() });
export const listDelays = defineRoute({
  method: 'GET',
  path: 'location/Delay',
  needs: 'locations:read',
  summary:
    'Lightning timers of all locations of the signed-in user; for each either `delay` or, where it is not known, `responseException`',
  data: z.array(
    z.object({
      locationId: z.string(),
      delay: lightningDelay.nullable(),
      responseException: refusal.nullable(),
    }),
  ),
});

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
   * Through when all of the box that feeds cover has been looked at; null when some of it has not been yet.
   */
  observedThrough: z.string().nullable(),
  /** How much of the box any feed covers: where none does, no strikes means nothing. */
  coverage: z.enum(['all', 'some', 'none']),
  /** The instant from which on no strike is left out; null when none is. */
  completeFrom: z.string().nullable(),
});
export const clusterStrikes = defineRoute({
  method: 'GET',
  path: 'map/ClusterStrikes',
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
  method: 'GET',
  path: 'map/Strikes',
  needs: 'map:read',
  summary:
    'Single strikes of the last 30 minutes in a box (TimeStamp in epoch seconds, Age in seconds, EnergyJ, type), newest first, at most 5,000: completeFrom says from when on none is left out',
  query: z.object({ ...bounds, minutes: numberText.pipe(z.number().min(1).max(60)).default(30) }),
  data: strikeCollection,
  failures: [400],
});

/** Single strikes as columns, one value a strike in each. */
export const strikePoints = z.object({
  /** What to ask with for those that come after these. */
  cursor: z.string(),
  /** True: these are all. False: these came since the cursor that was asked with. */
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
  method: 'GET',
  path: 'map/StrikePoints',
  needs: 'map:read',
  summary:
    'Single strikes of the last 30 minutes in a box as columns, newest first, at most 30,000; with `since` (the cursor of an earlier answer) only those that came after it, where that can be told',
  query: z.object({ ...bounds, since: z.string().max(60).optional() }),
  data: strikePoints,
  failures: [400],
});
