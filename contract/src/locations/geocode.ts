import { z } from 'zod';
import { defineRoute, latitude, longitude, numberText } from '../core/index.ts';
import * as paths from './paths.ts';

export const place = z.object({ label: z.string(), latitude: z.number(), longitude: z.number() });

export type Place = z.infer<typeof place>;

export const searchPlaces = defineRoute({
  ...paths.searchPlaces,
  needs: 'locations:write',
  summary: 'Places whose name or address matches, best first, at most 8',
  query: z.object({ query: z.string().trim().min(1).max(200) }),
  data: z.array(place),
  failures: [400, 503],
});

export const reversePlace = defineRoute({
  ...paths.reversePlace,
  needs: 'locations:write',
  summary: 'The name of the place nearest to a point, null when none is known within 50 miles',
  query: z.object({ latitude: numberText.pipe(latitude), longitude: numberText.pipe(longitude) }),
  data: place.nullable(),
  failures: [400, 503],
});
