import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/**
 * When a group is notified: day 0 is Sunday; times `HH:mm:ss` in the group's time zone; an end before the start
 * reaches into the next day.
 */
export const alertTime = z.object({
  id: z.string().optional(),
  day: z.number().int().min(0).max(6),
  startTime: z.string(),
  endTime: z.string(),
  allDay: z.boolean().default(false),
  enabled: z.boolean().default(true),
});

/**
 * A user group (spec 2 section 3). `users` and `notificationUsers` are ids; `policies` counts those that notify
 * this group.
 */
export const group = z.object({
  id: z.string(),
  name: z.string(),
  customerId: z.string(),
  timeZone: z.string(),
  users: z.array(z.string()),
  notificationUsers: z.array(z.string()),
  policies: z.number().int(),
  organizationLocations: z.array(z.string()),
  alertTimes: z.array(alertTime.extend({ id: z.string() })),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type Group = z.infer<typeof group>;

const groupForm = z.object({
  name: z.string(),
  timeZone: z.string().optional(),
  alertTimes: z.array(alertTime).optional(),
  /** Its members; replaces them when given. */
  users: z.array(z.string()).optional(),
  notificationUsers: z.array(z.string()).optional(),
  organizationLocations: z.array(z.string()).optional(),
});

const idParams = z.object({ id: z.string() });

const written = z.object({ id: z.string(), message: z.string(), site: group });

export const listGroups = defineRoute({
  ...paths.listGroups,
  needs: 'sites:read',
  summary: 'The organization’s user groups; an Assistant Admin sees the own one only',
  data: z.array(group),
  paged: true,
});

export const listOwnGroups = defineRoute({
  ...paths.listOwnGroups,
  needs: 'signed-in',
  summary: 'The groups that the caller belongs to',
  data: z.array(group.pick({ id: true, name: true, customerId: true, timeZone: true, alertTimes: true })),
  paged: true,
});

export const getGroup = defineRoute({
  ...paths.getGroup,
  needs: 'sites:read',
  summary: 'One user group',
  params: idParams,
  data: group,
  failures: [404],
});

export const addGroup = defineRoute({
  ...paths.addGroup,
  needs: 'sites:write',
  summary: 'Adds a user group; alert times are every day 05:00–23:00 unless given',
  body: groupForm,
  data: written,
  failures: [400, 404, 409],
});

export const updateGroup = defineRoute({
  ...paths.updateGroup,
  needs: 'sites:change',
  summary: 'Changes a user group; an Assistant Admin the own one only',
  body: groupForm.partial().extend({ id: z.string(), revision: z.number().int().optional() }),
  data: written,
  failures: [400, 403, 404, 409],
});

export const deleteGroup = defineRoute({
  ...paths.deleteGroup,
  needs: 'sites:write',
  summary: 'Deletes a user group that has neither users nor locations',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404, 409],
});

export const listLocationGroups = defineRoute({
  ...paths.listLocationGroups,
  needs: 'organization-locations:read',
  summary: 'The groups that an organization location belongs to; none means all',
  params: idParams,
  data: z.array(z.object({ id: z.string(), name: z.string() })),
  failures: [404],
});

export const saveLocationGroups = defineRoute({
  ...paths.saveLocationGroups,
  needs: 'sites:write',
  summary: 'Sets the groups that an organization location belongs to',
  body: z.object({
    organizationLocationId: z.string(),
    sites: z.array(z.string()),
    /** The location's. */
    revision: z.number().int().optional(),
  }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [400, 404, 409],
});

export const deleteLocationGroups = defineRoute({
  ...paths.deleteLocationGroups,
  needs: 'sites:write',
  summary: 'Takes an organization location out of every group',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
