import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/**
 * `clear`: nothing holds the place. `delay`: lightning, or quiet that was not observed long enough. `warning`: no
 * lightning, but another warning is in effect. Unknown, held and uncovered places have no answer (503).
 */
export const publicSiren = z.object({
  locationName: z.string(),
  isInDelay: z.boolean(),
  /** The clock time of the earliest all clear at the place, h:mm; empty when there is none. */
  clearTime: z.string(),
  /** What the countdown shows: of the quiet time that was observed. Null without an end that is known. */
  remainingSeconds: z.number().int().nullable(),
  /** Observation is late: the countdown stands still. */
  paused: z.boolean(),
  /** Seconds of this clock in one real second: 1 with live weather. */
  speed: z.number(),
  state: z.enum(['clear', 'delay', 'observing', 'warning']),
  /** What holds the place, for people: 'Wind warning in effect'. Empty when clear. */
  text: z.string(),
  observedThrough: z.string(),
  /** Of the place. */
  timeZone: z.string(),
  now: z.string(),
  /** The server's wall clock when the state was put together; `Date` and `Age` say how long ago that is. */
  wallNow: z.string(),
  /** Not live: never for safety decisions. */
  weather: z.enum(['live', 'simulated', 'replay']),
  /** A drill runs at the unit. */
  drill: z.boolean(),
});
export type PublicSiren = z.infer<typeof publicSiren>;

const params = z.object({ customerName: z.string().max(200), sirenName: z.string().max(200) });

export const getPublicSiren = defineRoute({
  ...paths.getPublicSiren,
  needs: 'public',
  summary:
    'The state of a siren’s place for everybody, where its public page is switched on; 503 while it is not known',
  params,
  data: publicSiren,
  failures: [404, 503],
});

/** An event of the stream: the state now, or null while it is not known. */
export const publicSirenEvent = z.object({ siren: publicSiren.nullable() });

export const followPublicSiren = defineRoute({
  ...paths.followPublicSiren,
  needs: 'public',
  summary:
    'Server-sent events named `siren`: the state of a siren’s place within a second of each change, and every ten seconds; 429 beyond 500 streams',
  params,
  data: publicSirenEvent,
  failures: [404],
});
