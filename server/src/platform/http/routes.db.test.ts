import * as contract from '@allclear/contract';
import { type Route, success } from '@allclear/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';

const routes = (Object.values(contract) as unknown[]).filter(
  (entry): entry is Route =>
    typeof entry === 'object' && entry !== null && 'needs' in entry && 'path' in entry,
);
const nobody = '00000000-0000-4000-8000-000000000000';
const somewhere = {
  label: 'Stadium',
  locationName: 'Tampa, FL',
  latitude: 28,
  longitude: -82,
  radius1: 10,
  radius2: 20,
  radius3: 30,
};

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;

beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  theirs = await server.organization('Their District', ['fourth_lightning_zone.support']);
});
afterAll(() => server.close());

const add = async (key: string, body: object = somewhere) =>
  (await ask(server.app, 'POST', '/api/location/Add', { key, body })).body.data.id as string;

describe('every route', () => {
  test('is known to the contract and served', () => {
    expect(routes.length).toBeGreaterThanOrEqual(16);
    for (const route of routes)
      expect(server.app.hasRoute({ method: route.method, url: `/api/${route.path}` }), route.path).toBe(true);
  });

  test.each(
    routes
      .filter((route) => route.needs !== 'public')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )(
    '%s answers 401 without credentials and with wrong ones, before it looks at anything else',
    async (_name, route) => {
      const url = `/api/${route.path.replaceAll(/:\w+/g, nobody)}`;
      for (const headers of [
        {},
        { authorization: 'Bearer ack_wrong' },
        { authorization: 'Bearer not.a.token' },
        { authorization: 'Basic eA==' },
      ]) {
        const answer = await server.app.inject({
          method: route.method,
          url,
          headers,
          payload: route.method === 'POST' ? 'not json' : undefined,
        });
        expect(answer.statusCode).toBe(401);
        expect(answer.json().responseException.code).toBe('not-signed-in');
      }
    },
  );

  test.each(
    routes
      .filter((route) => route.needs !== 'public')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('%s answers 403 to a person who only receives notifications', async (_name, route) => {
    const url = `/api/${route.path.replaceAll(/:\w+/g, nobody)}`;
    const answer = await server.app.inject({
      method: route.method,
      url,
      headers: { authorization: `Bearer ${ours.people['notification-only'].key}` },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('locations', () => {
  test('are added with defaults, found, changed and deleted', async () => {
    const { key } = ours.people.customer;
    const added = await ask(server.app, 'POST', '/api/location/Add', {
      key,
      body: { label: ' Field 1 ', latitude: 28, longitude: -82 },
      headers: { ReturnLocation: '' },
    });
    expect(added.status).toBe(200);
    expect(added.body.data).toMatchObject({
      label: 'Field 1',
      radius1: 10,
      radius2: 0,
      allClearMinutes: 30,
      flags: 0,
      timeZone: 'America/New_York',
      message: 'Location added',
    });
    const { id } = added.body.data;
    expect(
      (await ask(server.app, 'GET', '/api/LOCATION', { key })).body.data.map((one: { id: string }) => one.id),
    ).toContain(id);
    const changed = await ask(server.app, 'POST', '/api/location/update', {
      key,
      body: { id, radius2: 25, label: 'Field 2' },
    });
    expect(changed.body.data).toMatchObject({ radius1: 10, radius2: 25, label: 'Field 2', latitude: 28 });
    expect((await ask(server.app, 'DELETE', `/api/location/${id}`, { key })).status).toBe(200);
    expect((await ask(server.app, 'DELETE', `/api/location/${id}`, { key })).status).toBe(404);
    expect((await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key })).status).toBe(404);
  });

  test('without the header ReturnLocation only the id and a message come back', async () => {
    const { body } = await ask(server.app, 'POST', '/api/location/Add', {
      key: ours.people.customer.key,
      body: somewhere,
    });
    expect(Object.keys(body.data).sort()).toEqual(['id', 'message']);
  });

  test.each<[string, object, string]>([
    ['no name', { label: '  ' }, 'Label'],
    ['a name of 10,000 characters', { label: 'x'.repeat(10_000) }, 'Label'],
    ['a name with markup', { label: '<img src=x onerror=alert(1)>' }, 'Label'],
    ['an address with markup', { locationName: '<script>' }, 'LocationName'],
    ['latitude 91', { latitude: 91 }, 'Latitude'],
    ['a latitude that is no number', { latitude: 'north' }, 'Latitude'],
    ['longitude −181', { longitude: -181 }, 'Longitude'],
    ['radius 51', { radius3: 51 }, 'Radius3'],
    ['a first zone that is off', { radius1: 0 }, 'Radius1'],
    ['a negative radius', { radius2: -1 }, 'Radius2'],
    ['zones out of order', { radius1: 20, radius2: 10 }, 'Radius2'],
    ['zones that are equal', { radius2: 10 }, 'Radius2'],
    ['flags beyond 31 bits', { flags: 99_999_999_999 }, 'Flags'],
    ['a timer of 5', { allClearMinutes: 5 }, 'AllClearMinutes'],
    ['a timer of 35', { allClearMinutes: 35 }, 'AllClearMinutes'],
    ['a timer of 70', { allClearMinutes: 70 }, 'AllClearMinutes'],
  ])('%s is refused with a sentence under its field', async (_name, change, label) => {
    const { status, body } = await ask(server.app, 'POST', '/api/location/Add', {
      key: ours.people.admin.key,
      body: { ...somewhere, ...change },
    });
    expect(status).toBe(400);
    expect(body.responseException.code).toBe('bad-input');
    expect(body.responseException.errors[label]).toHaveLength(1);
    expect(body.responseException.message).toBe(body.responseException.errors[label][0]);
  });

  test('a missing name, no body, broken JSON and 10 MB are refused', async () => {
    const { key } = ours.people.admin;
    const { label: _label, ...nameless } = somewhere;
    expect(
      (await ask(server.app, 'POST', '/api/location/Add', { key, body: nameless })).body.responseException
        .errors.Label,
    ).toBeDefined();
    const send = (payload: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/location/Add',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        payload,
      });
    expect((await send('')).statusCode).toBe(400);
    expect((await send('{"label":')).statusCode).toBe(400);
    expect((await send(JSON.stringify({ label: 'x'.repeat(10_000_000) }))).statusCode).toBe(413);
    expect((await ask(server.app, 'GET', '/api/location', { key })).status).toBe(200);
  });

  test('the fourth zone needs the entitlement', async () => {
    const body = { ...somewhere, radius4: 40 };
    expect(
      (await ask(server.app, 'POST', '/api/location/Add', { key: ours.people.customer.key, body })).status,
    ).toBe(200);
    const refused = await ask(server.app, 'POST', '/api/location/Add', {
      key: theirs.people.customer.key,
      body,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.responseException.errors.Radius4).toBeDefined();
  });

  test('type 1 can be neither renamed nor deleted, but its radii can change', async () => {
    const { key } = ours.people['assistant-admin'];
    const id = await add(key);
    await server.store.db.updateTable('locations').set({ type: 1 }).where('id', '=', id).execute();
    expect(
      (await ask(server.app, 'POST', '/api/location/Update', { key, body: { id, label: 'Other' } })).status,
    ).toBe(409);
    expect((await ask(server.app, 'DELETE', `/api/location/${id}`, { key })).status).toBe(409);
    expect(
      (
        await ask(server.app, 'POST', '/api/location/Update', {
          key,
          body: { id, label: 'Stadium', radius1: 12 },
        })
      ).status,
    ).toBe(200);
  });

  test('an organization location is tied once a person, and only the own organization’s', async () => {
    const place = { name: 'Campus', latitude: 28, longitude: -82, created_at: new Date(startAt) };
    const [own, other] = await Promise.all(
      [ours, theirs].map(({ organizationId }) =>
        server.store.db
          .insertInto('organization_locations')
          .values({ ...place, organization_id: organizationId })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),
    );
    const { key } = ours.people.admin;
    const tie = (organizationLocationId: string) =>
      ask(server.app, 'POST', '/api/location/Add', { key, body: { ...somewhere, organizationLocationId } });
    expect((await tie(own!.id)).status).toBe(200);
    expect((await tie(own!.id)).status).toBe(409);
    expect((await tie(other!.id)).status).toBe(404);
    expect((await tie('nonsense')).status).toBe(404);
    const listed = await ask(server.app, 'GET', '/api/organizationLocation', { key });
    expect(listed.body.data.map((one: { id: string }) => one.id)).toEqual([own!.id]);
  });
});

describe('tenancy', () => {
  test('another organization’s location does not exist', async () => {
    const id = await add(theirs.people.customer.key);
    for (const role of ['super-admin', 'admin', 'customer'] as const) {
      const { key } = ours.people[role];
      const asked = [
        await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key }),
        await ask(server.app, 'GET', `/api/location/LightningTape/${id}`, { key }),
        await ask(server.app, 'GET', `/api/observations/ForLocation/${id}`, { key }),
        await ask(server.app, 'POST', '/api/location/Update', { key, body: { id, label: 'Mine now' } }),
        await ask(server.app, 'DELETE', `/api/location/${id}`, { key }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      // Word for word what a location that never was answers.
      expect(asked[0]!.body).toEqual(
        (await ask(server.app, 'GET', `/api/location/Delay/${nobody}`, { key })).body,
      );
    }
    const { key } = ours.people.admin;
    const listed = await ask(server.app, 'GET', '/api/location/Delay', { key });
    expect(listed.body.data.map(({ locationId }: { locationId: string }) => locationId)).not.toContain(id);
    expect(listed.status).toBe(200);
    expect(
      (await ask(server.app, 'GET', `/api/location/user/${theirs.people.customer.id}`, { key })).status,
    ).toBe(404);
    expect(
      (await ask(server.app, 'GET', '/api/location', { key: theirs.people.customer.key })).body.data.some(
        (one: { id: string; label: string }) => one.id === id && one.label === 'Stadium',
      ),
    ).toBe(true);
  });

  test('within an organization an admin sees another’s locations and changes none; a customer sees none', async () => {
    const id = await add(ours.people.customer.key);
    const byUser = `/api/location/user/${ours.people.customer.id}`;
    expect((await ask(server.app, 'GET', byUser, { key: ours.people.admin.key })).status).toBe(200);
    expect((await ask(server.app, 'GET', byUser, { key: ours.people.customer.key })).status).toBe(200);
    expect((await ask(server.app, 'GET', byUser, { key: ours.people['assistant-admin'].key })).status).toBe(
      403,
    );
    expect(
      (await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key: ours.people.admin.key })).status,
    ).toBe(503);
    expect(
      (await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key: ours.people['assistant-admin'].key }))
        .status,
    ).toBe(404);
    expect(
      (
        await ask(server.app, 'POST', '/api/location/Update', {
          key: ours.people.admin.key,
          body: { id, label: 'x' },
        })
      ).status,
    ).toBe(403);
    expect(
      (await ask(server.app, 'DELETE', `/api/location/${id}`, { key: ours.people.admin.key })).status,
    ).toBe(403);
  });
});

describe('the rest of the API', () => {
  test.each([
    ['status', contract.getStatus, '/api/status'],
    ['the user', contract.getCurrentUser, '/api/User/Current'],
    ['the customer', contract.getOrganization, '/api/customer'],
    ['coverage', contract.hasCoverage, '/api/Location/HasCoverage/28/-82'],
    ['places', contract.searchPlaces, '/api/geocode/search?query=Tampa'],
    ['the nearest place', contract.reversePlace, '/api/geocode/reverse?latitude=27.95&longitude=-82.46'],
    [
      'clusters',
      contract.clusterStrikes,
      '/api/map/clusterstrikes?top=30&bottom=26&left=-84&right=-80&zoom=5&nonClusterLevel=8',
    ],
    ['strikes', contract.strikes, '/api/map/Strikes?top=30&bottom=26&left=-84&right=-80'],
    ['strike points', contract.listStrikePoints, '/api/map/StrikePoints?top=30&bottom=26&left=-84&right=-80'],
  ] as const)('%s has the shape of the contract', async (_name, route, url) => {
    const { status, body } = await ask(server.app, 'GET', url, { key: ours.people.admin.key });
    expect(status).toBe(200);
    expect(() => success(route.data).parse(body)).not.toThrow();
  });

  test.each([
    '/api/Location/HasCoverage/91/-82',
    '/api/Location/HasCoverage/x/-82',
    '/api/map/Strikes?top=30',
    '/api/map/Strikes?top=20&bottom=30&left=0&right=1',
    '/api/map/StrikePoints?top=20&bottom=30&left=0&right=1',
    `/api/map/StrikePoints?top=30&bottom=20&left=0&right=1&since=${'x'.repeat(61)}`,
    '/api/geocode/search?query=',
    '/api/Location/HasCoverage//-82',
    '/api/Location/HasCoverage/NaN/-82',
    '/api/map/Strikes?top=&bottom=26&left=-84&right=-80',
    '/api/location/Delay/%E0%A4%A',
  ])('%s is refused with 400', async (url) => {
    expect((await ask(server.app, 'GET', url, { key: ours.people.admin.key })).status).toBe(400);
  });

  test('a place without any feed is not covered, and has no lightning status', async () => {
    const { key } = ours.people.admin;
    expect((await ask(server.app, 'GET', '/api/Location/HasCoverage/35/139', { key })).body.data).toEqual({
      hasCoverage: false,
      lightning: [],
    });
    const id = await add(key, { ...somewhere, latitude: 35, longitude: 139 });
    const { status, body } = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
    expect([status, body.responseException.code]).toEqual([503, 'lightning-not-covered']);
    const tape = await ask(server.app, 'GET', `/api/location/LightningTape/${id}`, { key });
    expect([tape.status, tape.body.responseException.code]).toEqual([503, 'lightning-not-covered']);
  });

  test('an address that is nothing, and a method that is not offered, answer 404 in the envelope', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/status'],
    ] as const) {
      const { status, body } = await ask(server.app, method, url);
      expect([status, body.responseException.code]).toEqual([404, 'not-found']);
    }
  });

  test('answers carry the headers of a careful server', async () => {
    const { headers } = await ask(server.app, 'GET', '/api/status');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("object-src 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('OpenAPI describes every route', async () => {
    const { body } = await ask(server.app, 'GET', '/api/docs/json');
    for (const route of routes) {
      const path = `/api/${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
      expect(body.paths[path]?.[route.method.toLowerCase()]?.summary, path).toBe(route.summary);
    }
  });

  test('no key was logged', () => {
    const keys = [ours, theirs].flatMap(({ people }) => Object.values(people).map(({ key }) => key));
    expect(server.logged.filter((line) => keys.some((key) => line.includes(key)))).toEqual([]);
  });

  test('writes have a limit, and reads go on', async () => {
    const { key } = theirs.people.admin;
    const answers = await Promise.all(
      Array.from({ length: 310 }, () => ask(server.app, 'DELETE', `/api/location/${nobody}`, { key })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]!.body.responseException.code).toBe('too-many-requests');
    expect((await ask(server.app, 'GET', '/api/location', { key })).status).toBe(200);
  });
});
