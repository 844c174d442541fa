import { randomUUID } from 'node:crypto';
import {
  type InformacastSimulator,
  openInformacastSimulator,
} from '@allclear/adapters/emergency-messaging/stand-in-informacast.ts';
import type { InformacastConnection, ScenarioLaunch, ScenarioTrigger } from '@allclear/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../../test/test-server.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { beginLaunch } from './launch-attempts.store.ts';
import { dropLaunchesBefore } from './launch-log.store.ts';
import { launchAllClears, launchScenarios } from './launches.store.ts';

let simulator: InformacastSimulator;
let server: TestServer;
let worker: { stop(): Promise<void> } | null;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let key: string;
let placeId: string;
let groupId: string;
let policyId: string;

beforeAll(async () => {
  simulator = await openInformacastSimulator({ client: { clientId: 'allclear', clientSecret: 's3cret' } });
  server = await openTestServer(testChannels({ informacastUrl: simulator.url }));
  // Covered and quiet, so that nothing but warnings holds a place.
  await server.batch(startAt - 60 * 60_000, startAt);
});
afterAll(async () => {
  await rest();
  await server?.close();
  await simulator?.close();
});
beforeEach(async () => {
  await rest();
  // What another test left is not launched.
  await db().deleteFrom('informacast_connections').execute();
  ours = await server.organization(`District ${randomUUID()}`);
  key = ours.people.admin.key;
  placeId = await addPlace();
  groupId = await addGroup();
  policyId = await addPolicy([groupId]);
  simulator.clear();
  simulator.admitsSimulator = true;
  simulator.setToken('simulated-token');
});

const db = () => server.store.db;
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, by = key) =>
  ask(server.app, method, `/api/${path}`, { key: by, body });
const messageOf = ({ body }: { body: { responseException: { message: string } } }) =>
  body.responseException.message;
const eventually = <T>(question: () => Promise<T> | T) =>
  expect.poll(question, { timeout: 30_000, interval: 50 });
const work = () => {
  worker ??= startJobs({ url: server.store.url, jobs: server.subjects.jobs, log: server.platform.log });
};

const rest = async () => {
  await worker?.stop();
  worker = null;
};

/** A warning that began an hour ago. */
const openState = {
  ...{ kind: 'open', startedAt: startAt, evidenceAt: startAt, value: 40, heldSince: null },
};

async function addPlace() {
  const { id } = await db()
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: ours.organizationId, name: `Field ${randomUUID()}` },
      ...{ latitude: 28, longitude: -82, created_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function addGroup() {
  const at = new Date(startAt);
  const { id } = await db()
    .insertInto('groups')
    .values({
      ...{ organization_id: ours.organizationId, name: `Coaches ${randomUUID()}` },
      ...{ time_zone: 'America/New_York', alert_times: '[]', created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function addPolicy(groups: readonly string[]) {
  const { id } = await db()
    .insertInto('policies')
    .values({
      ...{ organization_id: ours.organizationId, type_short_name: 'GUST', name: 'Gusts', threshold: 35 },
      ...{ all_clear_minutes: 30, re_alert_minutes: 0, all_groups: false },
      ...{ created_at: new Date(startAt), updated_at: new Date(startAt) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const one of groups)
    await db()
      .insertInto('policy_groups')
      .values({ policy_id: id, group_id: one, organization_id: ours.organizationId })
      .execute();
  return id;
}
async function addWarning(at = placeId, of = policyId) {
  const { id } = await db()
    .insertInto('warnings')
    .values({
      ...{ organization_id: ours.organizationId, policy_id: of, policy_revision: 1, event_key: randomUUID() },
      ...{ organization_location_id: at, latitude: 28, longitude: -82, revision: 1 },
      ...{ state: JSON.stringify(openState), facts: '{}' },
      ...{ started_at: new Date(startAt), updated_at: new Date(startAt) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const endWarning = (id: string) =>
  db()
    .updateTable('warnings')
    .set({ ended_at: new Date(startAt) })
    .where('id', '=', id)
    .execute();
const connect = async (body: object = { token: simulator.token }) => {
  const answer = await call('POST', 'connection', { customerId: ours.organizationId, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as InformacastConnection;
};
const addTrigger = async (more: object = {}) => {
  const connection = (await call('GET', `connection/customer/${ours.organizationId}`)).body
    .data as InformacastConnection;
  const answer = await call('POST', 'scenario-mappings', {
    ...{ integrationConfigId: connection.id, organizationLocationId: placeId, policyGroupId: groupId },
    ...{ singlewireSiteId: 'site-main', singlewireScenarioId: 'scenario-lightning' },
    allClearScenarioId: 'scenario-all-clear',
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as ScenarioTrigger;
};
const triggers = async () =>
  (await call('GET', `scenario-mappings/customer/${ours.organizationId}`)).body.data as ScenarioTrigger[];
const launchesOf = async (id: string) =>
  (await call('GET', `scenario-mappings/Launches/${id}`)).body.data as ScenarioLaunch[];
const start = (warningId: string, of = policyId) =>
  db()
    .transaction()
    .execute((transaction) =>
      launchScenarios(transaction, testActor, {
        ...{ organizationId: ours.organizationId, organizationLocationId: placeId, policyId: of, warningId },
        ...{ text: 'Gusts at Field', at: server.clock.now() },
      }),
    );
const giveAllClear = (warningId: string, revision = 2) =>
  db()
    .transaction()
    .execute((transaction) =>
      launchAllClears(transaction, testActor, {
        ...{ organizationId: ours.organizationId, organizationLocationId: placeId, warningId, revision },
        ...{ text: 'All clear at Field', at: server.clock.now() },
      }),
    );
const stateOf = async (id: string, kind: ScenarioLaunch['kind'] = 'start') =>
  (await launchesOf(id)).find((launch) => launch.kind === kind)?.state;
const audited = async (action: string) =>
  (
    await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('chain', '=', ours.organizationId)
      .where('action', '=', action)
      .execute()
  ).length;

describe('a connection', () => {
  test('is made once its token was checked, and never shows the token again', async () => {
    expect((await call('GET', `connection/customer/${ours.organizationId}`)).body.data).toBeNull();
    expect((await call('POST', 'connection/verify', { token: simulator.token })).body.data).toBe(true);
    const connection = await connect();
    expect(connection).toMatchObject({
      ...{ customerId: ours.organizationId, signsInBy: 'token', problem: null, mayChange: true, revision: 1 },
      webhook: {
        ...{
          id: connection.webhookId,
          customerId: ours.organizationId,
          versionNumber: '1.0',
          readonly: true,
        },
        ...{ name: 'Singlewire - InformaCast', description: expect.any(String) },
        url: expect.stringContaining(ours.organizationId),
      },
    });
    const rows = await db().selectFrom('informacast_connections').selectAll().execute();
    const entries = await db().selectFrom('audit_entries').selectAll().execute();
    for (const text of [JSON.stringify(rows), JSON.stringify(entries), server.logged.join('')])
      expect(text).not.toContain(simulator.token);
    expect([await audited('informacast.verified'), await audited('informacast.connected')]).toEqual([1, 1]);
  });

  test('keeps its id and its trigger when its token is replaced', async () => {
    const before = await connect();
    const client = { clientId: 'allclear', clientSecret: 's3cret', audience: 'provider-1' };
    const after = await connect({ ...client, webhookId: before.webhookId, revision: before.revision });
    expect(after).toMatchObject({
      id: before.id,
      webhookId: before.webhookId,
      signsInBy: 'client',
      revision: 2,
    });
    const stale = await call('POST', 'connection', {
      ...{ customerId: ours.organizationId, token: simulator.token, revision: 1 },
    });
    expect(stale.status).toBe(409);
  });

  test.each([
    [{ token: '' }, 400, 'Enter the API token'],
    [{ token: '   ' }, 400, 'Enter the API token'],
    [{ token: 'wrong' }, 422, 'InformaCast does not accept the token.'],
    [{ token: 'x', clientId: 'y' }, 400, 'either a token or client credentials'],
    [{ clientId: 'y' }, 400, 'Enter the client secret'],
    [{ clientId: 'y', clientSecret: 'z', audience: 'p' }, 422, 'does not accept the client credentials'],
  ])('with %j is refused with %i, and nothing is stored', async (body, status, text) => {
    for (const path of ['connection/verify', 'connection']) {
      const answer = await call('POST', path, { customerId: ours.organizationId, ...body });
      expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(text)]);
    }
    expect((await call('GET', `connection/customer/${ours.organizationId}`)).body.data).toBeNull();
  });

  test.each([
    ['unauthorized', 422],
    ['forbidden', 422],
    ['busy', 503],
    ['error', 503],
    ['html', 503],
    ['lost', 503],
  ] as const)('to an InformaCast that answers %s: %i, and never 401', async (fault, status) => {
    await connect();
    simulator.fail('/v1/sites', fault);
    const answer = await call('GET', `singlewire/sites/customer/${ours.organizationId}`);
    expect(answer.status).toBe(status);
    const { problem } = (await call('GET', `connection/customer/${ours.organizationId}`)).body.data;
    expect(problem).toBe(fault === 'unauthorized' ? 'InformaCast does not accept the token.' : null);
    const again = await call('GET', `singlewire/sites/customer/${ours.organizationId}`);
    expect(again.body.data).toEqual([
      { id: 'site-main', name: 'Main Campus' },
      { id: 'site-north', name: 'North Campus' },
    ]);
  });

  test('is for three roles, changed by Admins, with the feature, and of the own organization only', async () => {
    const connection = await connect();
    const trigger = await addTrigger();
    const { people, organizationId } = ours;
    const assistant = people['assistant-admin'].key;
    const reads = [
      `connection/customer/${organizationId}`,
      `singlewire/sites/customer/${organizationId}`,
      `singlewire/scenarios/customer/${organizationId}`,
      `scenario-mappings/customer/${organizationId}`,
      `scenario-mappings/Launches/${trigger.id}`,
    ];
    for (const path of reads) {
      expect((await call('GET', path, undefined, assistant)).status, path).toBe(200);
      expect((await call('GET', path, undefined, people.customer.key)).status, path).toBe(403);
    }
    expect((await call('GET', reads[0]!, undefined, assistant)).body.data.mayChange).toBe(false);
    const writes = [
      ['POST', 'connection', { customerId: organizationId, token: simulator.token }],
      ['POST', 'scenario-mappings', {}],
      ['POST', `scenario-mappings/Test/${trigger.id}`, undefined],
      ['DELETE', `scenario-mappings/${trigger.id}`, undefined],
      ['DELETE', `connection/${connection.id}`, undefined],
    ] as const;
    for (const [method, path, body] of writes)
      expect((await call(method, path, body, assistant)).status, path).toBe(403);
    const others = await server.organization(`Others ${randomUUID()}`);
    const theirs = others.people.admin.key;
    for (const path of reads) expect((await call('GET', path, undefined, theirs)).status, path).toBe(404);
    for (const path of [`scenario-mappings/${trigger.id}`, `connection/${connection.id}`])
      expect((await call('DELETE', path, undefined, theirs)).status).toBe(404);
    expect((await call('POST', `scenario-mappings/Test/${trigger.id}`, undefined, theirs)).status).toBe(404);
    const link = { webhookId: connection.webhookId, organizationLocationId: placeId, siteId: groupId };
    expect((await call('POST', 'Webhook/OrgLocSite', link, theirs)).status).toBe(404);
    const without = await server.organization(`Without ${randomUUID()}`, ['integrations.singlewire.access']);
    const refused = await call('POST', 'connection/verify', { token: 'x' }, without.people.admin.key);
    expect(refused.status).toBe(403);
    expect(await triggers()).toHaveLength(1);
  });
});

describe('a scenario trigger', () => {
  beforeEach(async () => {
    await connect();
  });

  test('is added with its link, listed with its names, and deleted', async () => {
    const trigger = await addTrigger();
    expect(trigger).toMatchObject({
      ...{ organizationLocationId: placeId, policyGroupId: groupId, singlewireSiteId: 'site-main' },
      ...{ singlewireSiteName: 'Main Campus', singlewireScenarioName: 'Lightning – Seek Shelter' },
      ...{ allClearScenarioName: 'Weather All Clear', last: null },
    });
    expect(await triggers()).toMatchObject([{ id: trigger.id }]);
    const { webhookId } = (await call('GET', `connection/customer/${ours.organizationId}`)).body.data;
    const of = { organizationLocationId: placeId, siteId: groupId };
    const linked = await call('POST', 'Webhook/OrgLocSite', { webhookId, ...of });
    const again = await call('POST', 'Webhook/OrgLocSite', { webhookId, orgLocSiteId: linked.body.data.id });
    expect(again.body.data).toMatchObject({ id: linked.body.data.id, webhookId, ...of });
    expect(
      await db()
        .selectFrom('informacast_links')
        .selectAll()
        .where('organization_id', '=', ours.organizationId)
        .execute(),
    ).toHaveLength(1);
    expect((await call('DELETE', `scenario-mappings/${trigger.id}`)).body.data.message).toBe(
      'Scenario Trigger Deleted',
    );
    expect(await triggers()).toEqual([]);
    expect((await call('DELETE', `scenario-mappings/${trigger.id}`)).status).toBe(404);
    expect([await audited('scenario-trigger.added'), await audited('scenario-trigger.deleted')]).toEqual([
      1, 1,
    ]);
  });

  test('is refused with what is not there, and twice', async () => {
    const [{ integrationConfigId }] = [await addTrigger()];
    const body = {
      ...{ integrationConfigId, organizationLocationId: placeId, policyGroupId: groupId },
      ...{ singlewireSiteId: 'site-main', singlewireScenarioId: 'scenario-lightning' },
    };
    const statusOf = async (more: object) =>
      (await call('POST', 'scenario-mappings', { ...body, ...more })).status;
    expect(await statusOf({})).toBe(409);
    expect(await statusOf({ singlewireScenarioId: 'gone' })).toBe(400);
    expect(await statusOf({ singlewireSiteId: 'gone' })).toBe(400);
    expect(await statusOf({ allClearScenarioId: 'gone' })).toBe(400);
    expect(await statusOf({ singlewireSiteId: '' })).toBe(400);
    expect(await statusOf({ policyGroupId: randomUUID() })).toBe(404);
    expect(await statusOf({ organizationLocationId: 'x' })).toBe(404);
    expect(await statusOf({ integrationConfigId: randomUUID() })).toBe(404);
    simulator.fail('/v1/scenarios', 'unauthorized');
    expect(await statusOf({ singlewireSiteId: 'site-north' })).toBe(422);
  });

  test('launches its scenario once when a warning begins, however often the step is repeated', async () => {
    const { id } = await addTrigger();
    work();
    const warningId = await addWarning();
    expect(await Promise.all([start(warningId), start(warningId)])).toEqual(expect.arrayContaining([0, 1]));
    await start(warningId);
    await eventually(() => stateOf(id)).toBe('launched');
    expect(await start(warningId)).toBe(0);
    expect(simulator.launches).toMatchObject([
      {
        scenarioId: 'scenario-lightning',
        fields: [
          { fieldId: 'field-site', answer: 'Main Campus' },
          { fieldId: 'field-message', answer: expect.stringContaining('Gusts at Field') },
        ],
      },
    ]);
    expect((await triggers())[0]?.last).toMatchObject({ kind: 'start', state: 'launched' });
    expect(await audited('scenario-trigger.launched')).toBe(1);
  });

  test('is not for a policy of another group, and one scenario at a site is launched once for all groups', async () => {
    await addTrigger();
    const other = await addGroup();
    await addTrigger({ policyGroupId: other });
    expect(await start(await addWarning(), await addPolicy([await addGroup()]))).toBe(0);
    expect(await start(await addWarning(), await addPolicy([groupId, other]))).toBe(1);
    const everyone = await addPolicy([]);
    await db().updateTable('policies').set({ all_groups: true }).where('id', '=', everyone).execute();
    expect(await start(await addWarning(), everyone)).toBe(1);
  });

  test.each(['lost', 'half'] as const)(
    'whose answer is %s is found there and not launched twice',
    async (fault) => {
      const { id } = await addTrigger();
      simulator.fail('/v1/scenario-notifications', fault);
      work();
      await start(await addWarning());
      await eventually(() => stateOf(id)).toBe('launched');
      expect(simulator.launches).toHaveLength(1);
      const [launch] = await launchesOf(id);
      expect(launch?.detail).toContain('answer of InformaCast was lost');
      expect(launch?.attempts).toHaveLength(2);
    },
  );

  test('that was not launched is tried again: an error of the server, and a request to wait', async () => {
    const { id } = await addTrigger();
    simulator.fail('/v1/scenario-notifications', 'busy', 'error');
    work();
    await start(await addWarning());
    await eventually(() => stateOf(id)).toBe('launched');
    expect(simulator.launches).toHaveLength(1);
    expect((await launchesOf(id))[0]?.attempts).toHaveLength(3);
  });

  test('an attempt of a process that died is looked for before it is repeated', async () => {
    const { id } = await addTrigger();
    await start(await addWarning());
    const [launch] = await launchesOf(id);
    // A lease that nobody holds: it was launched, and the process ended.
    const begun = await beginLaunch(db(), testActor, launch!.id, 2_000_000_000, wallNow());
    expect(begun).toMatchObject({ isUnsure: false });
    await db()
      .updateTable('informacast_launches')
      .set({ lease: null })
      .where('id', '=', launch!.id)
      .execute();
    await fetch(`${simulator.url}/api/v1/scenario-notifications?scenarioId=scenario-lightning`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${simulator.token}` } },
      body: JSON.stringify({ fields: [{ fieldId: 'm', answer: `Allclear ${launch!.id.slice(0, 8)}` }] }),
    });
    work();
    await eventually(() => stateOf(id)).toBe('launched');
    expect(simulator.launches).toHaveLength(1);
  });

  test('whose token is refused says so, on the connection too, until it works again', async () => {
    const { id } = await addTrigger();
    simulator.setToken('another');
    work();
    await start(await addWarning());
    await eventually(() => stateOf(id)).toBe('failed');
    expect((await triggers())[0]?.last?.detail).toBe('InformaCast does not accept the token.');
    const problem = async () =>
      (await call('GET', `connection/customer/${ours.organizationId}`)).body.data.problem;
    expect(await problem()).toBe('InformaCast does not accept the token.');
    expect(await audited('scenario-trigger.not-launched')).toBe(1);
    await connect({ token: 'another' });
    expect(await problem()).toBeNull();
  });

  test('launches nothing when its warning is over, it came too late, or it was disconnected meanwhile', async () => {
    const { id } = await addTrigger();
    const over = await addWarning();
    await start(over);
    await endWarning(over);
    work();
    await eventually(() => stateOf(id)).toBe('dropped');
    await rest();
    await start(await addWarning());
    await db()
      .updateTable('informacast_launches')
      .set({ deadline_at: new Date(wallNow() - 1_000) })
      .where('state', '=', 'queued')
      .execute();
    work();
    await eventually(async () => (await launchesOf(id)).map(({ state }) => state)).toEqual([
      'dropped',
      'dropped',
    ]);
    await rest();
    await start(await addWarning());
    const { id: connectionId } = (await call('GET', `connection/customer/${ours.organizationId}`)).body.data;
    expect((await call('DELETE', `connection/${connectionId}`)).status).toBe(200);
    work();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(simulator.launches).toEqual([]);
    expect(await triggers()).toEqual([]);
  });

  test('launches no real system while the weather is not live', async () => {
    const { id } = await addTrigger();
    simulator.admitsSimulator = false;
    work();
    await start(await addWarning());
    await eventually(() => stateOf(id)).toBe('failed');
    expect((await triggers())[0]?.last?.detail).toContain('The weather is simulated');
    expect((await call('POST', `scenario-mappings/Test/${id}`)).status).toBe(409);
    expect(simulator.launches).toEqual([]);
  });

  test('is tested: it says so, by whom is in the audit, and not while a warning is open', async () => {
    const { id } = await addTrigger();
    work();
    expect((await call('POST', `scenario-mappings/Test/${id}`)).body.data.message).toContain('on its way');
    await eventually(() => stateOf(id, 'test')).toBe('launched');
    expect(simulator.launches[0]?.fields[1]?.answer).toMatch(/^This is a test\./);
    expect(await audited('scenario-trigger.tested')).toBe(1);
    await addWarning();
    const refused = await call('POST', `scenario-mappings/Test/${id}`);
    expect([refused.status, messageOf(refused)]).toEqual([409, expect.stringContaining('would mislead')]);
    expect(simulator.launches).toHaveLength(1);
  });
});

describe('an all clear', () => {
  let id: string;
  let warningId: string;
  beforeEach(async () => {
    await connect();
    ({ id } = await addTrigger());
    warningId = await addWarning();
    await start(warningId);
    work();
    await eventually(() => stateOf(id)).toBe('launched');
    await rest();
  });

  test('is launched once, of the place whose warning is over, for those who were called in', async () => {
    expect(await giveAllClear(warningId)).toBe(0);
    await endWarning(warningId);
    expect(await Promise.all([giveAllClear(warningId), giveAllClear(warningId)])).toEqual(
      expect.arrayContaining([1]),
    );
    work();
    await eventually(() => stateOf(id, 'all-clear')).toBe('launched');
    expect(await giveAllClear(warningId, 3)).toBe(0);
    expect(simulator.launches.map(({ scenarioId }) => scenarioId)).toEqual([
      'scenario-lightning',
      'scenario-all-clear',
    ]);
  });

  test('is withheld when another warning has begun, and comes with the next one', async () => {
    await endWarning(warningId);
    await giveAllClear(warningId);
    const other = await addWarning();
    work();
    await eventually(() => stateOf(id, 'all-clear')).toBe('withheld');
    await endWarning(other);
    expect(await giveAllClear(other)).toBe(1);
    await eventually(() => stateOf(id, 'all-clear')).toBe('launched');
    expect(simulator.launches).toHaveLength(2);
  });

  test('is dropped when it is late', async () => {
    await endWarning(warningId);
    await giveAllClear(warningId);
    const [launch] = await launchesOf(id);
    await db()
      .updateTable('informacast_launches')
      .set({ deadline_at: new Date(Date.parse(launch!.createdUtc) - 1) })
      .where('id', '=', launch!.id)
      .execute();
    work();
    await eventually(() => stateOf(id, 'all-clear')).toBe('dropped');
    expect(simulator.launches).toHaveLength(1);
  });

  test.each([
    ['silent', 'unknown', 1],
    ['lost', 'launched', 2],
  ] as const)(
    'whose answer is %s is %s, and never repeated',
    async (fault, state, count) => {
      await endWarning(warningId);
      await giveAllClear(warningId);
      simulator.fail('/v1/scenario-notifications', fault);
      work();
      await eventually(() => stateOf(id, 'all-clear')).toBe(state);
      expect(simulator.launches).toHaveLength(count);
    },
    60_000,
  );
});

test('launches are dropped from the log when they are old, but not those that wait', async () => {
  await connect();
  const { id } = await addTrigger();
  await start(await addWarning());
  await dropLaunchesBefore(db(), testActor, wallNow() + 60_000);
  expect(await launchesOf(id)).toHaveLength(1);
  work();
  await eventually(() => stateOf(id)).toBe('launched');
  await dropLaunchesBefore(db(), testActor, wallNow() + 60_000);
  expect(await launchesOf(id)).toEqual([]);
});
