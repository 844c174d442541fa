import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  /** Numeric feature flags of spec 1 section 3; 9 is the fourth lightning zone. */
  entitlements: z.array(z.number().int()),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** Stands below the top bar of everybody. */
  banner: z.string().nullable(),
  /** ACTIVE, TRIAL or CLOSED. */
  status: z.string(),
  /** Minutes of live camera a month. */
  liveStreamMinutes: z.number().int().nullable(),
  companyType: z.string().nullable(),
  created: z.string(),
});

export type Organization = z.infer<typeof organization>;

export const getOrganization = defineRoute({
  ...paths.getOrganization,
  needs: 'signed-in',
  forLimitedKeys: true,
  forDisplays: true,
  summary: 'The signed-in user’s organization',
  data: organization,
});

export const getOrganizationById = defineRoute({
  ...paths.getOrganizationById,
  needs: 'signed-in',
  forLimitedKeys: true,
  summary: 'The caller’s organization by its id',
  params: z.object({ id: z.string() }),
  data: organization,
  failures: [404],
});

const settingsForm = z.object({
  name: z.string(),
  /** Stands below the top bar of everybody; null or empty: none. */
  banner: z.string().nullable(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** Where questions to a meteorologist are sent; null or empty: there is no desk. */
  consultationEmail: z.string().nullable(),
  /** Of new groups and imported people; null or empty: the one that most locations have. */
  defaultTimeZone: z.string().nullable(),
});

/** What Admins set for their organization. */
export const organizationSettings = settingsForm.extend({
  /** Raised by each change. */
  revision: z.number().int(),
});

export type OrganizationSettings = z.infer<typeof organizationSettings>;

export const getOrganizationSettings = defineRoute({
  ...paths.getOrganizationSettings,
  needs: 'organization:write',
  summary: 'What Admins set for the organization: name, banner, contacts, defaults, consultation desk',
  data: organizationSettings,
});

export const saveOrganizationSettings = defineRoute({
  ...paths.saveOrganizationSettings,
  needs: 'organization:write',
  summary: 'Changes those settings; fields that are left out stay as they are',
  body: settingsForm.partial().extend({
    /** What the change is based on: when it is not the current one the change is refused (409). */
    revision: z.number().int().optional(),
  }),
  data: z.object({ message: z.string(), settings: organizationSettings }),
  failures: [400, 409],
});
