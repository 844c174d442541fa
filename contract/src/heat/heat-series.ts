import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const valued = z.object({ value: z.number().nullable(), unit: z.string() });

/**
 * What was observed or is forecast at one instant (spec 1 section 3, the heat card's observation, which
 * spells WBGT right).
 */
const heatPoint = z.object({
  observationTime: z.string(),
  isForecast: z.boolean(),
  wbgt: valued,
  ambientTemperature: valued,
  feelLike: valued,
});

export type HeatPoint = z.infer<typeof heatPoint>;

/**
 * Heat at an organization location: what its station reported and what is forecast. A stretch without reports
 * has a point without values.
 */
export const heatSeries = z.object({
  now: z.string(),
  timeZone: z.string(),
  /** Null when no station reaches the place. Type 0 is a government station: WBGT is estimated from it. */
  weatherStation: z
    .object({ id: z.string(), name: z.string(), type: z.number().int(), distanceMiles: z.number() })
    .nullable(),
  /** Null where there is none that is current. */
  forecast: z
    .object({ issuedTime: z.string(), asOf: z.string(), stale: z.boolean(), attribution: z.string() })
    .nullable(),
  /** A forecast covers the place but has not arrived yet, or is too old to be shown. */
  awaitsForecast: z.boolean(),
  /** In order of time, observed ones first. */
  points: z.array(heatPoint),
});

export type HeatSeries = z.infer<typeof heatSeries>;

export const getHeatSeries = defineRoute({
  ...paths.getHeatSeries,
  needs: 'observations:read',
  summary:
    'WBGT, temperature and feels-like of the past hours (71 unless `hours` says otherwise) and of the coming 72',
  params: z.object({ organizationLocationId: z.string() }),
  query: z.object({ hours: z.coerce.number().int().min(1).max(71).default(71) }),
  data: heatSeries,
  failures: [400, 404],
});
