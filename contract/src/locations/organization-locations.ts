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
