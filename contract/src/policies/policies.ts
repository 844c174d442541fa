import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** One kind of policy, as the catalog offers it (spec 2 section 3). */
export const policyType = z.object({
  id: z.number().int(),
  shortName: z.string(),
  name: z.string(),
  displayName: z.string(),
  unit: z.string(),
  /** Decimals of a threshold. */
  precision: z.number().int(),
  /** Largest and smallest threshold. */
  limit: z.number(),
  minThreshold: z.number(),
  /** Minutes. */
  minAllClear: z.number().int(),
  maxAllClear: z.number().int(),
  /** The value at or below the threshold breaks the policy, not at or above. */
  isDesc: z.boolean(),
  categoryId: z.number().int(),
  categoryName: z.string(),
  threatType: z.number().int(),
  /**
   * Whether the life-safety mark is offered: for lightning, and for NWS policies that include a tornado
   * warning.
   */
  offersLifeSafety: z.boolean(),
  /** The NWS events that a policy of this type may name. */
  events: z.array(z.string()),
});

export type PolicyTypeEntry = z.infer<typeof policyType>;

export const notificationAction = z.object({
  id: z.string(),
  triggerId: z.string(),
  /** False: Notify Users. True: Notify On All Clear. */
  allClear: z.boolean(),
  /** Additional text; plain text, never HTML. */
  message: z.string(),
});

/** A trigger with the organization locations that it watches and the groups that it notifies there. */
export const policyTrigger = z.object({
  id: z.string(),
  policyId: z.string(),
  policyTypeId: z.number().int(),
  policyTypeName: z.string(),
  policyTypeShortName: z.string(),
  unit: z.string(),
  isDesc: z.boolean(),
  precision: z.number().int(),
  limit: z.number(),
  threshold: z.number(),
  allClearMinutes: z.number().int(),
  reAlertMinutes: z.number().int(),
  policyName: z.string(),
  organizationLocationPolicyTriggers: z.array(
    z.object({ organizationLocationId: z.string(), policyTriggerId: z.string(), sites: z.array(z.string()) }),
  ),
});

export type PolicyTrigger = z.infer<typeof policyTrigger>;

/**
 * A policy: one type, one threshold, and its groups. `policyTriggers` has the same data in the shape of
 * api-version 2025-07-20.
 */
export const policy = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  customerId: z.string(),
  /** False while it has no groups. */
  isActive: z.boolean(),
  deletedAtUTC: z.string().nullable(),
  policyTypeId: z.number().int(),
  policyType: z.string(),
  policyTypeShortName: z.string(),
  policyTypeName: z.string(),
  threshold: z.number(),
  reAlertMinutes: z.number().int(),
  allClearMinutes: z.number().int(),
  sites: z.array(z.string()),
  allGroups: z.boolean(),
  precision: z.number().int(),
  limit: z.number(),
  minAllClear: z.number().int(),
  unit: z.string(),
  isDesc: z.boolean(),
  /** NWS policies: the events that break it. */
  events: z.array(z.string()),
  /** No schedule mutes its notices. */
  lifeSafety: z.boolean(),
  /** People whom its warnings notify are asked for a response. */
  asksResponse: z.boolean().optional(),
  showOnDashboard: z.literal(true),
  notificationActions: z.array(notificationAction),
  policyTriggers: z.array(policyTrigger),
  /** Set when the all-clear time is shorter than guidance advises. */
  note: z.string().nullable(),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type Policy = z.infer<typeof policy>;

const actionForm = z.object({
  id: z.string().optional(),
  triggerId: z.string().optional(),
  allClear: z.boolean().default(false),
  message: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
});

/** The type is named by its short name or its id; one of the two. */
export const policyForm = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  policyTypeShortName: z.string().optional(),
  policyTypeId: z.number().int().optional(),
  threshold: z.number().default(0),
  reAlertMinutes: z.number().default(10),
  allClearMinutes: z.number().default(30),
  sites: z.array(z.string()).default([]),
  allGroups: z.boolean().default(false),
  events: z.array(z.string()).default([]),
  lifeSafety: z.boolean().default(false),
  asksResponse: z.boolean().default(false),
  notificationActions: z.array(actionForm).default([]),
});

export type PolicyForm = z.input<typeof policyForm>;

/** A change names the policy and the fields to change; the type of a policy stays. */
export const policyUpdate = z.object({
  id: z.string(),
  name: z.string().nullish(),
  threshold: z.number().optional(),
  reAlertMinutes: z.number().optional(),
  allClearMinutes: z.number().optional(),
  sites: z.array(z.string()).optional(),
  allGroups: z.boolean().optional(),
  events: z.array(z.string()).optional(),
  lifeSafety: z.boolean().optional(),
  asksResponse: z.boolean().optional(),
  notificationActions: z.array(actionForm).optional(),
  /** What the change is based on: when it is not the current one the change is refused (409). */
  revision: z.number().int().optional(),
});

export type PolicyUpdate = z.infer<typeof policyUpdate>;

const idParams = z.object({ id: z.string() });

/** The only version of the organization's policies (spec 1 section 9); a request may leave it out. */
export const policiesApiVersion = '2025-07-20';

const written = z.object({ id: z.string(), message: z.string(), policy });

export const listPolicyTypes = defineRoute({
  ...paths.listPolicyTypes,
  needs: 'policies:read',
  summary: 'The catalog of policy types',
  data: z.array(policyType),
});

export const listPolicies = defineRoute({
  ...paths.listPolicies,
  needs: 'policies:read',
  summary: 'The organization’s policies',
  data: z.array(policy),
  paged: true,
});

export const listOwnGroupPolicies = defineRoute({
  ...paths.listOwnGroupPolicies,
  needs: 'policies:view',
  summary: 'The policies of the caller’s own group',
  data: z.array(policy),
  paged: true,
});

export const listGroupPolicies = defineRoute({
  ...paths.listGroupPolicies,
  needs: 'policies:view',
  summary: 'The policies of a group',
  params: idParams,
  data: z.array(policy),
  paged: true,
  failures: [404],
});

export const listLockingPolicies = defineRoute({
  ...paths.listLockingPolicies,
  needs: 'policies:view',
  summary: 'The policies of a group that lock the radii and the timer of locations: those of lightning',
  params: z.object({ siteId: z.string() }),
  data: z.array(policy),
  paged: true,
  failures: [404],
});

export const listOrganizationPolicies = defineRoute({
  ...paths.listOrganizationPolicies,
  needs: 'policies:read',
  summary: 'The organization’s policies with their triggers (api-version 2025-07-20)',
  params: idParams,
  query: z.object({
    'api-version': z.literal(policiesApiVersion, `api-version must be ${policiesApiVersion}`).optional(),
  }),
  data: z.array(policy),
  paged: true,
  failures: [400, 404],
});

export const listUserPolicies = defineRoute({
  ...paths.listUserPolicies,
  needs: 'policies:read',
  summary: 'The policies whose notices a user receives',
  params: idParams,
  data: z.array(policy),
  paged: true,
  failures: [403, 404],
});

export const listLocationTriggers = defineRoute({
  ...paths.listLocationTriggers,
  needs: 'policies:read',
  summary: 'The triggers that watch an organization location',
  params: idParams,
  data: z.array(policyTrigger),
  failures: [404],
});

export const addPolicy = defineRoute({
  ...paths.addPolicy,
  needs: 'policies:write',
  summary: 'Adds a policy',
  body: policyForm,
  data: written,
  failures: [400, 404],
});

export const updatePolicy = defineRoute({
  ...paths.updatePolicy,
  needs: 'policies:write',
  summary: 'Changes a policy; what the body leaves out stays',
  body: policyUpdate,
  data: written,
  failures: [400, 404, 409],
});

export const deletePolicy = defineRoute({
  ...paths.deletePolicy,
  needs: 'policies:write',
  summary: 'Deletes a policy; warnings of it end as withdrawn, not as clear',
  params: idParams,
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

/** When warnings would have started, re-alerted and ended, over the weather that is stored. */
export const tryPolicy = defineRoute({
  ...paths.tryPolicy,
  needs: 'policies:write',
  summary:
    'Tries a policy on the past: at most 31 days of stored weather, over the organization locations it would watch',
  body: policyForm.extend({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
  data: z.object({
    from: z.string(),
    to: z.string(),
    locations: z.array(
      z.object({
        organizationLocationId: z.string(),
        name: z.string(),
        timeZone: z.string(),
        /** Minutes in which people would have been stopped. */
        stoppedMinutes: z.number(),
        warnings: z.number().int(),
        events: z.array(
          z.object({
            event: z.enum(['started', 'reminder', 'held', 'resumed', 'all-clear']),
            at: z.string(),
            value: z.number().nullable(),
          }),
        ),
        /** Share of the time with weather to evaluate, 0–1. */
        observedShare: z.number(),
      }),
    ),
  }),
  failures: [400, 404],
});
