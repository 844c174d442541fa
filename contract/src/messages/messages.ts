import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const idParams = z.object({ id: z.string() });

const locationParams = z.object({ locationId: z.string() });

/** A forecast that a person wrote for the organization. Messages are sanitized HTML. */
export const proactiveForecast = z.object({
  id: z.string(),
  forecastType: z.object({ name: z.string(), color: z.string() }),
  expiresAt: z.string(),
  organizationLocationIds: z.array(z.string()),
  messages: z.array(
    z.object({ id: z.string(), headline: z.string(), message: z.string(), createdAt: z.string() }),
  ),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type ProactiveForecast = z.infer<typeof proactiveForecast>;

export const listLocationForecasts = defineRoute({
  ...paths.listLocationForecasts,
  needs: 'observations:read',
  summary: 'Proactive forecasts in effect at a location',
  params: locationParams,
  data: z.array(proactiveForecast),
  paged: true,
  failures: [404],
});

export const listForecasts = defineRoute({
  ...paths.listForecasts,
  needs: 'forecasts:write',
  summary: 'The organization’s proactive forecasts, newest first',
  data: z.array(proactiveForecast),
  paged: true,
});

export const addForecast = defineRoute({
  ...paths.addForecast,
  needs: 'forecasts:write',
  summary: 'Writes a proactive forecast, or with an id adds a message to one; HTML is sanitised',
  body: z.object({
    id: z.string().nullish(),
    forecastTypeName: z.string().default('Proactive Forecast'),
    color: z.string().default('#0B74B8'),
    expiresAt: z.iso.datetime({ offset: true }),
    organizationLocationIds: z.array(z.string()).default([]),
    headline: z.string(),
    message: z.string(),
    revision: z.number().int().optional(),
  }),
  data: proactiveForecast,
  failures: [400, 404, 409],
});

export const expireForecast = defineRoute({
  ...paths.expireForecast,
  needs: 'forecasts:write',
  summary: 'Ends a proactive forecast now',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
