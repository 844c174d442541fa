import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^<>\p{Cc}]+$/u, 'Name has characters that are not allowed');

const params = z.object({ id: z.string() });

/**
 * How devices upload their measurements. Their firmware fixes the paths, which are outside `/api` and matched
 * without regard to case. They sign in with the key of their station: as last part of the path, as `PASSWORD`
 * with `ID`, or as `PASSKEY` where a device lets that be set.
 */
export const stationUploads = [
  {
    protocols: ['Ecowitt', 'Ambient Weather'],
    methods: ['GET', 'POST'],
    paths: ['/data/report', '/data/report/', '/data/report/:key'],
  },
  {
    protocols: ['Weather Underground'],
    methods: ['GET', 'POST'],
    paths: ['/weatherstation/updateweatherstation.php', '/weatherstation/updateweatherstation'],
  },
] as const;

/** Values of a report that quality checks rejected, and why. */
export const flaggedMeasure = z.object({
  measure: z.string(),
  value: z.number(),
  unit: z.string(),
  reason: z.enum(['range', 'step', 'stuck']),
});

export type FlaggedMeasure = z.infer<typeof flaggedMeasure>;

export const weatherStation = z.object({
  id: z.string(),
  name: z.string(),
  /** Always above 0: the organization's own. */
  type: z.number().int(),
  model: z.string(),
  organizationLocationId: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  imageUrl: z.string().nullable(),
  /** When its image was taken; null when it has none. */
  imageLastModified: z.string().nullable(),
  /** The time of its last contact, with any content. */
  lastSeenUtc: z.string().nullable(),
  /** When its newest report was measured. */
  observationTime: z.string().nullable(),
  isHealthy: z.boolean(),
  /** What is wrong, in words for people; null when nothing is. */
  fault: z.string().nullable(),
  flagged: z.array(flaggedMeasure),
  windHeightMeters: z.number(),
  rainFactor: z.number(),
  /** Others may open its page; see `shareStation`. */
  shared: z.boolean().optional(),
  /** 3: rain is there for each 15 minutes; another number: for whole days only. By the last hours with rain readings. */
  webRelayType: z.number().int(),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type WeatherStation = z.infer<typeof weatherStation>;

export const listWeatherStations = defineRoute({
  ...paths.listWeatherStations,
  needs: 'observations:read',
  summary: "The organization's own weather stations",
  data: z.array(weatherStation),
  paged: true,
});

export const getWeatherStation = defineRoute({
  ...paths.getWeatherStation,
  needs: 'observations:read',
  summary: 'A weather station, when it was last heard and what is wrong with it',
  params,
  data: weatherStation,
  failures: [404],
});

export const addWeatherStation = defineRoute({
  ...paths.addWeatherStation,
  needs: 'stations:write',
  refusesImpersonation: true,
  summary: 'Adds a weather station at an organization location; its key is shown only now',
  body: z.object({
    name,
    model: z.string().trim().max(100).default(''),
    organizationLocationId: z.string(),
    /**
     * What its device sends as PASSKEY: reports with another are refused. It signs nobody in; the key in the
     * path does.
     */
    passkey: z
      .string()
      .trim()
      .min(12)
      .max(128)
      .regex(/^[\x21-\x7e]+$/, 'Passkey has characters that are not allowed')
      .optional(),
    elevationMeters: z.number().min(-430).max(9_000).nullish(),
    /** Height of the anemometer above the ground. */
    windHeightMeters: z.number().min(0.5).max(100).default(10),
    /** What the rain gauge reads is multiplied by this: its calibration. */
    rainFactor: z.number().min(0.5).max(2).default(1),
  }),
  data: weatherStation.extend({ uploadId: z.string(), key: z.string().nullable(), message: z.string() }),
  failures: [400, 409],
});

export const deleteWeatherStation = defineRoute({
  ...paths.deleteWeatherStation,
  needs: 'stations:write',
  summary: 'Removes a weather station and its key; what it measured stays until retention drops it',
  params,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

const measured = z.object({ value: z.number().nullable(), unit: z.string() });

export const weatherStationData = z.object({
  weatherStationId: z.string(),
  observationTime: z.string().nullable(),
  stale: z.boolean(),
  ambientTemperature: measured,
  relativeHumidity: measured,
  windSpeed: measured,
  windGust: measured,
  windDirectionDegrees: measured,
  pressure: measured,
  solarRadiation: measured,
  precipitation: measured,
  rainToday: measured,
  pm25: measured,
  wgbt: measured,
  flagged: z.array(flaggedMeasure),
});

export type WeatherStationData = z.infer<typeof weatherStationData>;

export const getWeatherStationData = defineRoute({
  ...paths.getWeatherStationData,
  needs: 'observations:read',
  summary: 'What a weather station measured last; what quality checks kept out is null and stands in flagged',
  params,
  data: weatherStationData,
  failures: [404],
});
