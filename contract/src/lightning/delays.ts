import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { heardThunder } from './thunder.ts';

/** `hh:mm:ss`, spec 1 section 3 'Lightning delay'. */
const timer = z.string().regex(/^\d{2,}:[0-5]\d:[0-5]\d$/);

export const lastStrike = z.object({
  at: z.string(),
  distanceMiles: z.number(),
  bearingDegrees: z.number(),
  compass: z.string(),
});

/**
 * The current state of one radius zone. `range` is the label of the specification ('0-10 mi', '10-20 mi');
 * the zone itself is the whole disc.
 */
export const zone = z.object({
  zone: z.number().int().min(1).max(4),
  radiusMiles: z.number(),
  range: z.string(),
  state: z.enum(['delay', 'clear']),
  /**
   * Why it is in delay: `strike`, `report` when somebody heard thunder, or `observing` when the quiet time has not been
   * observed yet.
   */
  reason: z.enum(['strike', 'report', 'observing']).nullable(),
  /** Observed quiet still missing, in seconds of weather; 0 when clear. */
  remainingSeconds: z.number(),
  /**
   * What a countdown shows at `now`, in seconds: it runs evenly at the feeds' usual lag, so it is up to one
   * observation window more than `remainingSeconds`. 0 when clear.
   */
  countdownSeconds: z.number(),
  /**
   * When it can be clear at the earliest, or since when it has been (null: nothing was there to wait for).
   */
  clearAt: z.string().nullable(),
  lastStrike: lastStrike.nullable(),
  /** Thunder that somebody heard and that concerns the zone. */
  thunder: heardThunder.nullable(),
  /** A life-safety policy sets it: lightning within it means stop, as in the innermost zone. */
  lifeSafety: z.boolean(),
});

export type Zone = z.infer<typeof zone>;

/**
 * Lightning delay of a location. `item1` to `item4` are the `remainingSeconds` of the zones. Zones that are off
 * are not in `zones`, and their item is 00:00:00.
 */
export const lightningDelay = z.object({
  item1: timer,
  item2: timer,
  item3: timer,
  item4: timer,
  /** The end of the unbroken stretch of observation on which this response is based. */
  observedThrough: z.string(),
  /**
   * All clears and countdowns count to here: `observedThrough`, or up to some minutes earlier while a satellite
   * may prove to have been blinded by the sun.
   */
  confirmedThrough: z.string(),
  /** The product's clock when it was answered. */
  now: z.string(),
  /** How far observation lies behind the clock while the feeds are on time, seconds of weather. */
  lagSeconds: z.number(),
  /** A window of observation is missing: countdowns stand still from `observedThrough` on. */
  paused: z.boolean(),
  allClearMinutes: z.number(),
  /** Set when the timer is shorter than the 30 minutes that NFHS, NCAA and NWS advise. */
  note: z.string().nullable(),
  /** What hinders the observation now, a sentence: 'The lightning mapper is blinded by the sun.' */
  remark: z.string().nullable(),
  /** Names of the feeds that cover this place. */
  feeds: z.array(z.string()),
  zones: z.array(zone),
  /** Flashes within the largest radius in the last 30 observed minutes. */
  strikeCount: z.number().int(),
});

export type LightningDelay = z.infer<typeof lightningDelay>;

/**
 * The content of `responseException.lastKnown` with the code `lightning-unobserved`: the zones that were not
 * quiet for long enough when observation ended. No zones where nothing was ever observed.
 */
export const lastKnownLightning = z.object({
  observedThrough: z.string().nullable(),
  now: z.string(),
  /** What hinders the observation, a sentence, where that is known. */
  remark: z.string().nullable(),
  zones: z.array(
    z.object({
      zone: z.number(),
      radiusMiles: z.number(),
      range: z.string(),
      inDelay: z.boolean(),
      lastStrike: lastStrike.nullable(),
      /** Thunder that holds the zone now, observed or not, and until when at least. */
      thunder: heardThunder.extend({ until: z.string(), lifeSafety: z.boolean() }).nullable(),
    }),
  ),
});

export type LastKnownLightning = z.infer<typeof lastKnownLightning>;

export const getDelay = defineRoute({
  ...paths.getDelay,
  needs: 'locations:read',
  summary: 'Lightning timers of a location',
  params: z.object({ id: z.string() }),
  data: lightningDelay,
  failures: [404, 503],
});

/** What a location's own call would be refused with, in the same words. */
const refusal = z.object({ code: z.string(), message: z.string(), lastKnown: lastKnownLightning.optional() });

export const listDelays = defineRoute({
  ...paths.listDelays,
  needs: 'locations:read',
  forDisplays: true,
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
