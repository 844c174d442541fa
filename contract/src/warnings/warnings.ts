import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

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
  /** How many people have been notified of it. */
  peopleNotified: z.number().int(),
  lastUpdateTime: z.string(),
  /** Since when the value is within the limit, or the last strike; null while the threshold is exceeded. */
  allClearTime: z.string().nullable(),
  allClearMinutes: z.number(),
  /** The earliest possible end; null while it is held. */
  nextClearTime: z.string().nullable(),
  /** The start of the loss of data; a held warning does not end. */
  heldSince: z.string().nullable(),
  message: z.string(),
  /** NWS policies: the event. */
  event: z.string().nullable(),
});

export type PolicyWarning = z.infer<typeof policyWarning>;

const locationParams = z.object({ locationId: z.string() });

const idParams = z.object({ id: z.string() });

export const listViolations = defineRoute({
  ...paths.listViolations,
  needs: 'observations:read',
  summary: 'The policy warnings at a location (of the user’s, or an organization location)',
  params: locationParams,
  data: z.array(policyWarning),
  failures: [404],
});

/** What threatens each of the user's locations, for the badges of all of them at once. */
export const listAllViolations = defineRoute({
  ...paths.listAllViolations,
  needs: 'observations:read',
  forDisplays: true,
  summary:
    'The policy warnings, weather-service alerts and the closure at every location of the caller that has any',
  data: z.array(
    z.object({
      locationId: z.string(),
      warnings: z.array(policyWarning),
      alertEvents: z.array(z.string()),
      /** An admin keeps the place closed; `until` is null where only a person opens it. */
      closure: z.object({ id: z.string(), reason: z.string(), until: z.string().nullable() }).nullable(),
    }),
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
   * Whether the forecast contains it: never for air quality and weather-service alerts; other measures may be
   * missing.
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
  ...paths.listThreats,
  needs: 'observations:read',
  summary: 'Each policy that watches a location, and whether it is broken today',
  params: idParams,
  data: z.array(threat),
  failures: [404],
});
