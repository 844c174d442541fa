import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** A place of the organization that users may tie their locations to. */
export const organizationLocation = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Whether a lightning policy sets radii and timer of the locations that are tied to it. */
  usesNewPolicy: z.boolean(),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type OrganizationLocation = z.infer<typeof organizationLocation>;

export const listOrganizationLocations = defineRoute({
  ...paths.listOrganizationLocations,
  needs: 'organization-locations:read',
  summary: 'The organization’s locations',
  data: z.array(organizationLocation),
  paged: true,
});

const idParams = z.object({ id: z.string() });

export const listOrganizationLocationsById = defineRoute({
  ...paths.listOrganizationLocationsById,
  needs: 'organization-locations:read',
  summary: 'The locations of the caller’s organization, by the organization’s id',
  params: idParams,
  data: z.array(organizationLocation),
  failures: [404],
});

export const listUserOrganizationLocations = defineRoute({
  ...paths.listUserOrganizationLocations,
  needs: 'organization-locations:read',
  summary:
    'The organization locations that a user has saved: the caller’s own, for admins those of people they may see',
  params: idParams,
  data: z.array(organizationLocation),
  failures: [403, 404],
});

export const listNotificationUserOrganizationLocations = defineRoute({
  ...paths.listNotificationUserOrganizationLocations,
  needs: 'users:read',
  summary: 'The organization locations of a user who only receives notifications',
  params: idParams,
  data: z.array(organizationLocation),
  failures: [404],
});
