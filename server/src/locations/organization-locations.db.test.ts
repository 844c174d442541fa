import { beforeEach, describe, expect, test } from 'vitest';
import { ask, startAt } from '../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

let stadium: string;
let gym: string;
let their: string;

openTwoOrganizations('Lakeside', 'Hillside');
beforeEach(async () => {
  const [first, second, third] = await server.store.db
    .insertInto('organization_locations')
    .values(
      [
        [ours.organizationId, 'Stadium'],
        [ours.organizationId, 'Gym'],
        [theirs.organizationId, 'Court'],
      ].map(([organization_id, name]) => ({
        ...{ organization_id: organization_id!, name: name!, address: `${name} Road 1` },
        latitude: 28,
        longitude: -82,
        created_at: new Date(startAt),
      })),
    )
    .returning('id')
    .execute();
  [stadium, gym, their] = [first!.id, second!.id, third!.id];
});

const call = (method: 'GET' | 'POST', path: string, key: string, body?: unknown) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body === undefined ? {} : { body }) });
const names = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.body.data.map(({ name }: { name: string }) => name);
const save = (userId: string, body: unknown, key = ours.people.admin.key) =>
  call('POST', `location/Update/OrganizationLocation/${userId}`, key, body);
const locationsOf = async (userId: string) =>
  (await call('GET', `location/user/${userId}`, ours.people.admin.key)).body.data;
const addGroup = async (name: string, users: string[] = []) => {
  const { body } = await call('POST', 'site/add', ours.people.admin.key, { name, users });
  return body.data.id as string;
};

describe('organization and its locations by id', () => {
  test('Customer/{id} answers as Customer does; another organization does not exist', async () => {
    const { key } = ours.people.customer;
    const own = await call('GET', `Customer/${ours.organizationId.toUpperCase()}`, key);
    expect(own.status).toBe(200);
    expect(own.body).toEqual((await call('GET', 'Customer', key)).body);
    for (const id of [theirs.organizationId, nobody, 'nonsense'])
      expect((await call('GET', `Customer/${id}`, key)).status).toBe(404);
  });

  test('organizationLocation/customer/{id} answers as organizationLocation does; not for another organization', async () => {
    const { key } = ours.people.customer;
    const own = await call('GET', `organizationLocation/customer/${ours.organizationId}`, key);
    expect(names(own)).toEqual(['Gym', 'Stadium']);
    expect(own.body).toEqual((await call('GET', 'organizationLocation', key)).body);
    for (const id of [theirs.organizationId, nobody, 'nonsense'])
      expect((await call('GET', `organizationLocation/customer/${id}`, key)).status).toBe(404);
  });

  test('usesNewPolicy is the same for an organization location and the locations that are tied to it', async () => {
    const { key, id } = ours.people.admin;
    await save(id, [{ organizationLocationId: stadium }, { organizationLocationId: gym }]);
    const flags = async () => ({
      ofOrganization: (await call('GET', 'organizationLocation', key)).body.data.map(
        (one: { id: string; usesNewPolicy: boolean }) => [one.id, one.usesNewPolicy],
      ),
      ofUser: (await call('GET', 'location', key)).body.data.map(
        (one: { organizationLocationId: string; usesNewPolicy: boolean }) => [
          one.organizationLocationId,
          one.usesNewPolicy,
        ],
      ),
    });
    const none = [
      [gym, false],
      [stadium, false],
    ];
    expect(await flags()).toEqual({ ofOrganization: none, ofUser: none });
    const group = await addGroup('Coaches', [ours.people.customer.id]);
    await call('POST', 'organizationLocation/Sites', key, {
      organizationLocationId: stadium,
      sites: [group],
    });
    const other = await addGroup('Trainers');
    await call('POST', 'organizationLocation/Sites', key, { organizationLocationId: gym, sites: [other] });
    const policy = { policyTypeShortName: 'LR1', threshold: 8, sites: [group], allClearMinutes: 30 };
    expect((await call('POST', 'policy', key, policy)).status).toBe(200);
    const after = await flags();
    expect(after.ofUser).toEqual(after.ofOrganization);
    expect(after.ofOrganization).toEqual([
      [gym, false],
      [stadium, true],
    ]);
  });
});

describe('the organization locations of a person', () => {
  test('are those that the person has saved: for the person, and for admins who may see the person', async () => {
    const { people } = ours;
    expect((await save(people.customer.id, [{ organizationLocationId: stadium }])).status).toBe(200);
    const path = `organizationLocation/user/${people.customer.id}`;
    for (const role of ['customer', 'admin', 'super-admin'] as const)
      expect(names(await call('GET', path, people[role].key)), role).toEqual(['Stadium']);
    expect((await call('GET', path, people['assistant-admin'].key)).status).toBe(404);
    await addGroup('Coaches', [people.customer.id, people['assistant-admin'].id]);
    expect(names(await call('GET', path, people['assistant-admin'].key))).toEqual(['Stadium']);
    const ofAdmin = `organizationLocation/user/${people.admin.id}`;
    expect((await call('GET', ofAdmin, people.customer.key)).status).toBe(403);
    expect(names(await call('GET', ofAdmin, people.admin.key))).toEqual([]);
  });

  test('another organization’s people do not exist', async () => {
    const { key } = theirs.people['super-admin'];
    const { customer, 'notification-only': notified } = ours.people;
    const asked = await Promise.all([
      call('GET', `organizationLocation/user/${customer.id}`, key),
      call('GET', `organizationLocation/NotiUser/${notified.id}`, key),
      save(customer.id, [], key),
      save(ours.people.admin.id, [{ organizationLocationId: their }]),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('notification-only users have their own call, and the header NotificationOnlyUser names one', async () => {
    const { admin, customer, 'notification-only': notified } = ours.people;
    expect((await save(notified.id, [{ organizationLocationId: gym }])).status).toBe(200);
    expect(names(await call('GET', `organizationLocation/NotiUser/${notified.id}`, admin.key))).toEqual([
      'Gym',
    ]);
    expect((await call('GET', `organizationLocation/NotiUser/${notified.id}`, customer.key)).status).toBe(
      403,
    );
    expect((await call('GET', `organizationLocation/NotiUser/${customer.id}`, admin.key)).status).toBe(404);
    expect((await call('GET', `organizationLocation/user/${notified.id}`, admin.key)).status).toBe(404);
    const listed = (await call('GET', 'notificationuser', admin.key)).body.data;
    expect(listed).toMatchObject([{ id: notified.id, roleId: -1, roleHierarchy: 5, orgLocations: [gym] }]);
    const withHeader = (userId: string) =>
      ask(server.app, 'GET', `/api/location/user/${userId}`, {
        key: admin.key,
        headers: { NotificationOnlyUser: '' },
      });
    expect((await withHeader(notified.id)).body.data).toMatchObject([{ label: 'Gym' }]);
    expect((await withHeader(customer.id)).status).toBe(404);
  });
});

describe('saving the locations of a person', () => {
  test('adds preloaded locations, changes what the list names, removes the others and keeps custom ones', async () => {
    const { customer } = ours.people;
    await call('POST', 'location/Add', customer.key, { label: 'Backyard', latitude: 29, longitude: -82 });
    const added = await save(customer.id, [{ organizationLocationId: stadium }]);
    expect(added.body.data.message).toBe('Locations saved');
    expect(
      added.body.data.locations.find(({ label }: { label: string }) => label === 'Stadium'),
    ).toMatchObject({
      userId: customer.id,
      organizationLocationId: stadium,
      locationName: 'Stadium Road 1',
      radius1: 10,
      radius2: 20,
      radius3: 30,
      radius4: 0,
      allClearMinutes: 30,
      flags: 2,
      forecastLocation: false,
      timeZone: 'America/New_York',
    });
    await save(customer.id, [{ organizationLocationId: stadium, radius1: 5, label: 'Home field' }]);
    await save(customer.id, [{ organizationLocationId: stadium }, { organizationLocationId: gym }]);
    expect(await locationsOf(customer.id)).toMatchObject([
      { label: 'Backyard' },
      { label: 'Gym' },
      { label: 'Home field', radius1: 5, radius2: 20 },
    ]);
    await save(customer.id, [{ organizationLocationId: gym }]);
    expect(await locationsOf(customer.id)).toMatchObject([{ label: 'Backyard' }, { label: 'Gym' }]);
  });

  test('is for admins, and for people of a lower rank than the caller', async () => {
    const { people } = ours;
    const list = [{ organizationLocationId: stadium }];
    expect((await save(people.customer.id, list, people.customer.key)).status).toBe(403);
    expect((await save(people['super-admin'].id, list, people.admin.key)).status).toBe(403);
    expect((await save(people.admin.id, list, people.admin.key)).status).toBe(200);
    await addGroup('Coaches', [people.customer.id, people['assistant-admin'].id, people['super-admin'].id]);
    expect((await save(people.customer.id, list, people['assistant-admin'].key)).status).toBe(200);
    expect((await save(people['super-admin'].id, list, people['assistant-admin'].key)).status).toBe(403);
  });

  test('errors count the list from 1, and nothing of a refused list is stored', async () => {
    const { customer } = ours.people;
    const refused = await save(customer.id, [
      { organizationLocationId: stadium },
      { organizationLocationId: gym, radius1: 51 },
      { organizationLocationId: stadium },
    ]);
    expect([refused.status, refused.body.responseException.errors]).toEqual([
      400,
      {
        'Locations[2].Radius1': ['Radius can be at most 50 miles'],
        'Locations[3].OrganizationLocationId': ['This location is listed twice'],
      },
    ]);
    const nameless = await save(customer.id, [{}]);
    expect(nameless.body.responseException.errors).toEqual({
      '1.organizationLocationId': ['1.organizationLocationId is required'],
    });
    expect((await save(customer.id, [{ organizationLocationId: nobody }])).status).toBe(404);
    expect(await locationsOf(customer.id)).toEqual([]);
  });

  test('an entry that is based on an older revision is refused, with the whole list', async () => {
    const { customer } = ours.people;
    const [before] = (await save(customer.id, [{ organizationLocationId: stadium }])).body.data.locations;
    await save(customer.id, [{ organizationLocationId: stadium, radius1: 6, revision: before.revision }]);
    const stale = await save(customer.id, [
      { organizationLocationId: gym },
      { organizationLocationId: stadium, radius1: 7, revision: before.revision },
    ]);
    expect([stale.status, Object.keys(stale.body.responseException.errors)]).toEqual([409, ['Radius1']]);
    expect(await locationsOf(customer.id)).toMatchObject([{ label: 'Stadium', radius1: 6 }]);
  });
});

describe('the forecast location', () => {
  const choose = (id: string, key: string, body?: object) =>
    call('POST', `location/Update/ForecastLocation/${id}`, key, body);
  const add = async (label: string, key: string) =>
    (await call('POST', 'location/Add', key, { label, latitude: 28, longitude: -82 })).body.data.id as string;

  test('is one of the caller’s own: the mark moves from the one before', async () => {
    const { customer } = ours.people;
    const [east, west] = [await add('East', customer.key), await add('West', customer.key)];
    expect((await choose(east, customer.key)).body.data).toMatchObject({
      id: east,
      forecastLocation: true,
      message: 'Location updated',
    });
    expect((await choose(west, customer.key, {})).status).toBe(200);
    expect(await locationsOf(customer.id)).toMatchObject([
      { label: 'East', forecastLocation: false },
      { label: 'West', forecastLocation: true },
    ]);
  });

  test('of two choices at once one is left', async () => {
    const { customer } = ours.people;
    const ids = [await add('East', customer.key), await add('West', customer.key)];
    await Promise.all(ids.map((id) => choose(id, customer.key)));
    const marked = (await locationsOf(customer.id)).filter(
      ({ forecastLocation }: { forecastLocation: boolean }) => forecastLocation,
    );
    expect(marked).toHaveLength(1);
  });

  test('is refused on an older revision, to others, and to another organization', async () => {
    const { customer, admin } = ours.people;
    const id = await add('East', customer.key);
    await choose(id, customer.key);
    expect((await choose(id, customer.key, { revision: 1 })).status).toBe(409);
    expect((await choose(id, admin.key)).status).toBe(403);
    expect((await choose(id, theirs.people.admin.key)).status).toBe(404);
    expect((await choose(nobody, customer.key)).status).toBe(404);
  });
});
