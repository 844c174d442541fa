import { listLocationObservations, success } from '@allclear/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { storeReports } from '../stations/observations.store.ts';

const minute = 60_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  theirs = await server.organization('Their District');
});
afterAll(() => server.close());

const report = (
  stationId: string,
  latitude: number,
  longitude: number,
  minutesAgo: number,
  warm: number,
) => ({
  stationId,
  stationName: stationId,
  latitude,
  longitude,
  elevationM: 5,
  observedAt: startAt - minutesAgo * minute,
  temperatureC: warm,
  dewPointC: 18,
  windMps: 3,
  windGustMps: null,
  windDirection: 90,
  altimeterHpa: 1_015,
  visibilityMiles: 10,
  visibilityAtLeast: true,
  precipitationLastHourMm: null,
  cloudCover: 0,
  weatherText: null,
  thunder: 'no' as const,
  raw: 'AO2',
});
const add = async (key: string, body: object): Promise<string> =>
  (await ask(server.app, 'POST', '/api/location/Add', { key, body })).body.data.id;
const all = async (key: string) => {
  const { status, body } = await ask(server.app, 'GET', '/api/observations/ForLocations', { key });
  expect(status).toBe(200);
  return success(listLocationObservations.data).parse(body).data;
};

test('each location of the user has what it has alone; nobody else’s location or station is in the list', async () => {
  const { key } = ours.people.customer;
  const other = theirs.people.customer.key;
  await storeReports(
    server.store.db,
    testActor,
    'test',
    [
      report('KTPA', 28.1, -82, 5, 25),
      report('KMCO', 28.4, -81.3, 5, 27),
      report('KOLD', 33.2, -97, 200, 30),
      report('KTEN', 28.01, -82, 400, 9),
      ...Array.from({ length: 40 }, (_, i) =>
        report(`KX${i}`, 40 + i / 40, -100 + i / 10, i * 3, 10 + i / 4),
      ),
    ],
    startAt,
  );
  const place = (organizationId: string) =>
    server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: organizationId,
        name: 'Stadium',
        latitude: 28,
        longitude: -82,
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [ownPlace, otherPlace] = [await place(ours.organizationId), await place(theirs.organizationId)];
  for (const [at, organizationLocationId, tempf] of [
    [ours, ownPlace.id, '86.0'],
    [theirs, otherPlace.id, '50.0'],
  ] as const) {
    const added = await ask(server.app, 'POST', '/api/WeatherStation', {
      key: at.people.admin.key,
      body: { name: `Roof of ${tempf}`, organizationLocationId },
    });
    await server.app.inject({
      method: 'POST',
      url: '/data/report/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        PASSKEY: added.body.data.key,
        dateutc: new Date(startAt).toISOString().slice(0, 19).replace('T', ' '),
        tempf,
        humidity: '60',
      }).toString(),
    });
  }
  await add(key, { label: 'Tied', latitude: 28, longitude: -82, organizationLocationId: ownPlace.id });
  for (const [label, latitude, longitude] of [
    ['Free', 28, -82],
    ['Dallas', 32.8, -96.8],
    ['Nowhere', 5, -150],
    ...Array.from({ length: 30 }, (_, i) => [`Plain ${i}`, 39.6 + i / 20, -101 + i / 5] as const),
  ] as const)
    await add(key, { label, latitude, longitude });
  const foreign = await add(other, { label: 'Theirs', latitude: 28, longitude: -82 });

  const locations: { id: string; label: string }[] = (await ask(server.app, 'GET', '/api/location', { key }))
    .body.data;
  const found = new Map((await all(key)).map(({ locationId, conditions }) => [locationId, conditions]));
  expect([...found.keys()]).toEqual(locations.map(({ id }) => id));
  expect(found.has(foreign)).toBe(false);
  for (const { id, label } of locations) {
    const { body } = await ask(server.app, 'GET', `/api/observations/ForLocation/${id}`, { key });
    const alone = body.data && {
      ...body.data.data,
      stationName: body.data.weatherStation.name,
      stationType: body.data.weatherStation.type,
      stale: body.data.stale,
    };
    if (alone) expect(alone, label).toMatchObject(found.get(id)!);
    else expect(found.get(id), label).toBeNull();
  }
  const named = Object.fromEntries(locations.map(({ id, label }) => [label, found.get(id)]));
  expect(named.Tied).toMatchObject({ stationName: 'Roof of 86.0', stationType: 1, stale: false });
  expect(named.Free).toMatchObject({ stationName: 'KTPA', stationType: 0, windSpeed: { unit: 'mph' } });
  expect(named.Dallas).toMatchObject({ stationName: 'KOLD', stale: true });
  expect(named.Nowhere).toBeNull();
  expect((await all(other)).map(({ locationId }) => locationId)).toEqual([foreign]);
  expect((await all(other))[0]!.conditions).toMatchObject({ stationName: 'KTPA' });
});

test('the list of a user without locations is empty', async () => {
  expect(await all(ours.people['super-admin'].key)).toEqual([]);
});
