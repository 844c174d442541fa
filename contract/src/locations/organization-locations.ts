import { z } from 'zod';
import { defineRoute, latitude, longitude } from '../core/index.ts';
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
  /** Whether the position was found by the address and nobody has looked at it since. */
  positionUnchecked: z.boolean().optional(),
  /** Of the enabled outdoor warning systems there: the widest radius, miles. Left out where there is none. */
  sirenSettings: z.object({ radius: z.number() }).optional(),
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

const placeForm = z.object({ name: z.string(), address: z.string(), latitude, longitude });

const written = z.object({ id: z.string(), message: z.string(), organizationLocation });

export const addOrganizationLocation = defineRoute({
  ...paths.addOrganizationLocation,
  needs: 'organization-locations:write',
  summary: 'Adds a location of the organization',
  body: placeForm.extend({ address: z.string().default('') }),
  data: written,
  failures: [400, 409],
});

export const updateOrganizationLocation = defineRoute({
  ...paths.updateOrganizationLocation,
  needs: 'organization-locations:write',
  summary: 'Changes a location of the organization; locations that are tied to it move with it',
  body: placeForm.partial().extend({
    id: z.string(),
    /** What the change is based on: when it is not the current one the change is refused (409). */
    revision: z.number().int().optional(),
  }),
  data: written,
  failures: [400, 404, 409],
});

/** What refers to a location of the organization. */
export const organizationLocationUses = z.object({
  /** Locations that people saved there. */
  locations: z.number().int(),
  openWarnings: z.number().int(),
  hardware: z.number().int(),
  practiceTimes: z.number().int(),
});

export type OrganizationLocationUses = z.infer<typeof organizationLocationUses>;

export const getOrganizationLocationUses = defineRoute({
  ...paths.getOrganizationLocationUses,
  needs: 'organization-locations:write',
  summary: 'What refers to a location of the organization, for the question before it is deleted',
  params: idParams,
  data: organizationLocationUses,
  failures: [404],
});

export const deleteOrganizationLocation = defineRoute({
  ...paths.deleteOrganizationLocation,
  needs: 'organization-locations:write',
  summary:
    'Deletes a location of the organization: locations that are tied to it stay without the tie, its open warnings are withdrawn',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
