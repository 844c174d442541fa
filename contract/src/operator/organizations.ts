import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

export const organizationStatuses = ['ACTIVE', 'TRIAL', 'CLOSED'] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

/** An organization as an operator manages it. */
export const managedOrganization = z.object({
  id: z.string(),
  name: z.string(),
  /** The people of a closed organization cannot sign in; its data stay. */
  status: z.enum(organizationStatuses),
  companyType: z.string().nullable(),
  banner: z.string().nullable(),
  /** Minutes of live camera a month; null where none is set. */
  liveStreamMinutes: z.number().int().nullable(),
  /** Permissions that the organization does not hold (docs/permissions.md). */
  withheldFeatures: z.array(z.string()),
  /** Its Super Admins administer the widgets of all organizations (claim WIDGET_ADMIN). */
  isWidgetAdmin: z.boolean(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  created: z.string(),
  /** People who sign in. */
  people: z.number().int(),
  revision: z.number().int(),
});

export type ManagedOrganization = z.infer<typeof managedOrganization>;

export const listOrganizations = defineRoute({
  ...paths.listOrganizations,
  needs: 'operator',
  summary: 'All organizations of the installation',
  data: z.array(managedOrganization),
});

export const organizationPerson = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  roleName: z.string(),
  /** Whether an operator can act as the person. */
  canBeImpersonated: z.boolean(),
});

export type OrganizationPerson = z.infer<typeof organizationPerson>;

export const impersonationRecord = z.object({
  id: z.string(),
  operator: z.string(),
  userId: z.string(),
  reason: z.string(),
  startedUtc: z.string(),
  /** Null while it goes on. */
  endedUtc: z.string().nullable(),
});

export type ImpersonationRecord = z.infer<typeof impersonationRecord>;

export const getManagedOrganization = defineRoute({
  ...paths.getManagedOrganization,
  needs: 'operator',
  summary: 'An organization with its people who sign in and its newest 50 impersonations',
  params: z.object({ id: z.string() }),
  data: z.object({
    organization: managedOrganization,
    users: z.array(organizationPerson),
    impersonations: z.array(impersonationRecord),
  }),
  failures: [403, 404],
});

export type ManagedOrganizationDetail = z.infer<typeof getManagedOrganization.data>;

const text = z.string().max(10_000);

export const addOrganization = defineRoute({
  ...paths.addOrganization,
  needs: 'operator',
  summary: 'Adds an organization and its first Super Admin, who is invited',
  body: z.object({
    name: text,
    supportEmail: text,
    supportPhone: text.optional(),
    companyType: text.nullish(),
    firstName: text,
    lastName: text.optional(),
    email: text,
    timeZone: text,
  }),
  /** A link is in the answer only where no mail is configured: it is shown once, and passed on by hand. */
  data: z.object({ message: z.string(), organization: managedOrganization, link: z.string().nullable() }),
  failures: [400, 403, 409],
});

export const updateOrganization = defineRoute({
  ...paths.updateOrganization,
  needs: 'operator',
  summary: 'Changes an organization; status CLOSED ends the access of its people within two seconds',
  body: z.object({
    id: z.string(),
    revision: z.number().int().optional(),
    name: text.optional(),
    status: text.optional(),
    companyType: text.nullish(),
    banner: text.nullish(),
    liveStreamMinutes: z.number().int().nullish(),
    withheldFeatures: z.array(z.string().max(100)).max(100).optional(),
    isWidgetAdmin: z.boolean().optional(),
  }),
  data: z.object({ message: z.string(), organization: managedOrganization }),
  failures: [400, 403, 404, 409],
});

export const eraseOrganization = defineRoute({
  ...paths.eraseOrganization,
  needs: 'operator',
  summary: 'Removes a closed organization and everything of it; its name is typed to confirm',
  body: z.object({ id: z.string(), name: text }),
  data: z.object({ message: z.string() }),
  failures: [400, 403, 404, 409],
});
