import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** What was observed, sent or done at a place. Instants are of the product clock. */
export const timelineEntry = z.object({
  kind: z.enum([
    ...(['unobserved', 'lightning', 'thunder', 'zone', 'warning', 'closure'] as const),
    ...(['duty', 'place', 'siren', 'notice', 'message', 'roll-call'] as const),
  ]),
  atUtc: z.string(),
  /** The end of what lasted; null for an instant and for what still lasts. */
  untilUtc: z.string().nullable(),
  /** It began and has not ended. */
  isOpen: z.boolean(),
  text: z.string(),
  detail: z.string(),
  /** Who did it, for those who may read the audit. */
  actor: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const timeline = z.object({
  organizationLocationId: z.string(),
  organizationLocationName: z.string(),
  timeZone: z.string(),
  fromUtc: z.string(),
  /** Not included. */
  toUtc: z.string(),
  /** When it was made; what comes later is not on it. */
  madeUtc: z.string(),
  /** The radii of the zones, miles, and the quiet time, as they were at the end of the span. */
  radiiMiles: z.array(z.number()),
  allClearMinutes: z.number(),
  /** Weather that is simulated or replayed: not a record for decisions. */
  weather: z.enum(['live', 'simulated', 'replay']),
  entries: z.array(timelineEntry),
});
export type Timeline = z.infer<typeof timeline>;

const instant = (name: string) =>
  z
    .union(
      [z.iso.date(), z.iso.datetime({ offset: true })],
      `${name} must be a date or an instant (ISO 8601)`,
    )
    .optional();
/** Days of the place (`to` is included) or instants (`to` is not); today without them. */
const span = z.object({ from: instant('From'), to: instant('To') });
const params = z.object({ organizationLocationId: z.string() });

export const getTimeline = defineRoute({
  ...paths.getTimeline,
  needs: 'timeline:read',
  summary:
    'What was observed, sent and done at a place in a span of at most three days, in the order of time',
  params,
  query: span,
  data: timeline,
  failures: [400, 404],
});

/** The answer is a file. */
export const exportTimeline = defineRoute({
  ...paths.exportTimeline,
  needs: 'timeline:read',
  summary: 'The timeline of a place as CSV, with local times',
  params,
  query: span,
  data: z.unknown(),
  failures: [400, 404],
});
