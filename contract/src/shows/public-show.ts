import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import { publicWidget } from '../widgets/index.ts';
import * as paths from './paths.ts';

const { conditions, forecasts, picture, answer } = publicWidget.shape;
const seconds = z.number().int();

/**
 * A scene with its data. `placeId` is one of `places`; a scene whose place or camera is gone is left out.
 */
export const publicScene = z.discriminatedUnion('kind', [
  /** The radar around a point; null while there is none. */
  z.object({ kind: z.literal('map'), seconds, picture }),
  /** What `places` says of the place, large. */
  z.object({ kind: z.literal('lightning'), seconds, placeId: z.string() }),
  z.object({ kind: z.literal('conditions'), seconds, placeId: z.string(), conditions }),
  z.object({ kind: z.literal('forecast'), seconds, placeId: z.string(), forecasts }),
  /** Of all places of the show. */
  z.object({
    kind: z.literal('warnings'),
    seconds,
    /** Null while they are not known. */
    warnings: z.array(z.object({ placeId: z.string(), text: z.string() })).nullable(),
    goodUntil: z.string(),
  }),
  /** The newest still of a camera. */
  z.object({
    kind: z.literal('camera'),
    seconds,
    name: z.string(),
    /** Null while there is none that may be shown. Instants are of the wall clock: a camera shows the real world. */
    picture: z
      .object({ url: z.string(), alt: z.string(), wallTakenAt: z.string(), wallGoodUntil: z.string() })
      .nullable(),
    /** Why there is none, or no newer one, for people; null while all is well. */
    problem: z.string().nullable(),
  }),
  z.object({ kind: z.literal('message'), seconds, title: z.string(), text: z.string() }),
]);
export type PublicScene = z.infer<typeof publicScene>;

/**
 * What a show shows, for everybody who has its link. Instants are ISO 8601; those with `wall` in their name are of the
 * wall clock, the others of the product clock. Each part has the instant through which it is good: past it a screen
 * covers that part and says how old it is.
 */
export const publicShow = z.object({
  name: z.string(),
  layout: z.enum(['wide', 'portrait', 'ribbon']),
  ticker: z.string(),
  showsClock: z.boolean(),
  /** Of the first place; the clock on the screen. */
  timeZone: z.string(),
  now: z.string(),
  wallNow: z.string(),
  speed: z.number(),
  /** Not live: never for safety decisions. */
  weather: z.enum(['live', 'simulated', 'replay']),
  /** The places of the show, those that are gone left out. */
  places: z.array(
    z.object({ id: z.string(), name: z.string(), timeZone: z.string(), answer: answer.unwrap() }),
  ),
  scenes: z.array(publicScene),
  /** What is gone since the show was saved, for people; a place that is gone is never passed over in silence. */
  problems: z.array(z.string()),
  standingText: z.string(),
});
export type PublicShow = z.infer<typeof publicShow>;

export const getPublicShow = defineRoute({
  ...paths.getPublicShow,
  needs: 'public',
  summary:
    'What a show shows: `Authorization: Bearer` with the token of its link. From memory; 404 for a link that never was, was revoked or has expired',
  data: publicShow,
  failures: [404, 429, 503],
});

export const followPublicShow = defineRoute({
  ...paths.followPublicShow,
  needs: 'public',
  summary:
    'Server-sent events named `show`: what a show shows, within a second of each change, and every ten seconds; ends with an event `ended` once the link is over; 429 beyond 500 streams',
  data: z.object({ show: publicShow }),
  failures: [404, 429],
});

export const getPublicShowPicture = defineRoute({
  ...paths.getPublicShowPicture,
  needs: 'public',
  summary: 'A picture that a show shows now, by its random name',
  params: z.object({ name: z.string().max(100) }),
  data: z.unknown(),
  failures: [404, 429, 503],
});
