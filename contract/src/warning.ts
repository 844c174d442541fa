import { z } from 'zod';
import { defineRoute } from './route.ts';

/** A policy that is broken at a place (spec 1 section 3 'Policy warning'). Times are ISO 8601 UTC. */
export const policyWarning = z.object({
  id: z.string(),
  policyId: z.string(),
  policyName: z.string(),
  policyDisplayName: z.string(),
  policyTypeShortName: z.string(),
  threatType: z.number().int(),
  thresholdValue: z.number(),
  isDesc: z.boolean(),
  unit: z.string(),
  precision: z.number().int(),
  /** Null when it is not known now. */
  value: z.number().nullable(),
  startedTime: z.string(),
  lastAlertTime: z.string().nullable(),
  lastUpdateTime: z.string(),
  /** Since when the value is back under, or the last strike; null while the threshold is exceeded. */
  allClearTime: z.string().nullable(),
  allClearMinutes: z.number(),
  /** When it can end at the earliest; null while it is held. */
  nextClearTime: z.string().nullable(),
  /** Since when no data have come; a held warning does not end. */
  heldSince: z.string().nullable(),
  message: z.string(),
  /** NWS policies: the event. */
  event: z.string().nullable(),
});
export type PolicyWarning = z.infer<typeof policyWarning>;

const locationParams = z.object({ locationId: z.string() });
const idParams = z.object({ id: z.string() });

export const listViolations = defineRoute({
  method: 'GET',
  path: 'observations/Violations/:locationId',
  needs: 'observations:read',
  summary: 'The policy warnings at a location (of the user’s, or an organisation location)',
  params: locationParams,
  data: z.array(policyWarning),
  failures: [404],
});

/** What threatens each of the user's locations, for the badges of all of them at once. */
export const listAllViolations = defineRoute({
  method: 'GET',
  path: 'observations/Violations',
  needs: 'observations:read',
  summary: 'The policy warnings and weather-service alerts at every location of the caller that has any',
  data: z.array(
    z.object({ locationId: z.string(), warnings: z.array(policyWarning), alertEvents: z.array(z.string()) }),
  ),
});

/** `threatLevel`: 0 low, 1 warn, 2 error. A level 0 that is not `foreseen` is not known to be low. */
export const threat = z.object({
  threatType: z.number().int(),
  threatLevel: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  policyId: z.string(),
  policyName: z.string(),
  policyTypeShortName: z.string(),
  threshold: z.number(),
  unit: z.string(),
  isDesc: z.boolean(),
  /** Null ends are open: a warning that has not ended. */
  threatTimes: z.array(z.object({ startTime: z.string(), endTime: z.string().nullable() })),
  /**
   * Whether the forecast says anything of it: of air quality and weather-service alerts it never does, of
   * other measures it may be silent.
   */
  foreseen: z.boolean(),
  /**
   * When the forecast behind it was last read, and whether that is longer ago than it should be; null where
   * there is no forecast.
   */
  forecastAsOf: z.string().nullable(),
  stale: z.boolean(),
});
export type Threat = z.infer<typeof threat>;
export const listThreats = defineRoute({
  method: 'GET',
  path: 'Threats/:id',
  needs: 'observations:read',
  summary: 'Each policy that watches a location, and whether it is broken today',
  params: idParams,
  data: z.array(threat),
  failures: [404],
});

/** An alert of the weather service (spec 1 section 3). */
export const advisory = z.object({
  Identifier: z.string(),
  Event: z.string(),
  Headline: z.string(),
  Description: z.string(),
  Color: z.string(),
  Severity: z.string(),
  Sent: z.string(),
  Expires: z.string(),
});
export type Advisory = z.infer<typeof advisory>;
export const advisoryDetail = advisory.extend({
  Instruction: z.string(),
  Certainty: z.string(),
  Urgency: z.string(),
  Onset: z.string().nullable(),
  Ends: z.string().nullable(),
  SenderName: z.string(),
});
export const listAdvisories = defineRoute({
  method: 'GET',
  path: 'Advisory/:id',
  needs: 'observations:read',
  summary: 'Weather-service alerts in effect at a location; 503 when the feed has not been read for too long',
  params: idParams,
  data: z.array(advisory),
  failures: [404, 503],
});
export const listAdvisoryDetails = defineRoute({
  method: 'GET',
  path: 'Advisory/Detail/:id',
  needs: 'observations:read',
  summary: 'The same with everything the weather service says of them',
  params: idParams,
  data: z.array(advisoryDetail),
  failures: [404, 503],
});

/** A forecast that a person wrote for the organisation. Messages are sanitised HTML. */
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
  method: 'GET',
  path: 'ProactiveForecast/Location/:locationId',
  needs: 'observations:read',
  summary: 'Proactive forecasts in effect at a location',
  params: locationParams,
  data: z.array(proactiveForecast),
  failures: [404],
});
export const listForecasts = defineRoute({
  method: 'GET',
  path: 'ProactiveForecast',
  needs: 'forecasts:write',
  summary: 'The organisation’s proactive forecasts, newest first',
  data: z.array(proactiveForecast),
});
export const addForecast = defineRoute({
  method: 'POST',
  path: 'ProactiveForecast',
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
  method: 'POST',
  path: 'ProactiveForecast/Expire/:id',
  needs: 'forecasts:write',
  summary: 'Ends a proactive forecast now',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
