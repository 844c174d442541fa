import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** A place that an admin keeps closed: nothing says clear of it. Instants are of the product clock. */
export const closure = z.object({
  id: z.string(),
  organizationLocationId: z.string(),
  organizationLocationName: z.string(),
  /** Everybody who sees the place reads it, the public too. */
  reason: z.string(),
  /** For those who may close places; 'Erased user' once the person is erased. */
  closedBy: z.string().nullable(),
  closedUtc: z.string(),
  /** Null: until somebody opens the place again. */
  untilUtc: z.string().nullable(),
  /** Whether it lasts. */
  open: z.boolean(),
  openedBy: z.string().nullable(),
  openedUtc: z.string().nullable(),
  revision: z.number().int(),
});
export type Closure = z.infer<typeof closure>;

const form = z.object({
  reason: z.string(),
  /** ISO 8601, at most 24 hours ahead; null until somebody opens the place again. */
  untilUtc: z.iso.datetime({ offset: true }).nullable(),
});
const needs = 'closures:write';

export const listClosures = defineRoute({
  ...paths.listClosures,
  needs: 'locations:read',
  summary: 'The places of the organization that are closed now',
  data: z.array(closure),
});

export const closePlace = defineRoute({
  ...paths.closePlace,
  needs,
  summary: 'Keeps a place closed, with a reason: nothing says clear of it meanwhile',
  body: form.extend({ organizationLocationId: z.string() }),
  data: closure,
  failures: [400, 404, 409],
});

export const changeClosure = defineRoute({
  ...paths.changeClosure,
  needs,
  summary: 'Changes the reason of a closure, or how long it lasts',
  params: z.object({ id: z.string() }),
  body: form.extend({ revision: z.number().int().optional() }),
  data: closure,
  failures: [400, 404, 409],
});

export const openPlace = defineRoute({
  ...paths.openPlace,
  needs,
  summary: 'Ends a closure. What else holds the place goes on',
  params: z.object({ id: z.string() }),
  body: z.object({ revision: z.number().int().optional() }),
  data: closure,
  failures: [404, 409],
});
