import { z } from 'zod';
import { defineRoute, latitude, longitude, numberText } from '../core/index.ts';
import * as paths from './paths.ts';
import { stormCellFeature } from './storm-cells.ts';

/**
 * Without a gap: each applies from its `from` until that of the next, the last to the end. Instants are ISO
 * 8601.
 */
const stretch = { from: z.string(), to: z.string() };

export const replayedZone = z.object({
  zone: z.number().int().min(1).max(4),
  radiusMiles: z.number(),
  range: z.string(),
  /**
   * The states of the zone as they were known at the time. Begins with the location where that is younger
   * than the replay.
   */
  states: z.array(
    z.object({
      ...stretch,
      state: z.enum(['delay', 'clear', 'unknown', 'not-covered']),
      /** Of a delay: `strike`, or `observing` while the quiet time had not been observed. */
      reason: z.enum(['strike', 'observing']).nullable(),
    }),
  ),
});

export const replayedLocation = z.object({
  id: z.string(),
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** From the center of the replay. */
  distanceMiles: z.number(),
  allClearMinutes: z.number(),
  /**
   * Set when it was added, or changed in any way, within the replay: its present radii and timer may not be
   * those of then.
   */
  addedAt: z.string().nullable(),
  changedAt: z.string().nullable(),
  zones: z.array(replayedZone),
});

export type ReplayedLocation = z.infer<typeof replayedLocation>;

export const stormReplayData = z.object({
  from: z.string(),
  to: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  miles: z.number(),
  /** Strikes and observation extend as far as the largest radius of a location at the edge. */
  strikeMiles: z.number(),
  /**
   * Strikes within the strike miles, since 30 minutes before `from`, newest first: longitude, latitude, time
   * of the strike and of its receipt (epoch ms). At most 10,000.
   */
  strikes: z.array(z.array(z.number())),
  /** Strikes before this instant were too many and are not there; null when all are. */
  strikesCutAt: z.string().nullable(),
  /** Whether that whole circle was observed: where it was not, no strikes does not mean no lightning. */
  sky: z.array(
    z.object({ ...stretch, state: z.enum(['known', 'partly-covered', 'unknown', 'not-covered']) }),
  ),
  /** Storm cells as radars tracked them, with the time of receipt; null when no source covers the place. */
  cells: z.array(z.object({ receivedAt: z.string(), cell: stormCellFeature })).nullable(),
  /** Must be shown with the cells. */
  cellAttribution: z.string().nullable(),
  /**
   * The times of receipt of the lists of cells: without a list for a while, no cells does not mean that there
   * were none.
   */
  cellLists: z.array(z.object({ asOf: z.string(), receivedAt: z.string() })),
  /**
   * The signed-in user's locations within the miles, the `selected` one first, then the nearest; at most 50.
   */
  locations: z.array(replayedLocation),
  locationsLeftOut: z.number().int(),
  /** Earlier radii and timers are not recorded: those of now were used. */
  settings: z.literal('present'),
});

export type StormReplay = z.infer<typeof stormReplayData>;

export const stormReplay = defineRoute({
  ...paths.stormReplay,
  needs: 'map:read',
  summary:
    'The last minutes around a place as they were known then: strikes, storm cells, and the states of the zones of the user’s locations',
  query: z.object({
    latitude: numberText.pipe(latitude),
    longitude: numberText.pipe(longitude),
    minutes: numberText.pipe(z.number().min(5).max(60)).default(30),
    miles: numberText.pipe(z.number().min(10).max(300)).default(100),
    /** The location to list first. */
    selected: z.string().max(80).optional(),
  }),
  data: stormReplayData,
  failures: [400],
});
