import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const todayHour = z.object({
  startTime: z.string(),
  /**
   * `open`: no threshold is near; `near`: within the margin; `stops`: a threshold is reached; `unknown`: no
   * forecast. Of lightning only `possible` (thunderstorms in the forecast), `unforecast` and `unknown`.
   */
  state: z.enum(['open', 'near', 'stops', 'possible', 'unforecast', 'unknown']),
  value: z.number().nullable(),
});

const todayLane = z.object({
  /** The first type of the lane: LR1 for lightning. */
  policyTypeShortName: z.string(),
  threatType: z.number().int(),
  label: z.string(),
  unit: z.string(),
  precision: z.number().int(),
  isDesc: z.boolean(),
  /** The threshold that is reached first; null where there is none. */
  threshold: z.number().nullable(),
  /** Whether forecasts contain it: never air quality and weather-service alerts. */
  isForecast: z.boolean(),
  /** Since when a warning of it is open. */
  inEffectSince: z.string().nullable(),
  hours: z.array(todayHour),
});

/** The coming hours at a place: the forecast against its policies, and its practices. */
export const today = z.object({
  now: z.string(),
  /** IANA time zone of the place. */
  timeZone: z.string(),
  lanes: z.array(todayLane),
  /** The practices that touch the hours, in order of their starts. */
  practices: z.array(
    z.object({ id: z.string(), name: z.string(), startTime: z.string(), endTime: z.string() }),
  ),
  /** Whether the location is tied to an organization location, which alone has policies and practices. */
  organizationLocationId: z.string().nullable(),
  /** Null where there is no forecast that is current: then no hour is known. */
  forecast: z.object({ asOf: z.string(), stale: z.boolean(), attribution: z.string() }).nullable(),
});

export type Today = z.infer<typeof today>;

export const getToday = defineRoute({
  ...paths.getToday,
  needs: 'observations:read',
  summary: 'The coming hours at a location: the forecast against each kind of policy, and the practice times',
  params: z.object({ id: z.string() }),
  data: today,
  failures: [404],
});
