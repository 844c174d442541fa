import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/**
 * What a widget shows, for everybody who has its address. Instants are ISO 8601; those without 'wall' in their name
 * are of the product clock. Each part has the instant through which it is good: past it a page covers that part and
 * says how old it is. Nothing in it names a person.
 */
export const publicWidget = z.object({
  placeName: z.string(),
  /** Of the place. */
  timeZone: z.string(),
  /** 0 dark, 1 light. */
  theme: z.union([z.literal(0), z.literal(1)]),
  /** 0 default, 1 image, 2 radar. */
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** The product clock when this was made, and the wall clock then: `now` goes on at `speed` a real second. */
  now: z.string(),
  wallNow: z.string(),
  speed: z.number(),
  /** Not live: never for safety decisions. */
  weather: z.enum(['live', 'simulated', 'replay']),
  /** What the place's one answer says (docs/safety: the answer first); null while the place is gone. */
  answer: z
    .object({
      kind: z.enum([
        'delay',
        'unknown',
        'stop',
        'observing',
        'ready',
        'checking',
        'no-lightning-data',
        'clear',
      ]),
      /** Large: 'Stay inside'. */
      instruction: z.string(),
      /** At most three words. */
      word: z.string(),
      /** Why; what governs first. */
      reasons: z.array(z.string()),
      /** The earliest all clear; null without an end that is known. */
      clearAt: z.string().nullable(),
      /** Through when lightning was observed: the countdown is `clearAt` − this, and goes on with the clock. */
      observedThrough: z.string().nullable(),
      /** The countdown stands still. */
      isPaused: z.boolean(),
      goodUntil: z.string(),
    })
    .nullable(),
  /** Red text of the chosen policies, in effect now. */
  warnings: z.array(z.object({ text: z.string(), goodUntil: z.string() })),
  /** The primary one first. */
  conditions: z.array(
    z.object({
      /** Condition code 0 to 9. */
      condition: z.number().int(),
      label: z.string(),
      /** '--' while it is not known. */
      value: z.string(),
      unit: z.string(),
      /** The chosen policy's threshold is reached. */
      isOver: z.boolean(),
      observedAt: z.string().nullable(),
      goodUntil: z.string(),
    }),
  ),
  forecasts: z.array(
    z.object({
      /** 0 hourly, 1 daily. */
      forecastType: z.union([z.literal(0), z.literal(1)]),
      label: z.string(),
      points: z.array(
        z.object({ at: z.string(), label: z.string(), value: z.string(), low: z.string().optional() }),
      ),
      goodUntil: z.string(),
    }),
  ),
  /** The camera of the place (type 1) or the radar around it (type 2): a path on the same host. */
  picture: z
    .object({ url: z.string(), takenAt: z.string(), alt: z.string(), goodUntil: z.string() })
    .nullable(),
  /** The organization's own words, until they expire. */
  message: z.object({ text: z.string(), expiresAt: z.string().nullable() }).nullable(),
  /** What is gone since the widget was made, for people: 'The policy of this widget was deleted.' */
  problems: z.array(z.string()),
  /** That it does not guarantee safety; always shown. */
  standingText: z.string(),
});
export type PublicWidget = z.infer<typeof publicWidget>;

export const getPublicWidget = defineRoute({
  ...paths.getPublicWidget,
  needs: 'public',
  summary: 'What a widget shows, by the random id of its address; from memory, and the same for everybody',
  params: z.object({ id: z.string().max(100) }),
  data: publicWidget,
  failures: [404, 429, 503],
});

export const getPublicWidgetPicture = defineRoute({
  ...paths.getPublicWidgetPicture,
  needs: 'public',
  summary: 'The picture that a widget shows now: its camera or the radar around its place',
  params: z.object({ id: z.string().max(100), name: z.string().max(100) }),
  data: z.unknown(),
  failures: [404, 429, 503],
});
