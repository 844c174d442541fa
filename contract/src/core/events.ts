import { z } from 'zod';
import { changeTopics } from './change-topics.ts';
import * as paths from './paths.ts';
import { defineRoute } from './route.ts';

/**
 * The content of an event of `GET /api/events`: which of the client's data changed. `locationIds` null means
 * all of them. Topics: `lightning`, `strikes` (new ones on the map), `locations`, `observations`, `warnings`,
 * `notifications`, `policies`, `practice-times`, `profiles` (of heat), `hardware`, `mass-messages`, `thunder`
 * (somebody heard it), `closures` (of places), `responses` (to messages), `status`. The stream begins with a `hello`.
 */
export const changeEvent = z.object({
  topic: z.enum(changeTopics),
  locationIds: z.array(z.string()).nullable(),
  now: z.string(),
});

export type ChangeEvent = z.infer<typeof changeEvent>;

export const events = defineRoute({
  ...paths.events,
  needs: 'signed-in',
  forLimitedKeys: true,
  forDisplays: true,
  summary:
    'Server-sent events: an event named `change` whose data is a JSON array of changes. With an API key also stored events with ids, from `Last-Event-ID` on: docs/events.md',
  data: z.array(changeEvent),
});
