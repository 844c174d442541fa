import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Scenario triggers of one organization. */
export const maxScenarioTriggers = 500;

const idParams = z.object({ id: z.string() });
const ofCustomer = z.object({ customerId: z.string() });
const message = z.string();
const secret = z.string().trim().max(4_000);

/** A pasted token, or the credentials of a client with the id of its provider (`audience`). */
const credential = z.object({
  token: secret.optional(),
  clientId: z.string().trim().max(500).optional(),
  clientSecret: secret.optional(),
  audience: z.string().trim().max(500).optional(),
});

/** The trigger of a connection, as the specification shows a webhook: warnings reach it inside of Allclear. */
export const informacastWebhook = z.object({
  id: z.string(),
  url: z.string(),
  customerId: z.string(),
  versionNumber: z.literal('1.0'),
  readonly: z.literal(true),
  name: z.string(),
  description: z.string(),
});

/** The connection of an organization to InformaCast. Its credential is never shown. */
export const informacastConnection = z.object({
  id: z.string(),
  customerId: z.string(),
  webhookId: z.string(),
  webhook: informacastWebhook,
  signsInBy: z.enum(['token', 'client']),
  connectedUtc: z.string(),
  /** Why InformaCast refused the credential when it was last used; null when it did not. */
  problem: z.string().nullable(),
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
  /** Raised by each change. */
  revision: z.number().int(),
});

export type InformacastConnection = z.infer<typeof informacastConnection>;

/** A site or a scenario of InformaCast. */
export const informacastItem = z.object({ id: z.string(), name: z.string() });
export type InformacastItem = z.infer<typeof informacastItem>;

export const scenarioLaunchAttempt = z.object({
  number: z.number().int(),
  startedUtc: z.string(),
  endedUtc: z.string().nullable(),
  detail: z.string().nullable(),
});

/** One launch of a scenario. */
export const scenarioLaunch = z.object({
  id: z.string(),
  kind: z.enum(['start', 'all-clear', 'test']),
  /**
   * `launched`: InformaCast said so. `withheld`: an all clear that was not earned any more. `dropped`: too late, or its
   * warning was over. `unknown`: the answer was lost and it was not found there.
   */
  state: z.enum(['queued', 'sending', 'launched', 'failed', 'withheld', 'dropped', 'unknown']),
  scenarioName: z.string(),
  siteName: z.string(),
  detail: z.string(),
  /** Weather time. */
  atUtc: z.string(),
  createdUtc: z.string(),
  endedUtc: z.string().nullable(),
  attempts: z.array(scenarioLaunchAttempt),
});

export type ScenarioLaunch = z.infer<typeof scenarioLaunch>;

/** When a policy of the group is triggered at the place, the scenario is launched at the site. */
export const scenarioTrigger = z.object({
  id: z.string(),
  integrationConfigId: z.string(),
  organizationLocationId: z.string(),
  policyGroupId: z.string(),
  singlewireSiteId: z.string(),
  singlewireScenarioId: z.string(),
  /** Launched when the place is clear again; null for none. Beyond the specification. */
  allClearScenarioId: z.string().nullable(),
  organizationLocationName: z.string(),
  policyGroupName: z.string(),
  singlewireSiteName: z.string(),
  singlewireScenarioName: z.string(),
  allClearScenarioName: z.string().nullable(),
  createdUtc: z.string(),
  /** Without its attempts; null before the first. */
  last: scenarioLaunch.omit({ attempts: true }).nullable(),
});

export type ScenarioTrigger = z.infer<typeof scenarioTrigger>;

/** 422: InformaCast refuses the credential or the request. 503: it does not answer. Its 401 is never ours. */
const theirFailures = [422, 503];

export const verifyInformacast = defineRoute({
  ...paths.verifyInformacast,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Whether InformaCast accepts a token or client credentials; nothing is stored',
  body: credential,
  data: z.literal(true),
  failures: [400, 403, ...theirFailures],
});

export const getInformacast = defineRoute({
  ...paths.getInformacast,
  needs: 'integrations.singlewire.access',
  summary: 'The connection of the organization to InformaCast; null without one',
  params: ofCustomer,
  data: informacastConnection.nullable(),
  failures: [404],
});

export const connectInformacast = defineRoute({
  ...paths.connectInformacast,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Checks and stores a token or client credentials, and makes the trigger of the connection',
  body: credential.extend({
    customerId: z.string(),
    /** That of the connection, where there is one already. */
    webhookId: z.string().optional(),
    revision: z.number().int().optional(),
  }),
  data: informacastConnection.extend({ message }),
  failures: [400, 403, 404, 409, ...theirFailures],
});

export const disconnectInformacast = defineRoute({
  ...paths.disconnectInformacast,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Forgets the credential and deletes all scenario triggers; what waits is not launched',
  params: idParams,
  data: z.object({ id: z.string(), message }),
  failures: [403, 404],
});

export const listInformacastSites = defineRoute({
  ...paths.listInformacastSites,
  needs: 'integrations.singlewire.access',
  summary: 'The sites of InformaCast, by name',
  params: ofCustomer,
  data: z.array(informacastItem),
  failures: [404, 409, ...theirFailures],
});

export const listInformacastScenarios = defineRoute({
  ...paths.listInformacastScenarios,
  needs: 'integrations.singlewire.access',
  summary: 'The scenarios of InformaCast, by name',
  params: ofCustomer,
  data: z.array(informacastItem),
  failures: [404, 409, ...theirFailures],
});

export const linkLocationGroup = defineRoute({
  ...paths.linkLocationGroup,
  needs: 'write:integrations',
  summary: 'Links a group at a place to the trigger of the connection; one that is linked stays as it is',
  body: z.object({
    webhookId: z.string(),
    /** Of a link that exists; else the place and the group. */
    orgLocSiteId: z.string().optional(),
    organizationLocationId: z.string().optional(),
    siteId: z.string().optional(),
  }),
  data: z.object({
    id: z.string(),
    organizationLocationId: z.string(),
    siteId: z.string(),
    webhookId: z.string(),
    message,
  }),
  failures: [400, 403, 404],
});

export const listScenarioTriggers = defineRoute({
  ...paths.listScenarioTriggers,
  needs: 'integrations.singlewire.access',
  summary: 'The scenario triggers of the organization with what became of the last launch of each',
  params: ofCustomer,
  data: z.array(scenarioTrigger),
  failures: [404],
});

export const addScenarioTrigger = defineRoute({
  ...paths.addScenarioTrigger,
  needs: 'write:integrations',
  summary: 'Adds a scenario trigger, with the link of its group and place to the trigger of the connection',
  body: z.object({
    integrationConfigId: z.string(),
    organizationLocationId: z.string(),
    policyGroupId: z.string(),
    singlewireSiteId: z.string().min(1).max(200),
    singlewireScenarioId: z.string().min(1).max(200),
    allClearScenarioId: z.string().min(1).max(200).nullable().optional(),
  }),
  data: scenarioTrigger.extend({ message }),
  failures: [400, 403, 404, 409, ...theirFailures],
});

export const deleteScenarioTrigger = defineRoute({
  ...paths.deleteScenarioTrigger,
  needs: 'write:integrations',
  summary: 'Deletes a scenario trigger; what waits of it is not launched, also no all clear',
  params: idParams,
  data: z.object({ id: z.string(), message }),
  failures: [403, 404],
});

export const testScenarioTrigger = defineRoute({
  ...paths.testScenarioTrigger,
  needs: 'write:integrations',
  summary: 'Launches the scenario of a trigger now, as a test; refused while a warning is open at its place',
  params: idParams,
  data: z.object({ id: z.string(), message }),
  failures: [403, 404, 409],
});

export const listScenarioLaunches = defineRoute({
  ...paths.listScenarioLaunches,
  needs: 'integrations.singlewire.access',
  summary: 'The newest 50 launches of a trigger with their attempts; kept for 400 days',
  params: idParams,
  data: z.array(scenarioLaunch),
  failures: [404],
});
