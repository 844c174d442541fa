import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** A display is signed in for a year at most. */
export const maxDisplayLinkDays = 365;

/** A link that signs a wall in to some places of its creator. Its token is shown once, when it is made. */
export const displayLink = z.object({
  id: z.string(),
  name: z.string(),
  /** Who made it and whose places it shows. */
  createdBy: z.string(),
  /** How many places it shows now. */
  places: z.number().int(),
  /** The group whose places it shows; null for chosen ones. */
  groupName: z.string().nullable(),
  createdUtc: z.string(),
  expiresUtc: z.string(),
  expired: z.boolean(),
  lastUsedUtc: z.string().nullable(),
});

export type DisplayLink = z.infer<typeof displayLink>;

export const listDisplayLinks = defineRoute({
  ...paths.listDisplayLinks,
  needs: 'displays:write',
  summary: 'The organization’s display links, newest first, without those that were revoked',
  data: z.array(displayLink),
  paged: true,
});

export const addDisplayLink = defineRoute({
  ...paths.addDisplayLink,
  needs: 'displays:write',
  refusesImpersonation: true,
  summary: 'Makes a display link for own locations, or for those of a group; its token is shown only now',
  body: z.object({
    name: z.string().trim().min(1).max(100),
    /** Own locations. Either these or a group. */
    locationIds: z.array(z.string()).min(1).max(1_000).optional(),
    groupId: z.string().optional(),
    days: z.number().int().min(1).max(maxDisplayLinkDays),
  }),
  data: displayLink.extend({ token: z.string(), message: z.string() }),
  failures: [400, 404, 409],
});

export const deleteDisplayLink = defineRoute({
  ...paths.deleteDisplayLink,
  needs: 'displays:write',
  refusesImpersonation: true,
  summary: 'Revokes a display link: its walls end within two seconds',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
