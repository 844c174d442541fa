import * as contract from '@allclear/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

type Organization = Awaited<ReturnType<TestServer['organization']>>;
let server: TestServer;
let ours: Organization;
let theirs: Organization;
let coaches: string;
let trainers: string;
let stadium: string;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
  theirs = await server.organization('Their District');
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  ours = await server.organization(`District ${counter}`);
  coaches = (await call('POST', 'site/add', { name: 'Coaches', users: [ours.people.customer.id] })).body.data
    .id;
  trainers = (await call('POST', 'site/add', { name: 'Trainers' })).body.data.id;
  stadium = await placeOf(ours.organizationId, 'Stadium');
});

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key = ours.people.admin.key,
) => ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const placeOf = async (organizationId: string, name: string): Promise<string> =>
  (
    await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: organizationId, name, latitude: 28, longitude: -82, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const lightning = { policyTypeShortName: 'LR1', threshold: 8, allClearMinutes: 30, allGroups: true };
const add = async (body: object = lightning): Promise<contract.Policy> => {
  // Policies are listed in the order in which they were made.
  server.clock.advance(1);
  const { status, body: answer } = await call('POST', 'policy', body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.data.policy;
};

describe('a policy', () => {
  test('is added with the defaults of the specification, changed by what a change names, and deleted', async () => {
    const added = await call('POST', 'policy', {
      id: '',
      policyTypeId: 5,
      threshold: 88.06,
      sites: [coaches],
    });
    expect(added.body.data).toMatchObject({
      message: 'Saved',
      policy: {
        policyTypeShortName: 'WBGT',
        threshold: 88.1,
        reAlertMinutes: 10,
        allClearMinutes: 30,
        sites: [coaches],
        allGroups: false,
        isActive: true,
        unit: '°F',
        showOnDashboard: true,
      },
    });
    const { id } = added.body.data;
    const changed = await call('PATCH', 'policy', { id, threshold: 90, sites: [] });
    expect(changed.body.data).toMatchObject({
      message: 'Updated',
      policy: { threshold: 90, allClearMinutes: 30, sites: [], isActive: false },
    });
    expect((await call('DELETE', `policy/${id}`)).body.data.message).toBe('Deleted');
    expect((await call('DELETE', `policy/${id}`)).status).toBe(404);
    expect((await call('PATCH', 'policy', { id, threshold: 80 })).status).toBe(404);
    expect((await call('GET', 'policy')).body.data).toEqual([]);
  });

  test('keeps the ids of its actions over a change, and takes Notify On All Clear away with Notify Users', async () => {
    const actions = [
      { allClear: false, message: ' Go inside. ' },
      { allClear: true, message: 'Resume.' },
    ];
    const before = await add({ ...lightning, notificationActions: actions });
    expect(before.notificationActions.map(({ message }) => message)).toEqual(['Go inside.', 'Resume.']);
    const ids = before.notificationActions.map((action) => action.id);
    const changed = await call('PATCH', 'policy', {
      id: before.id,
      notificationActions: [{ allClear: false, message: 'Shelter now.' }, actions[1]],
    });
    expect(changed.body.data.policy.notificationActions.map((action: { id: string }) => action.id)).toEqual(
      ids,
    );
    const refused = await call('PATCH', 'policy', { id: before.id, notificationActions: [actions[1]] });
    expect(refused.body.responseException.errors.NotificationActions).toHaveLength(1);
    expect(
      (await call('PATCH', 'policy', { id: before.id, notificationActions: [] })).body.data.policy
        .notificationActions,
    ).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['a threshold that is no number', { threshold: 'high' }, 'Threshold'],
    ['no threshold at all', { threshold: null }, 'Threshold'],
    ['a threshold beyond the limit', { threshold: 51 }, 'Threshold'],
    ['a threshold below the least', { threshold: 0 }, 'Threshold'],
    ['an all clear under the minimum', { allClearMinutes: 9 }, 'AllClearMinutes'],
    ['an all clear of more than an hour', { allClearMinutes: 61 }, 'AllClearMinutes'],
    ['an all clear that is no whole number', { allClearMinutes: 30.5 }, 'AllClearMinutes'],
    ['reminders before now', { reAlertMinutes: -1 }, 'ReAlertMinutes'],
    ['an unknown group', { allGroups: false, sites: [nobody] }, 'Sites'],
    ['a group that is no id', { allGroups: false, sites: ['coaches'] }, 'Sites'],
    ['no type', { policyTypeShortName: 'FOG' }, 'PolicyType'],
    ['events without the weather service', { events: ['Tornado Warning'] }, 'Events'],
    ['a name with script in it', { name: '<script>alert(1)</script>' }, 'Name'],
  ])('%s is refused with a sentence, and nothing is saved', async (_name, change, label) => {
    const { status, body } = await call('POST', 'policy', { ...lightning, ...change });
    expect([status, body.responseException.code]).toEqual([400, 'bad-input']);
    expect(body.responseException.errors[label], JSON.stringify(body)).toHaveLength(1);
    expect((await call('GET', 'policy')).body.data).toEqual([]);
  });

  test('another organization’s group is as unknown as one that never was', async () => {
    const theirGroup = (await call('POST', 'site/add', { name: 'Theirs' }, theirs.people.admin.key)).body.data
      .id;
    const sites = async (id: string) =>
      (await call('POST', 'policy', { ...lightning, allGroups: false, sites: [id] })).body;
    expect(await sites(theirGroup)).toEqual(await sites(nobody));
    await server.store.db.deleteFrom('groups').where('id', '=', theirGroup).execute();
  });

  test('a change that is refused half-way leaves everything as it was', async () => {
    const before = await add({ ...lightning, sites: [coaches], allGroups: false });
    expect(
      (await call('PATCH', 'policy', { id: before.id, threshold: 12, sites: [trainers, nobody] })).status,
    ).toBe(400);
    expect((await call('GET', 'policy')).body.data).toEqual([before]);
  });

  test('two changes at once both count', async () => {
    const { id } = await add();
    await Promise.all([
      call('PATCH', 'policy', { id, reAlertMinutes: 25 }),
      call('PATCH', 'policy', { id, allClearMinutes: 40 }),
    ]);
    expect((await call('GET', 'policy')).body.data[0]).toMatchObject({
      reAlertMinutes: 25,
      allClearMinutes: 40,
    });
  });

  test('life-safety is for lightning and tornado warnings', async () => {
    expect((await call('POST', 'policy', { ...lightning, lifeSafety: true })).status).toBe(200);
    const heat = { policyTypeShortName: 'HEAT', threshold: 100, allGroups: true, lifeSafety: true };
    expect((await call('POST', 'policy', heat)).body.responseException.errors.LifeSafety).toHaveLength(1);
    const service = {
      policyTypeShortName: 'NWS',
      threshold: 0,
      allClearMinutes: 0,
      allGroups: true,
      events: ['Tornado Warning'],
      lifeSafety: true,
    };
    expect((await call('POST', 'policy', service)).status).toBe(200);
  });

  test('lightning zones lie in order wherever two policies share a place', async () => {
    await add({ ...lightning, threshold: 10 });
    const second = await call('POST', 'policy', { ...lightning, policyTypeShortName: 'LR2', threshold: 10 });
    expect(second.body.responseException.errors.Threshold[0]).toContain('Stadium');
    const { id } = await add({ ...lightning, policyTypeShortName: 'LR2', threshold: 20 });
    expect((await call('PATCH', 'policy', { id, threshold: 9 })).status).toBe(400);
    expect((await call('PATCH', 'policy', { id, threshold: 11 })).status).toBe(200);
  });
});

describe('who sees policies', () => {
  test('admins of all kinds see them, only two change them, and everybody sees what watches a place', async () => {
    const policy = await add();
    const groupPolicies = `policy/site/${coaches}`;
    for (const role of ['super-admin', 'admin'] as const) {
      expect((await call('GET', groupPolicies, undefined, ours.people[role].key)).status).toBe(200);
    }
    expect((await call('GET', groupPolicies, undefined, ours.people.customer.key)).status).toBe(403);
    for (const role of ['assistant-admin', 'customer'] as const) {
      const { key } = ours.people[role];
      expect((await call('POST', 'policy', lightning, key)).status).toBe(403);
      expect((await call('PATCH', 'policy', { id: policy.id, threshold: 5 }, key)).status).toBe(403);
      expect((await call('DELETE', `policy/${policy.id}`, undefined, key)).status).toBe(403);
    }
    const { key } = ours.people.customer;
    expect((await call('GET', 'policy/types', undefined, key)).body.data).toHaveLength(16);
    const triggers = await call('GET', `policy/organizationLocation/${stadium}/triggers`, undefined, key);
    expect(triggers.body.data).toMatchObject([
      {
        policyTypeShortName: 'LR1',
        threshold: 8,
        organizationLocationPolicyTriggers: [
          {
            organizationLocationId: stadium,
            policyTriggerId: triggers.body.data[0].id,
            sites: [coaches, trainers],
          },
        ],
      },
    ]);
    const ofOrganization = await call(
      'GET',
      `policy/customer/${ours.organizationId}?api-version=2025-07-20`,
      undefined,
      key,
    );
    expect(ofOrganization.body.data[0].policyTriggers).toEqual(triggers.body.data);
  });

  test('GET policy answers every role as policy/customer/{id} does', async () => {
    const policy = await add();
    for (const role of ['super-admin', 'admin', 'assistant-admin', 'customer'] as const) {
      const { key } = ours.people[role];
      const [all, ofOrganization] = await Promise.all([
        call('GET', 'policy', undefined, key),
        call('GET', `policy/customer/${ours.organizationId}`, undefined, key),
      ]);
      expect([all.status, all.body.data]).toEqual([200, [policy]]);
      expect(ofOrganization.body).toEqual(all.body);
    }
  });

  test.each([
    ['', 200],
    ['?api-version=2025-07-20', 200],
    ['?api-version=2025-07-21', 400],
    ['?api-version=2025-7-20', 400],
    ['?api-version=1', 400],
    ['?api-version=', 400],
    ['?api-version=2025-07-20&api-version=2025-07-20', 400],
  ])('policy/customer/{id}%s answers %i', async (query, status) => {
    const answer = await call('GET', `policy/customer/${ours.organizationId}${query}`);
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body.responseException.errors).toEqual({
        'Api-version': ['api-version must be 2025-07-20'],
      });
  });

  test('a group’s policies are those for it and those for all; a user’s are those of the own group', async () => {
    const all = await add();
    const own = await add({ policyTypeShortName: 'HEAT', threshold: 100, sites: [coaches] });
    await add({ policyTypeShortName: 'WIND', threshold: 30, sites: [trainers] });
    const idsOf = async (path: string, key = ours.people.admin.key) =>
      (await call('GET', path, undefined, key)).body.data.map((policy: contract.Policy) => policy.id);
    expect(await idsOf(`policy/site/${coaches}`)).toEqual([all.id, own.id]);
    expect(await idsOf(`policy/userPolicies/${ours.people.customer.id}`)).toEqual([all.id, own.id]);
    expect(await idsOf(`policy/userPolicies/${ours.people.customer.id}`, ours.people.customer.key)).toEqual([
      all.id,
      own.id,
    ]);
    expect(await idsOf('policy/site')).toEqual([all.id]);
    expect(
      (await call('GET', `policy/userPolicies/${ours.people.admin.id}`, undefined, ours.people.customer.key))
        .status,
    ).toBe(403);
    expect(
      (await call('GET', `policy/site/${coaches}`, undefined, ours.people['assistant-admin'].key)).status,
    ).toBe(404);
  });

  test('those of lightning lock what locations of a group are set to', async () => {
    const ofAll = await add({ ...lightning });
    const ofTrainers = await add({
      ...{ policyTypeShortName: 'LR2', threshold: 20, allClearMinutes: 30, sites: [trainers] },
    });
    await add({ policyTypeShortName: 'HEAT', threshold: 100, sites: [coaches] });
    const idsOf = async (group: string) =>
      (await call('GET', `policy/locked/${group}`)).body.data.map((policy: contract.Policy) => policy.id);
    expect(await idsOf(coaches)).toEqual([ofAll.id]);
    expect(await idsOf(trainers.toUpperCase())).toEqual([ofAll.id, ofTrainers.id]);
    for (const { key } of [ours.people['assistant-admin'], theirs.people['super-admin']])
      expect((await call('GET', `policy/locked/${coaches}`, undefined, key)).status).toBe(404);
    expect((await call('GET', `policy/locked/${coaches}`, undefined, ours.people.customer.key)).status).toBe(
      403,
    );
  });

  test('another organization’s policies and places do not exist', async () => {
    const policy = await add();
    const { key } = theirs.people['super-admin'];
    const asked = await Promise.all([
      call('PATCH', 'policy', { id: policy.id, threshold: 5 }, key),
      call('DELETE', `policy/${policy.id}`, undefined, key),
      call('GET', `policy/customer/${ours.organizationId}`, undefined, key),
      call('GET', `policy/site/${coaches}`, undefined, key),
      call('GET', `policy/userPolicies/${ours.people.customer.id}`, undefined, key),
      call('GET', `policy/organizationLocation/${stadium}/triggers`, undefined, key),
      call('GET', `observations/Violations/${stadium}`, undefined, key),
      call('GET', `Threats/${stadium}`, undefined, key),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
    expect((await call('GET', 'policy', undefined, key)).body.data).toEqual([]);
    expect((await call('GET', 'policy')).body.data).toEqual([policy]);
  });
});

describe('locations under lightning policies', () => {
  const tie = (changes: object = {}) =>
    call('POST', 'location/Add', {
      label: 'Field',
      latitude: 28,
      longitude: -82,
      organizationLocationId: stadium,
      ...changes,
    });

  test('take the radius and the timer of the policies of their place, whatever the form says', async () => {
    await add({ ...lightning, threshold: 12, allClearMinutes: 45 });
    const { id } = (await tie({ radius1: 5, radius2: 8, allClearMinutes: 10 })).body.data;
    const [location] = (await call('GET', 'location')).body.data;
    expect(location).toMatchObject({
      id,
      radius1: 12,
      allClearMinutes: 45,
      usesNewPolicy: true,
      policy: { lockedZones: [1], timerLocked: true, overwritten: false },
    });
    expect(location.radius2).toBeGreaterThan(12);
  });

  test('a changed policy raises the overwrite flag until the location is saved, and is watched at once', async () => {
    const { id: policyId } = await add({ ...lightning, threshold: 10 });
    const { id } = (await tie()).body.data;
    await call('PATCH', 'policy', { id: policyId, threshold: 6, allClearMinutes: 20 });
    const [before] = (await call('GET', 'location')).body.data;
    expect(before).toMatchObject({
      radius1: 10,
      allClearMinutes: 30,
      policy: { overwritten: true, effective: { radius1: 6, allClearMinutes: 20 } },
    });
    const at = server.clock.now();
    await server.batch(at - 3_600_000, at);
    const delay = await call('GET', `location/Delay/${id}`);
    expect(delay.body.data).toMatchObject({ allClearMinutes: 20, zones: [{ zone: 1, radiusMiles: 6 }] });
    await call('POST', 'location/Update', { id, label: 'Field 2' });
    const [after] = (await call('GET', 'location')).body.data;
    expect(after).toMatchObject({ radius1: 6, allClearMinutes: 20, policy: { overwritten: false } });
  });

  test('a custom location, and a place of another group, stay as saved', async () => {
    await call('POST', 'organizationLocation/Sites', { organizationLocationId: stadium, sites: [trainers] });
    await add({ ...lightning, allGroups: false, sites: [coaches] });
    await tie({ radius1: 5 });
    await call('POST', 'location/Add', { label: 'Mine', latitude: 28, longitude: -82, radius1: 7 });
    const locations = (await call('GET', 'location')).body.data;
    expect(
      locations.map((location: contract.Location) => [location.radius1, location.policy.timerLocked]),
    ).toEqual(
      expect.arrayContaining([
        [5, false],
        [7, false],
      ]),
    );
  });
});

describe('trying a policy on the past', () => {
  test('says when it would have warned, and saves nothing', async () => {
    const at = server.clock.now();
    const minute = 60_000;
    await server.batch(at - 300 * minute, at - 200 * minute, [
      { at: at - 210 * minute, latitude: 28.05, longitude: -82 },
    ]);
    await server.batch(at - 200 * minute, at);
    const body = {
      ...lightning,
      from: new Date(at - 240 * minute).toISOString(),
      to: new Date(at).toISOString(),
    };
    const { status, body: answer } = await call('POST', 'policy/Backtest', body);
    expect(status, JSON.stringify(answer)).toBe(200);
    expect(() => contract.success(contract.tryPolicy.data).parse(answer)).not.toThrow();
    const iso = (minutes: number) => new Date(at - minutes * minute).toISOString();
    expect(answer.data.locations).toMatchObject([
      {
        organizationLocationId: stadium,
        stoppedMinutes: 30,
        warnings: 1,
        events: [
          { event: 'started', at: iso(210) },
          { event: 'all-clear', at: iso(180) },
        ],
      },
    ]);
    expect(answer.data.locations[0].observedShare).toBeCloseTo(1);
    expect((await call('GET', 'policy')).body.data).toEqual([]);
  });

  test.each([
    ['an end before its begin', { from: '2026-06-06T10:00:00Z', to: '2026-06-06T09:00:00Z' }, 'From'],
    ['two months', { from: '2026-04-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }, 'From'],
    ['the future', { from: '2036-04-01T00:00:00Z', to: '2036-04-02T00:00:00Z' }, 'From'],
    ['a time that is none', { from: 'yesterday', to: '2026-06-01T00:00:00Z' }, 'From'],
    [
      'a threshold beyond the limit',
      { threshold: 99, from: '2026-06-06T09:00:00Z', to: '2026-06-06T10:00:00Z' },
      'Threshold',
    ],
  ])('%s is refused', async (_name, change, label) => {
    const { status, body } = await call('POST', 'policy/Backtest', { ...lightning, ...change });
    expect(status).toBe(400);
    expect(body.responseException.errors[label]).toHaveLength(1);
  });
});

describe('two editors', () => {
  test('of one policy: the second is refused with what the first changed; without a revision the last write wins', async () => {
    const policy = await add({ ...lightning, name: 'Inner' });
    expect(policy.revision).toBe(1);
    const first = await call('PATCH', 'policy', {
      id: policy.id,
      threshold: 9,
      allGroups: false,
      sites: [coaches, trainers],
      revision: policy.revision,
    });
    expect(first.body.data.policy).toMatchObject({ threshold: 9, revision: 2 });
    const second = await call('PATCH', 'policy', { id: policy.id, allClearMinutes: 45, revision: 1 });
    expect(second.status).toBe(409);
    expect(second.body.responseException).toMatchObject({
      code: 'conflict',
      message: 'Somebody else changed this policy meanwhile. Load it again to see what it says now.',
    });
    expect(Object.keys(second.body.responseException.errors)).toEqual(['AllGroups', 'Sites', 'Threshold']);
    const unbased = await call('PATCH', 'policy', { id: policy.id, allClearMinutes: 45 });
    expect(unbased.body.data.policy).toMatchObject({ threshold: 9, allClearMinutes: 45, revision: 3 });
    const onlyTimer = await call('PATCH', 'policy', { id: policy.id, threshold: 7, revision: 2 });
    expect(Object.keys(onlyTimer.body.responseException.errors)).toEqual(['AllClearMinutes']);
  });

  test('who save two zones at once cannot both pass the check of their order', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        call('POST', 'policy', { ...lightning, policyTypeShortName: 'LR1', threshold: 10 }),
        call('POST', 'policy', { ...lightning, policyTypeShortName: 'LR2', threshold: 8 }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const refused = answers.find(({ status }) => status === 400);
      expect(Object.keys(refused?.body.responseException.errors)).toEqual(['Threshold']);
      const saved = answers.find(({ status }) => status === 200);
      await call('DELETE', `policy/${saved?.body.data.id}`);
    }
  });

  test('who change two zones at once cannot both pass either', async () => {
    const inner = await add({ ...lightning, policyTypeShortName: 'LR1', threshold: 8 });
    const outer = await add({ ...lightning, policyTypeShortName: 'LR2', threshold: 20 });
    const answers = await Promise.all([
      call('PATCH', 'policy', { id: inner.id, threshold: 15 }),
      call('PATCH', 'policy', { id: outer.id, threshold: 12 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await call('GET', 'policy')).body.data).toHaveLength(2);
  });
});
