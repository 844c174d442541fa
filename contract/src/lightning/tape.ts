import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const stretch = z.object({ from: z.string(), to: z.string() });

/**
 * What was observed of the lightning around a location in the 30 minutes before `now`: facts and no status, so
 * it is given while the status is unknown too.
 */
export const lightningTape = z.object({
  now: z.string(),
  /** Null while nothing has been observed. */
  observedThrough: z.string().nullable(),
  confirmedThrough: z.string().nullable(),
  /** Quiet counts from here at the earliest: an unseen minute before it interrupts a quiet period. */
  quietCountsFrom: z.string().nullable(),
  /** What was not observed and is given up, oldest first. */
  unseen: z.array(stretch),
  /** A missing stretch that may still arrive. */
  pendingGap: stretch.nullable(),
  zones: z.array(
    z.object({
      zone: z.number().int().min(1).max(4),
      radiusMiles: z.number(),
      range: z.string(),
      /** Strikes within the radius, epoch seconds, oldest first: of each 10 s the newest, so at most 180. */
      strikesAt: z.array(z.number()),
    }),
  ),
  /** The newest strikes within the largest radius, at most 300, newest first; `at` in epoch seconds. */
  strikes: z.object({
    at: z.array(z.number()),
    distanceMiles: z.array(z.number()),
    bearingDegrees: z.array(z.number()),
  }),
  /** How many older strikes `strikes` leaves out. */
  strikesLeftOut: z.number().int(),
});

export type LightningTape = z.infer<typeof lightningTape>;

export const getLightningTape = defineRoute({
  ...paths.getLightningTape,
  needs: 'locations:read',
  summary: 'Strikes, and what was not observed, of the last 30 minutes around a location',
  params: z.object({ id: z.string() }),
  data: lightningTape,
  failures: [404, 503],
});
