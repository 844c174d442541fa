import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** When people are outdoors at an organization location, weekly, by the clock of the place. */
const practiceTime = z.object({
  id: z.string(),
  name: z.string(),
  /** 0 Sunday – 6 Saturday. */
  weekdays: z.array(z.number().int()).max(7),
  /** 'HH:mm'; an end before the start is on the next day. */
  startsAt: z.string().max(5),
  endsAt: z.string().max(5),
  /** First and last date, '2026-08-03'; null has none. */
  validFrom: z.string().max(10).nullable(),
  validUntil: z.string().max(10).nullable(),
  /** Dates on which it does not take place. */
  exceptions: z.array(z.string().max(10)).max(500),
});

export const practiceTimes = z.object({
  /** The place that they are of; null for a location that is not tied to one, which has none. */
  organizationLocationId: z.string().nullable(),
  /** IANA time zone of the place. */
  timeZone: z.string(),
  times: z.array(practiceTime),
  /** Raised by each change; 0 while there never were any. */
  revision: z.number().int(),
});

export type PracticeTimes = z.infer<typeof practiceTimes>;

export const getPracticeTimes = defineRoute({
  ...paths.getPracticeTimes,
  needs: 'locations:read',
  summary: 'The practice times at a location (of the user’s, or an organization location)',
  params: z.object({ id: z.string() }),
  data: practiceTimes,
  failures: [404],
});

export const savePracticeTimes = defineRoute({
  ...paths.savePracticeTimes,
  needs: 'practice-times:write',
  summary: 'Replaces the practice times of an organization location; a new one has no id',
  body: z.object({
    organizationLocationId: z.string(),
    times: z.array(practiceTime.extend({ id: z.string().optional() })).max(500),
    /** What the change is based on: when it is not the current one the change is refused (409). */
    revision: z.number().int().optional(),
  }),
  data: z.object({ message: z.string(), practiceTimes }),
  failures: [400, 404, 409],
});
