import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Names of networks and sensors: 'roof', 'Vaisala TLS 200'. Shown as `ingest:NAME`. */
const feedName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^<>\p{Cc}]+$/u, 'Feed has characters that are not allowed');

const latitude = z.number().min(-90).max(90);

const longitude = z.number().min(-180).max(180);

const instant = z.iso.datetime({ offset: true });

export const strikeFeed = z.object({
  id: z.string(),
  /** As `GET location/Delay` names it: 'ingest:roof'. */
  vendor: z.string(),
  name: z.string(),
  vouches: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  radiusMiles: z.number().nullable(),
  /** The time of the last contact. */
  heardUtc: z.string().nullable(),
  /** The end of its last observation window; null for a feed that provides no coverage. */
  observedThrough: z.string().nullable(),
  createdUtc: z.string(),
});

export type StrikeFeed = z.infer<typeof strikeFeed>;

export const listStrikeFeeds = defineRoute({
  ...paths.listStrikeFeeds,
  needs: 'strikes:ingest',
  summary: 'Networks and sensors that push strikes',
  data: z.array(strikeFeed),
  paged: true,
});

/**
 * A feed that provides coverage is a network: it covers a circle, and a place is covered if all of its zones
 * lie within.
 */
export const addStrikeFeed = defineRoute({
  ...paths.addStrikeFeed,
  needs: 'strikes:ingest',
  summary:
    'Registers a network (vouches: true, with its circle) or a single sensor (vouches: false: it may start a delay, never end one)',
  body: z
    .object({
      name: feedName,
      vouches: z.boolean(),
      latitude: latitude.optional(),
      longitude: longitude.optional(),
      radiusMiles: z.number().positive().max(12_500).optional(),
    })
    .refine(
      ({ vouches, latitude, longitude, radiusMiles }) =>
        vouches
          ? latitude !== undefined && longitude !== undefined && radiusMiles !== undefined
          : (latitude === undefined) === (longitude === undefined),
      {
        path: ['radiusMiles'],
        message: 'A network needs the latitude, longitude and radiusMiles of the circle that it covers',
      },
    ),
  data: strikeFeed.extend({ message: z.string() }),
  failures: [400, 409],
});

export const deleteStrikeFeed = defineRoute({
  ...paths.deleteStrikeFeed,
  needs: 'strikes:ingest',
  summary: 'Removes a feed; what it has seen stays, and it vouches for nothing any more',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

export const pushedStrike = z.object({
  timeUtc: instant,
  latitude,
  longitude,
  /** Peak current with its sign. */
  amplitudeKa: z.number().min(-2_000).max(2_000).nullish(),
  /** 1 ground general, 2 ground to cloud, 3 cloud to ground, 4 cloud pulse; 0 unknown. */
  type: z.number().int().min(0).max(4).nullish(),
  /** The network's own name for it. Without one, time and place are. */
  key: z.string().min(1).max(200).nullish(),
});

export type PushedStrike = z.infer<typeof pushedStrike>;

/** How many strikes one request may bring. */
export const maxPushedStrikes = 10_000;

/**
 * With CSV (`text/csv`) these three are in the query. `observedFrom` and `observedThrough` must be given
 * together.
 */
const pushed = {
  /** An unknown feed is registered as a sensor that provides no coverage. */
  feed: feedName.optional(),
  observedFrom: instant.optional(),
  observedThrough: instant.optional(),
};

export const ingestStrikes = defineRoute({
  ...paths.ingestStrikes,
  needs: 'strikes:ingest',
  summary:
    'Takes strikes as JSON, or as CSV (text/csv: time_utc,lat,lon[,amplitude_ka,type,key], the rest in the query). The same again changes nothing',
  query: z.object(pushed),
  body: z.object({
    ...pushed,
    strikes: z.array(pushedStrike).max(maxPushedStrikes, `At most ${maxPushedStrikes} strikes at once`),
  }),
  data: z.object({
    feed: z.string(),
    vouches: z.boolean(),
    /** How many were received, and how many of them were new. */
    received: z.number().int(),
    added: z.number().int(),
    /** The current end of this feed's observation. */
    observedThrough: z.string().nullable(),
  }),
  failures: [400, 409],
});
