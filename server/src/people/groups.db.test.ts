import type { Role } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import { type Change, listen } from '../platform/change-feed/change-feed.store.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

type Organization = Awaited<ReturnType<TestServer['organization']>>;
let server: TestServer;
let ours: Organization;
let theirs: Organization;
let key: string;
let theirGroup: string;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
  theirs = await server.organization('Their District');
  theirGroup = (await post('site/add', { name: 'Their coaches' }, theirs.people.admin.key)).body.data.id;
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  ours = await server.organization(`District ${counter}`);
  key = ours.people.admin.key;
});

const post = (path: string, body: object, as = key) =>
  ask(server.app, 'POST', `/api/${path}`, { key: as, body });
const get = async (path: string, as = key) => ask(server.app, 'GET', `/api/${path}`, { key: as });
const add = async (body: object, as = key): Promise<string> =>
  (await post('site/add', body, as)).body.data.id;
const place = async (organizationId: string, name = 'Field'): Promise<string> =>
  (
    await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: organizationId, name, latitude: 28, longitude: -82, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const errorsOf = (answer: { body: { responseException: { errors?: Record<string, string[]> } } }) =>
  answer.body.responseException.errors ?? {};

describe('a user group', () => {
  test('begins with the default times and the time zone of most locations', async () => {
    const { body, status } = await post('site/add', { name: '  Coaches ' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      message: 'Created user group',
      site: {
        name: 'Coaches',
        customerId: ours.organizationId,
        timeZone: 'America/Chicago',
        users: [],
        notificationUsers: [],
        policies: 0,
      },
    });
    expect(body.data.site.alertTimes).toHaveLength(7);
    expect(body.data.site.alertTimes[0]).toEqual({
      id: `${body.data.id}-0`,
      day: 0,
      startTime: '05:00:00',
      endTime: '23:00:00',
      allDay: false,
      enabled: true,
    });
    await post('location/Add', { label: 'Stadium', latitude: 28, longitude: -82 });
    expect((await post('site/add', { name: 'Trainers' })).body.data.site.timeZone).toBe('America/New_York');
  });

  test('keeps exactly the days that it was given; an end before the start is overnight, 00:00 to 00:00 is all day', async () => {
    const night = { day: 5, startTime: '22:00:00', endTime: '06:00:00', allDay: false, enabled: true };
    const midnight = { day: 1, startTime: '00:00:00', endTime: '00:00:00', allDay: false, enabled: true };
    const id = await add({ name: 'Night shift', timeZone: 'Mountain', alertTimes: [night, midnight] });
    const { alertTimes, timeZone } = (await get(`site/${id}`)).body.data;
    expect(timeZone).toBe('America/Denver');
    expect(alertTimes).toEqual([
      { ...midnight, allDay: true, id: `${id}-1` },
      { ...night, id: `${id}-5` },
    ]);
    await post('site/update', { id, alertTimes: [] });
    expect((await get(`site/${id}`)).body.data.alertTimes).toHaveLength(7);
  });

  test('changes in what the body names and in nothing else', async () => {
    const { assistant, customer } = {
      assistant: ours.people['assistant-admin'].id,
      customer: ours.people.customer.id,
    };
    const notifiedUser = ours.people['notification-only'].id;
    const location = await place(ours.organizationId);
    const id = await add({
      name: 'Coaches',
      users: [assistant, customer, customer],
      notificationUsers: [notifiedUser],
      organizationLocations: [location],
    });
    const changed = await post('site/update', { id, name: 'COACHES' });
    expect(changed.body.data).toMatchObject({
      id,
      message: 'Upated user group',
      site: {
        name: 'COACHES',
        users: [assistant, customer].sort(),
        notificationUsers: [notifiedUser],
        organizationLocations: [location],
      },
    });
    await post('site/update', { id, users: [customer.toUpperCase()], organizationLocations: [] });
    expect((await get(`site/${id}`)).body.data).toMatchObject({
      users: [customer],
      notificationUsers: [notifiedUser],
      organizationLocations: [],
    });
  });

  test('takes a person from the group that they were in', async () => {
    const { customer } = ours.people;
    const first = await add({ name: 'First', users: [customer.id] });
    const second = await add({ name: 'Second', users: [customer.id] });
    expect((await get(`site/${first}`)).body.data.users).toEqual([]);
    expect((await get(`site/${second}`)).body.data.users).toEqual([customer.id]);
    expect((await get('site/user', customer.key)).body.data).toMatchObject([{ id: second, name: 'Second' }]);
    expect((await get('site/user')).body.data).toEqual([]);
  });

  test('counts the policies that tell it', async () => {
    const id = await add({ name: 'Coaches' });
    const policy = (allGroups: boolean, deleted: boolean) =>
      server.store.db
        .insertInto('policies')
        .values({
          organization_id: ours.organizationId,
          type_short_name: 'LR1',
          name: '',
          threshold: 10,
          all_clear_minutes: 30,
          re_alert_minutes: 10,
          all_groups: allGroups,
          created_at: new Date(),
          updated_at: new Date(),
          deleted_at: deleted ? new Date() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    await policy(true, false);
    await policy(true, true);
    await policy(false, false);
    const own = await policy(false, false);
    await server.store.db
      .insertInto('policy_groups')
      .values({ policy_id: own.id, group_id: id, organization_id: ours.organizationId })
      .execute();
    expect((await get(`site/${id}`)).body.data.policies).toBe(2);
  });

  test('is deleted only when nobody and nothing belongs to it', async () => {
    const location = await place(ours.organizationId);
    const id = await add({
      name: 'Coaches',
      users: [ours.people.customer.id],
      organizationLocations: [location],
    });
    const remove = () => post(`site/delete/${id}`, {});
    expect((await remove()).body.responseException).toMatchObject({
      code: 'conflict',
      message: 'Cannot delete a group assigned to one or more locations.',
    });
    await post('site/update', { id, organizationLocations: [] });
    const withUsers = await remove();
    expect(withUsers.status).toBe(409);
    expect(withUsers.body.responseException.message).toBe('Remove all users from this group first.');
    await post('site/update', { id, users: [] });
    expect((await remove()).body.data).toEqual({ id, message: 'Deleted user group' });
    expect((await remove()).status).toBe(404);
    expect((await get(`site/${id}`)).status).toBe(404);
  });

  test('tells the other processes that policies reach other people now', async () => {
    const heard: Change[] = [];
    const listener = await listen(server.store.url, {
      onChange: (published) => void heard.push(published),
      onGap: () => {},
      onError: () => {},
    });
    try {
      const about = () =>
        heard.filter(
          (published) => published.topic === 'policies' && published.ids?.includes(ours.organizationId),
        ).length;
      const id = await add({ name: 'Coaches' });
      await expect.poll(about).toBe(1);
      await post('site/update', { id, name: 'Trainers' });
      await post('organizationLocation/Sites', {
        organizationLocationId: await place(ours.organizationId),
        sites: [],
      });
      await post(`site/delete/${id}`, {});
      await expect.poll(about).toBe(4);
    } finally {
      await listener.close();
    }
  });
});

describe('bad input is refused under its field and leaves nothing behind', () => {
  const time = { day: 1, startTime: '08:00:00', endTime: '17:00:00', allDay: false, enabled: true };

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'Name'],
    ['a script in the name', { name: '<script>alert(1)</script>' }, 'Name'],
    ['a NUL in the name', { name: 'Coaches\0' }, 'Name'],
    ['a name that is no text', { name: 7 }, 'Name'],
    ['an unknown time zone', { timeZone: 'Central Park' }, 'TimeZone'],
    ['an offset for a time zone', { timeZone: '+05:00' }, 'TimeZone'],
    [
      'a start that equals the end',
      { alertTimes: [{ ...time, endTime: '08:00:00' }] },
      'AlertTimes[1].StartTime',
    ],
    [
      'a start off the half hour',
      { alertTimes: [{ ...time, startTime: '08:15:00' }] },
      'AlertTimes[1].StartTime',
    ],
    [
      'a start that is no time',
      { alertTimes: [{ ...time, startTime: '25:00:00' }] },
      'AlertTimes[1].StartTime',
    ],
    ['an end off the half hour', { alertTimes: [{ ...time, endTime: '17:10:00' }] }, 'AlertTimes[1].EndTime'],
    ['a day twice', { alertTimes: [time, time] }, 'AlertTimes[1].Day'],
    ['an eighth day', { alertTimes: [{ ...time, day: 7 }] }, 'AlertTimes.1.day'],
    ['a user whom nobody knows', { users: [nobody] }, 'Users'],
    ['a user id that is none', { users: ["'; drop table users; --"] }, 'Users'],
    ['a notification user whom nobody knows', { notificationUsers: [nobody] }, 'NotificationUsers'],
    ['a location that nobody knows', { organizationLocations: [nobody] }, 'OrganizationLocations'],
  ])('%s', async (_name, change, label) => {
    const id = await add({ name: 'Coaches', users: [ours.people.customer.id] });
    const before = (await get(`site/${id}`)).body.data;
    for (const answer of [
      await post('site/add', { name: 'Trainers', ...change }),
      await post('site/update', { id, name: 'Trainers', ...change }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.responseException.code).toBe('bad-input');
      expect(Object.keys(errorsOf(answer))).toEqual([label]);
    }
    expect((await get('site')).body.data).toEqual([before]);
  });

  test('a name that another group has, in whatever case', async () => {
    const id = await add({ name: 'Trainers' });
    await add({ name: 'Café' });
    for (const name of ['trainers', 'TRAINERS ']) {
      const answer = await post('site/add', { name });
      expect(answer.status).toBe(409);
      expect(errorsOf(answer).Name).toHaveLength(1);
    }
    const renamed = await post('site/update', { id, name: 'CAFE\u0301', users: [ours.people.customer.id] });
    expect(renamed.status).toBe(409);
    expect((await get(`site/${id}`)).body.data).toMatchObject({ name: 'Trainers', users: [] });
    // Another organization's names are its own.
    expect((await post('site/add', { name: 'Their coaches' })).status).toBe(200);
  });

  test('people of the other kind are no members', async () => {
    const { customer, 'notification-only': notifiedUser } = ours.people;
    expect(errorsOf(await post('site/add', { name: 'A', users: [notifiedUser.id] })).Users).toHaveLength(1);
    expect(
      errorsOf(await post('site/add', { name: 'A', notificationUsers: [customer.id] })).NotificationUsers,
    ).toHaveLength(1);
  });
});

describe('another organization', () => {
  test('has groups, people and places that do not exist here', async () => {
    const id = await add({ name: 'Coaches' });
    const theirPlace = await place(theirs.organizationId);
    const ourPlace = await place(ours.organizationId);
    const refusals: [string, { status: number; body: unknown }, { status: number; body: unknown }][] = [
      ['one', await get(`site/${theirGroup}`), await get(`site/${nobody}`)],
      [
        'update',
        await post('site/update', { id: theirGroup, name: 'Ours' }),
        await post('site/update', { id: nobody, name: 'Ours' }),
      ],
      ['delete', await post(`site/delete/${theirGroup}`, {}), await post(`site/delete/${nobody}`, {})],
      [
        'user',
        await post('site/update', { id, users: [theirs.people.customer.id] }),
        await post('site/update', { id, users: [nobody] }),
      ],
      [
        'place',
        await post('site/update', { id, organizationLocations: [theirPlace] }),
        await post('site/update', { id, organizationLocations: [nobody] }),
      ],
      [
        'groups of a place',
        await get(`organizationLocation/Sites/${theirPlace}`),
        await get(`organizationLocation/Sites/${nobody}`),
      ],
      [
        'a group of a place',
        await post('organizationLocation/Sites', { organizationLocationId: ourPlace, sites: [theirGroup] }),
        await post('organizationLocation/Sites', { organizationLocationId: ourPlace, sites: [nobody] }),
      ],
      [
        'a place of a group',
        await post('organizationLocation/Sites', { organizationLocationId: theirPlace, sites: [id] }),
        await post('organizationLocation/Sites', { organizationLocationId: nobody, sites: [id] }),
      ],
      [
        'no groups of a place',
        await ask(server.app, 'DELETE', `/api/organizationLocation/Sites/${theirPlace}`, { key }),
        await ask(server.app, 'DELETE', `/api/organizationLocation/Sites/${nobody}`, { key }),
      ],
    ];
    for (const [what, theirsAnswer, nothingsAnswer] of refusals) {
      expect([400, 404], what).toContain(theirsAnswer.status);
      expect(theirsAnswer, what).toMatchObject({
        status: nothingsAnswer.status,
        body: nothingsAnswer.body as object,
      });
    }
    expect((await get('site')).body.data.map((site: { id: string }) => site.id)).toEqual([id]);
    expect((await get(`site/${theirGroup}`, theirs.people.admin.key)).body.data.name).toBe('Their coaches');
  });
});

describe('roles', () => {
  test('decide who may look and who may change', async () => {
    const id = await add({ name: 'Coaches' });
    const location = await place(ours.organizationId);
    const calls: [
      string,
      () => Promise<{ status: number }>,
      Record<Exclude<Role, 'notification-only'>, number>,
    ][] = [];
    const row = (
      name: string,
      call: (as: string) => Promise<{ status: number }>,
      statuses: [number, number, number, number],
    ) => {
      for (const [index, role] of (
        ['super-admin', 'admin', 'assistant-admin', 'customer'] as const
      ).entries()) {
        calls.push([
          `${name} as ${role}`,
          () => call(ours.people[role].key),
          { [role]: statuses[index] } as never,
        ]);
      }
    };
    row('list', (as) => get('site', as), [200, 200, 200, 403]);
    row('own', (as) => get('site/user', as), [200, 200, 200, 200]);
    row('one', (as) => get(`site/${id}`, as), [200, 200, 404, 403]);
    row('add', (as) => post('site/add', { name: `Group ${as.slice(-6)}` }, as), [200, 200, 403, 403]);
    row('update', (as) => post('site/update', { id, name: 'Coaches' }, as), [200, 200, 404, 403]);
    row('delete', (as) => post(`site/delete/${nobody}`, {}, as), [404, 404, 403, 403]);
    row('groups of a place', (as) => get(`organizationLocation/Sites/${location}`, as), [200, 200, 200, 200]);
    row(
      'set groups of a place',
      (as) => post('organizationLocation/Sites', { organizationLocationId: location, sites: [id] }, as),
      [200, 200, 403, 403],
    );
    row(
      'unset groups of a place',
      (as) => ask(server.app, 'DELETE', `/api/organizationLocation/Sites/${location}`, { key: as }),
      [200, 200, 403, 403],
    );
    for (const [name, call, expected] of calls)
      expect((await call()).status, name).toBe(Object.values(expected)[0]);
  });

  test('an Assistant Admin lives in the own group', async () => {
    const { 'assistant-admin': assistant, customer } = ours.people;
    const other = await add({ name: 'Other', users: [customer.id] });
    expect((await get('site', assistant.key)).body.data).toEqual([]);
    const id = await add({ name: 'Own', users: [assistant.id] });
    expect((await get('site', assistant.key)).body.data.map((site: { id: string }) => site.id)).toEqual([id]);
    expect((await get(`site/${other}`, assistant.key)).status).toBe(404);

    const { organizationLocations, ...site } = (await get(`site/${id}`, assistant.key)).body.data;
    const changed = await post(
      'site/update',
      { ...site, organizationLocations, name: 'Our own', timeZone: 'Eastern' },
      assistant.key,
    );
    expect(changed.body.data.site).toMatchObject({
      name: 'Our own',
      timeZone: 'America/New_York',
      users: [assistant.id],
    });
    // No person, known or unknown, and no place is moved in or out.
    for (const users of [[], [assistant.id, customer.id], [assistant.id, nobody]]) {
      expect(errorsOf(await post('site/update', { id, users }, assistant.key)).Users).toEqual([
        'Only an administrator can change who belongs to a group',
      ]);
    }
    expect(
      errorsOf(
        await post(
          'site/update',
          { id, organizationLocations: [await place(ours.organizationId)] },
          assistant.key,
        ),
      ).OrganizationLocations,
    ).toHaveLength(1);
    expect((await get(`site/${id}`)).body.data).toMatchObject({
      users: [assistant.id],
      organizationLocations: [],
    });
  });
});

test('the groups of a location are set, replaced and taken away', async () => {
  const [a, b] = [await add({ name: 'B group' }), await add({ name: 'A group' })];
  const location = await place(ours.organizationId);
  const path = `organizationLocation/Sites/${location}`;
  expect((await get(path)).body.data).toEqual([]);
  await post('organizationLocation/Sites', { organizationLocationId: location, sites: [a, b, a] });
  expect((await get(path)).body.data).toEqual([
    { id: b, name: 'A group' },
    { id: a, name: 'B group' },
  ]);
  expect((await get(`site/${a}`)).body.data.organizationLocations).toEqual([location]);
  const refused = await post('organizationLocation/Sites', {
    organizationLocationId: location,
    sites: [a, nobody],
  });
  expect(errorsOf(refused).Sites).toHaveLength(1);
  expect((await get(path)).body.data).toHaveLength(2);
  await post('organizationLocation/Sites', { organizationLocationId: location, sites: [a] });
  expect((await get(path)).body.data).toEqual([{ id: a, name: 'B group' }]);
  expect((await ask(server.app, 'DELETE', `/api/${path}`, { key })).status).toBe(200);
  expect((await get(path)).body.data).toEqual([]);
});

test('of changes at once each is whole', async () => {
  const people = [ours.people.admin.id, ours.people.customer.id, ours.people['assistant-admin'].id];
  const [a, b] = [await add({ name: 'A' }), await add({ name: 'B' })];
  const locations = await Promise.all(
    ['one', 'two', 'three'].map((name) => place(ours.organizationId, name)),
  );
  const versions = Array.from({ length: 12 }, (_, index) => ({
    id: index % 2 === 0 ? a : b,
    name: `Version ${index}`,
    users: people.filter((_id, bit) => ((index + 1) >> bit) & 1).sort(),
    organizationLocations: locations.filter((_id, bit) => ((index + 3) >> bit) & 1).sort(),
  }));
  const answers = await Promise.all([
    ...versions.map((version) => post('site/update', version)),
    post('site/update', { id: a, name: 'Half', users: [people[0], nobody] }),
    post(`site/delete/${b}`, {}),
  ]);
  expect(answers.slice(0, 12).every((answer) => answer.status === 200 || answer.status === 404)).toBe(true);
  expect(answers[12]!.status).toBe(400);
  const sites = (await get('site')).body.data as {
    id: string;
    name: string;
    users: string[];
    organizationLocations: string[];
  }[];
  const belongings = sites.flatMap((site) => site.users);
  expect(new Set(belongings).size).toBe(belongings.length);
  for (const site of sites) {
    const version = versions.find((one) => one.name === site.name)!;
    expect(site.organizationLocations).toEqual(version.organizationLocations);
    // People may have moved to the other group since; only named people were added.
    expect(site.users.every((id) => version.users.includes(id))).toBe(true);
  }
  // The last stored change is complete.
  expect(
    sites.some((site) =>
      versions.some((version) => version.name === site.name && version.users.join() === site.users.join()),
    ),
  ).toBe(true);
});
