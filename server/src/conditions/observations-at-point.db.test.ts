import { getObservationAtPoint, success } from '@allclear/contract';
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

const at = (path: string, latitude: number, longitude: number, key = ours.people.customer.key) =>
  ask(server.app, 'GET', `/api/${path}?latitude=${latitude}&longitude=${longitude}`, { key });
const nameAt = async (...given: Parameters<typeof at>) => (await at(...given)).body.data?.weatherStation.name;

test('of the own station near a point, else of the nearest government station; another organization’s is not there', async () => {
  expect((await at('observations', 28, -82)).body.responseException.code).toBe('no-observation');
  const report = {
    stationId: 'KTPA',
    stationName: 'Airport',
    latitude: 28.1,
    longitude: -82,
    elevationM: 5,
    observedAt: startAt - 5 * minute,
    temperatureC: 25,
    dewPointC: 20,
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
  };
  await storeReports(server.store.db, testActor, 'test', [report], startAt);
  const { body } = await at('observations', 28, -82);
  expect(() => success(getObservationAtPoint.data).parse(body)).not.toThrow();
  expect(body.data).toMatchObject({
    weatherStation: { name: 'Airport', type: 0, distanceMiles: 6.9 },
    stale: false,
  });

  const place = {
    organization_id: ours.organizationId,
    name: 'Stadium',
    latitude: 28,
    longitude: -82,
    created_at: new Date(startAt),
  };
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await ask(server.app, 'POST', '/api/WeatherStation', {
    key: ours.people.admin.key,
    body: { name: 'Roof', organizationLocationId: id },
  });
  const dateutc = new Date(startAt).toISOString().slice(0, 19).replace('T', ' ');
  await server.app.inject({
    method: 'POST',
    url: '/data/report/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      PASSKEY: added.body.data.key,
      dateutc,
      tempf: '86.0',
      humidity: '60',
    }).toString(),
  });
  expect(await nameAt('observations', 28.02, -82)).toBe('Roof');
  expect(await nameAt('Observations/METAR', 28.02, -82)).toBe('Airport');
  expect(await nameAt('observations', 28.2, -82)).toBe('Airport');
  expect(await nameAt('observations', 28.02, -82, theirs.people.customer.key)).toBe('Airport');
  server.clock.advance(16 * minute);
  expect(await nameAt('observations', 28.02, -82)).toBe('Airport');
});

test('a point is needed, and a sign-in; far from any station there is none', async () => {
  expect((await at('observations', 91, 0)).status).toBe(400);
  expect((await ask(server.app, 'GET', '/api/observations?latitude=1&longitude=1')).status).toBe(401);
  expect((await at('observations/metar', 0, 0)).status).toBe(404);
});

test('precipitation says when it was read: by the last reading of it, and not at all without one', async () => {
  const calibrated = async () => (await at('observations', 40, -100)).body.data.calibratedData;
  const report = (observedAt: number, precipitationLastHourMm: number | null) => ({
    stationId: 'KMCK',
    stationName: 'Field',
    latitude: 40,
    longitude: -100,
    elevationM: 700,
    observedAt,
    temperatureC: 25,
    dewPointC: 20,
    windMps: 3,
    windGustMps: null,
    windDirection: 90,
    altimeterHpa: 1_015,
    visibilityMiles: 10,
    visibilityAtLeast: true,
    precipitationLastHourMm,
    cloudCover: 0,
    weatherText: null,
    thunder: 'no' as const,
    raw: 'AO2',
  });
  const store = (observedAt: number, mm: number | null) =>
    storeReports(server.store.db, testActor, 'test', [report(observedAt, mm)], startAt);
  await store(startAt - 65 * minute, null);
  expect(await calibrated()).toEqual({ rainToday: { value: null, unit: 'in' }, rainUpdatedTime: null });
  await store(startAt - 60 * minute, 2.54);
  await store(startAt - 5 * minute, null);
  expect(await calibrated()).toEqual({
    rainToday: { value: 0.1, unit: 'in' },
    rainUpdatedTime: new Date(startAt - 60 * minute).toISOString(),
  });
});
