import type { MessagingItem } from '@allclear/adapters';
import {
  addScenarioTrigger,
  type BodyOf,
  deleteScenarioTrigger,
  linkLocationGroup,
  listScenarioLaunches,
  listScenarioTriggers,
  maxScenarioTriggers,
  type ScenarioTrigger,
  testScenarioTrigger,
} from '@allclear/contract';
import type { WeatherKind } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation } from '../../organizations/index.ts';
import { findGroup } from '../../people/index.ts';
import { actorOf } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { connected, type InformacastContext, requireIntegration, requireOwn } from './connections.routes.ts';
import { findConnection } from './connections.store.ts';
import { notLive } from './launch-job.ts';
import { type LoggedLaunch, lastLaunches, listLaunches } from './launch-log.store.ts';
import { hasOpenWarning, launchTest } from './launches.store.ts';
import {
  findLink,
  findMapping,
  insertMapping,
  type LocationGroup,
  listMappings,
  removeMapping,
  SameMapping,
  type StoredMapping,
  saveLink,
  TooManyMappings,
} from './mappings.store.ts';
import { requireAnswer } from './messaging-answers.ts';

type Context = InformacastContext & { readonly weather: WeatherKind };

/** Scenario triggers: when a policy of a group is triggered at a place, a scenario is launched. */
export function triggerRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, messaging } = context;
  links(app, context);
  launches(app, context);

  serve(app, listScenarioTriggers, async ({ principal, params }) => {
    requireOwn(principal, params.customerId);
    const last = await lastLaunches(db, principal.organizationId);
    return (await listMappings(db, principal.organizationId)).map((mapping) =>
      present(mapping, last.get(mapping.id)),
    );
  });

  serve(app, addScenarioTrigger, async ({ principal, body, request }) => {
    requireIntegration(principal);
    const of = await ownLocationGroup(context, principal, body.organizationLocationId, body.policyGroupId);
    const { connection, credential } = await connected(context, principal, body.integrationConfigId);
    // One after the other: both may need a new token.
    const sites = requireAnswer(await messaging.sites(credential, request.signal));
    const scenarios = requireAnswer(await messaging.scenarios(credential, request.signal));
    const mapping = await insertMapping(
      db,
      actorOf(principal),
      connection,
      { ...of, ...chosenItems(body, sites, scenarios) },
      { wallNow: wallNow(), now: clock.now(), limit: maxScenarioTriggers },
    ).catch((error: unknown) => {
      if (error instanceof SameMapping) throw conflict('There is a scenario trigger like this.');
      if (error instanceof TooManyMappings)
        throw conflict(`An organization can have at most ${maxScenarioTriggers} scenario triggers.`);
      throw error;
    });
    return { ...present(mapping, undefined), message: 'Singlewire notification scenario saved' };
  });

  serve(app, deleteScenarioTrigger, async ({ principal, params }) => {
    requireIntegration(principal);
    if (!(await removeMapping(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The scenario trigger');
    return { id: params.id, message: 'Scenario Trigger Deleted' };
  });
}

function links(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  serve(app, linkLocationGroup, async ({ principal, body }) => {
    requireIntegration(principal);
    const connection = await findConnection(db, principal.organizationId);
    if (connection?.webhookId !== body.webhookId.toLowerCase()) throw notFound('The webhook');
    const link =
      body.orgLocSiteId === undefined ? undefined : await findLink(db, keyOf(principal, body.orgLocSiteId));
    if (body.orgLocSiteId !== undefined && !link) throw notFound('The link');
    const { organizationLocationId, groupId } =
      link ??
      (await ownLocationGroup(context, principal, body.organizationLocationId ?? '', body.siteId ?? ''));
    const of = { organizationLocationId, groupId };
    const { id } = await saveLink(db, actorOf(principal), connection, of, clock.now());
    const answer = { id, organizationLocationId, siteId: groupId, webhookId: connection.webhookId };
    return { ...answer, message: 'Linked' };
  });
}

function launches(app: FastifyInstance, { db, clock, messaging, weather }: Context): void {
  const mappingOf = async (principal: Principal, id: string): Promise<StoredMapping> => {
    const mapping = await findMapping(db, keyOf(principal, id));
    if (!mapping) throw notFound('The scenario trigger');
    return mapping;
  };

  serve(app, testScenarioTrigger, async ({ principal, params, request }) => {
    requireIntegration(principal);
    const mapping = await mappingOf(principal, params.id);
    if (await hasOpenWarning(db, mapping.organizationLocationId))
      throw conflict('A warning is open at this place, so that a test would mislead. Nothing was launched.');
    if (weather !== 'live' && !(await messaging.isSimulator(request.signal)))
      throw conflict(`${notLive(weather)} Nothing was launched.`);
    const text = `This is a test. Nothing is happening at ${mapping.placeName}.`;
    const by = { userId: principal.userId, text, at: clock.now() };
    await launchTest(db, actorOf(principal), mapping, by);
    return { id: mapping.id, message: 'The test is on its way' };
  });

  serve(app, listScenarioLaunches, async ({ principal, params }) => {
    const { id } = await mappingOf(principal, params.id);
    return (await listLaunches(db, id)).map((launch) => ({
      ...presentLaunch(launch),
      attempts: launch.attempts.map(({ number, startedAt, endedAt, detail }) => ({
        ...{ number, detail, startedUtc: isoTime(startedAt), endedUtc: isoTime(endedAt) },
      })),
    }));
  });
}

/** A place and a group of the caller's organization. */
async function ownLocationGroup(
  { db }: Context,
  principal: Principal,
  placeId: string,
  groupId: string,
): Promise<LocationGroup> {
  const place = await findOrganizationLocation(db, keyOf(principal, placeId));
  if (!place) throw notFound('The place');
  const group = await findGroup(db, keyOf(principal, groupId));
  if (!group) throw notFound('The group');
  return { organizationLocationId: place.id, groupId: group.id };
}

/** The site and the scenarios by their ids; an id that InformaCast does not have is refused. */
function chosenItems(
  body: BodyOf<typeof addScenarioTrigger>,
  sites: readonly MessagingItem[],
  scenarios: readonly MessagingItem[],
) {
  const find = (items: readonly MessagingItem[], id: string, label: string) => {
    const item = items.find((one) => one.id === id);
    if (!item) throw invalid({ [label]: ['InformaCast does not have it any more'] });
    return item;
  };
  const { allClearScenarioId = null } = body;
  return {
    site: find(sites, body.singlewireSiteId, 'SinglewireSiteId'),
    scenario: find(scenarios, body.singlewireScenarioId, 'SinglewireScenarioId'),
    allClear: allClearScenarioId === null ? null : find(scenarios, allClearScenarioId, 'AllClearScenarioId'),
  };
}

function present(mapping: StoredMapping, last: LoggedLaunch | undefined): ScenarioTrigger {
  const { id, connectionId, organizationLocationId, groupId, siteId, scenarioId } = mapping;
  const { placeName, groupName, siteName, scenarioName, createdAt } = mapping;
  return {
    ...{ id, integrationConfigId: connectionId, organizationLocationId, policyGroupId: groupId },
    ...{ singlewireSiteId: siteId, singlewireScenarioId: scenarioId },
    allClearScenarioId: mapping.allClearScenarioId,
    ...{ organizationLocationName: placeName, policyGroupName: groupName },
    ...{ singlewireSiteName: siteName, singlewireScenarioName: scenarioName },
    allClearScenarioName: mapping.allClearScenarioName,
    createdUtc: isoTime(createdAt),
    last: last ? presentLaunch(last) : null,
  };
}

function presentLaunch({ id, kind, state, scenarioName, siteName, detail, ...times }: LoggedLaunch) {
  return {
    ...{ id, kind, state, scenarioName, siteName, detail },
    ...{ atUtc: isoTime(times.at), createdUtc: isoTime(times.createdAt), endedUtc: isoTime(times.endedAt) },
  };
}
