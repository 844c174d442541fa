import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { weatherStation } from './stations.ts';

/**
 * Stations that somebody may open though they are not the own organization's: those that their organizations share
 * (spec 3 section 6). One that may not be opened is answered with 404, like one that does not exist.
 */

const params = z.object({ id: z.string() });
const needs = 'observations:read';
const value = z.number().nullable();

export const readableStation = z.object({
  id: z.string(),
  name: z.string(),
  /** The place where it stands; null without one. */
  locationName: z.string().nullable(),
  isOwn: z.boolean(),
  /** Whose it is; null for the own organization's. */
  organizationName: z.string().nullable(),
  shared: z.boolean(),
  /** When its newest report was measured. */
  observationTime: z.string().nullable(),
  /** What is wrong, in words for people; null when nothing is. */
  fault: z.string().nullable(),
  imageUrl: z.string().nullable(),
});
export type ReadableStation = z.infer<typeof readableStation>;

export const listReadableStations = defineRoute({
  ...paths.listReadableStations,
  needs,
  summary: "The weather stations that one may open: the organization's own, then those that others share",
  data: z.array(readableStation),
  paged: true,
});

/**
 * What a station measures now (spec 3 section 3 'Weather station current data'): °F, mph, inches, degrees. What is
 * missing is null, and while `stale` every value is.
 */
export const stationCurrent = z.object({
  id: z.string(),
  /** A weather station is its own hardware. */
  hardwareId: z.string(),
  name: z.string(),
  /** The name of the place where it stands, else its own. */
  locationName: z.string(),
  /** When its newest report was measured; null without a report of the last hours. */
  lastUpdated: z.string().nullable(),
  stale: z.boolean(),
  ambientTemperature: value,
  heatIndex: value,
  windChill: value,
  windSpeed: value,
  windGust: value,
  /** Where the wind comes from, degrees. */
  windDirection: value,
  /** Since the local midnight, as the gauge reads. */
  rainToday: value,
  wetBulbGlobalTemp: value,
  latitude: z.number(),
  longitude: z.number(),
  calibratedData: z.object({ rainToday: value, rainUpdatedTime: z.string().nullable() }),
  /** The IANA zone in which it stands. */
  timeZone: z.string(),
  /** The path of its image for those who are signed in; null when it has none. */
  imageUrl: z.string().nullable(),
  imageLastModified: z.string().nullable(),
  now: z.string(),
});
export type StationCurrent = z.infer<typeof stationCurrent>;

export const getStationCurrent = defineRoute({
  ...paths.getStationCurrent,
  needs,
  summary: 'What a weather station that one may open measures now; null what is missing or stale',
  params,
  data: stationCurrent,
  failures: [404],
});

export const getStationFeatures = defineRoute({
  ...paths.getStationFeatures,
  needs,
  summary: 'What a weather station that one may open measures, by its last reports, and whose it is',
  params,
  data: z.object({
    id: z.string(),
    /** Null for a government station. */
    customerId: z.string().nullable(),
    features: z.array(z.object({ name: z.string(), displayName: z.string() })),
  }),
  failures: [404],
});

export const shareStation = defineRoute({
  ...paths.shareStation,
  needs: 'stations:write',
  summary:
    'Shares a weather station with others, or ends it: those with MesonetAccess may open it, and everybody while the organization is on trial',
  body: z.object({
    id: z.string(),
    shared: z.boolean(),
    /** The revision that the change is based on; without it the last write wins. */
    revision: z.number().int().optional(),
  }),
  data: weatherStation.extend({ message: z.string() }),
  failures: [400, 404, 409],
});

export const getPublicStation = defineRoute({
  ...paths.getPublicStation,
  needs: 'public',
  summary: 'What a shared weather station of an organization on trial measures now, for everybody',
  params,
  data: stationCurrent,
  failures: [404],
});

export const getPublicStationImage = defineRoute({
  ...paths.getPublicStationImage,
  needs: 'public',
  summary: 'The last image of a shared weather station of an organization on trial, for everybody',
  params,
  data: z.unknown(),
  failures: [404],
});
