import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/**
 * What an Admin may make happen in simulated weather: a storm that comes to a location, the end of the
 * lightning around it (`quiet`; the all clear still follows from observed quiet), a lightning feed that is
 * away, a hot day.
 */
export const demonstrationEventKinds = ['storm', 'quiet', 'outage', 'heat'] as const;

export const demonstrationEvent = z.object({
  id: z.string(),
  kind: z.enum(demonstrationEventKinds),
  /** Null once the location is deleted. */
  locationId: z.string().nullable(),
  /** The location's label at that time. */
  locationLabel: z.string(),
  /** Who started it; null once that account is deleted. */
  startedBy: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Whether it goes on: its time is not over, and no later event has ended it. */
  running: z.boolean(),
});

export type DemonstrationEventData = z.infer<typeof demonstrationEvent>;

export const listDemonstrationEvents = defineRoute({
  ...paths.listDemonstrationEvents,
  needs: 'strikes:ingest',
  summary: "The organization's events of the simulated weather, newest first; 409 with any other weather",
  data: z.array(demonstrationEvent),
  failures: [409],
});

export const startDemonstrationEvent = defineRoute({
  ...paths.startDemonstrationEvent,
  needs: 'strikes:ingest',
  summary:
    'Makes something happen in the simulated weather, one of a kind at a time; 409 with any other weather',
  body: z.object({ kind: z.enum(demonstrationEventKinds), locationId: z.string() }),
  data: demonstrationEvent,
  failures: [400, 404, 409],
});
