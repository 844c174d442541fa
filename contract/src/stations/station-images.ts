import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const params = z.object({ id: z.string() });

/** The maximum size of an image, bytes. */
export const maxImageBytes = 5 * 1024 * 1024;

/**
 * How cameras upload their image, outside `/api` and matched without regard to case: the bytes of a JPEG or
 * PNG, with the station's key as last part of the path, as Bearer, or as the password of Basic (any user
 * name).
 */
export const stationImageUploads = {
  methods: ['PUT', 'POST'],
  paths: ['/data/image', '/data/image/:key'],
} as const;

export const getStationImage = defineRoute({
  ...paths.getStationImage,
  needs: 'observations:read',
  summary: "A weather station's last picture as it is, with ETag and Last-Modified",
  params,
  data: z.unknown(),
  failures: [404],
});

export const putStationImage = defineRoute({
  ...paths.putStationImage,
  needs: 'stations:write',
  summary:
    'Puts a picture (the bytes of an image/jpeg or image/png, at most 5 MB) in the place of the last one',
  params,
  data: z.object({ lastModified: z.string(), message: z.string() }),
  failures: [400, 404, 413],
});

export const getStationImageLastModified = defineRoute({
  ...paths.getStationImageLastModified,
  needs: 'observations:read',
  summary: "When a weather station's picture last changed; null when it has none",
  params,
  data: z.object({ lastModified: z.string().nullable() }),
  failures: [404],
});
