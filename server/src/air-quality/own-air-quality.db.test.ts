import { HOUR_MS, MILES_PER_DEGREE, QUARTER_MS } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import {
  ask,
  openTestServer,
  startAt,
  type TestServer,
  testChannels,
  testSecrets,
} from '../../test/test-server.ts';
import { particlesSince } from '../stations/station-particles.store.ts';
import { openWarnings } from '../warnings/store.ts';
import { WarningWatch } from '../warnings/watch-warnings.ts';
import { storeAirQuality } from './store.ts';

/**
 * Particle sensors of own weather stations as air quality: through the upload, the checks, the store, the API
 * and the policies.
 */

/** Another place for each test: what is known of the air around one is for all. */
let stadium = { latitude: 28, longitude: -82 };
const source = { vendor: 'test-air', attribution: 'A test' };
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let placeId: string;
let locationId: string;

let made = 0;
beforeAll(async () => {
  server = await openTestServer(testChannels(), { airQuality: source });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(startAt);
  stadium = { latitude: 28 + ++made, longitude: -82 };
  ours = await server.organization(`Our ${made}`);
  ({ placeId, locationId } = await settle(ours, stadium));
});

async function settle(who: typeof ours, place: typeof stadium) {
  const values = {
    organization_id: who.organizationId,
    name: 'Stadium',
    ...place,
    created_at: new Date(startAt),
  };
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { label: 'Stadium', radius1: 10, ...place };
  const added = await ask(server.app, 'POST', '/api/location/Add', { key: who.people.customer.key, body });
  return { placeId: id, locationId: added.body.data.id as string };
}
async function station(organizationLocationId = placeId, who = ours, name = 'Roof') {
  const body = { name, organizationLocationId };
  return (await ask(server.app, 'POST', '/api/WeatherStation', { key: who.people.admin.key, body })).body.data
    .key as string;
}
/**
 * A report of each quarter of the hours before now, as a console uploads reports that it could not send. The
 * values differ a little, because a sensor's value is never constant.
 */
async function report(key: string, hours: number, pm25: number, pm10: number | null = null) {
  const now = server.clock.now();
  for (let at = now - hours * HOUR_MS; at < now; at += QUARTER_MS) {
    const wobble = ((at / QUARTER_MS) % 3) * 0.1;
    const fields = {
      PASSKEY: key,
      dateutc: new Date(at).toISOString().slice(0, 19),
      tempf: '80',
      pm25: `${pm25 + wobble}`,
    };
    const payload = new URLSearchParams({
      ...fields,
      ...(pm10 === null ? {} : { pm10_co2: `${pm10 + wobble}` }),
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.app.inject({ method: 'POST', url: '/data/report/', headers, payload })).body).toBe(
      'success\n',
    );
  }
}
const shown = (who = ours, id = locationId) =>
  ask(server.app, 'GET', `/api/AirQuality/Location/${id}`, { key: who.people.customer.key });
const monitor = (pollutant: 'PM2.5' | 'O3', nowCastIndex: number, latitude = stadium.latitude) => ({
  pollutant,
  siteName: 'Monitor',
  latitude,
  longitude: stadium.longitude,
  observedAt: server.clock.now() - HOUR_MS,
  nowCastIndex,
  hours: null,
});
const say = (...readings: ReturnType<typeof monitor>[]) =>
  storeAirQuality(server.store.db, testActor, source.vendor, stadium, readings, server.clock.now());

test('hours of a sensor become indices, without any other source', async () => {
  const key = await station();
  await report(key, 1, 40, 100);
  const { data } = (await shown()).body;
  expect(data, 'a NowCast needs two of three hours').toMatchObject([
    { isMainPollutant: false, aqiData: { nowCastIndex: { value: null } } },
    {},
  ]);
  server.clock.advance(2 * HOUR_MS);
  await report(key, 2, 40, 100);
  expect((await shown()).body.data).toMatchObject([
    {
      pollutantName: 'PM2.5',
      isMainPollutant: true,
      sourceName: 'Roof',
      distanceInMiles: 0,
      isModelled: false,
      stale: false,
      utcTimeStamp: new Date(startAt + HOUR_MS).toISOString(),
      attribution: expect.stringContaining('own weather station'),
      aqiData: {
        nowCastIndex: { value: 112 },
        oneHourIndex: { value: 112 },
        twentyFourHourIndex: { value: null },
      },
    },
    { pollutantName: 'PM10', isMainPollutant: false, aqiData: { nowCastIndex: { value: 73 } } },
  ]);
  expect(
    (
      await ask(server.app, 'GET', `/api/AirQuality?latitude=${stadium.latitude + 0.01}&longitude=-82`, {
        key: ours.people.customer.key,
      })
    ).body.data,
  ).toHaveLength(2);
});

test('the same report twice counts once, and what fails a check not at all', async () => {
  const key = await station();
  await report(key, 1, 40);
  await report(key, 1, 400);
  server.clock.advance(2 * QUARTER_MS);
  await report(key, 0.25, 5_000);
  const [{ pm25 } = { pm25: new Map() }] = await particlesSince(server.store.db, ours.organizationId, 0);
  expect([...pm25.values()].every((mean) => mean >= 40 && mean < 41)).toBe(true);
  expect(pm25.size).toBe(4);
});

test('only the own organization’s sensors count, within ten miles, and only while the station is theirs', async () => {
  const theirs = await server.organization('Their District');
  const there = await settle(theirs, stadium);
  const key = await station();
  await report(key, 3, 40);
  expect((await shown()).body.data).toHaveLength(1);
  expect((await shown(theirs, there.locationId)).status, 'nothing of ours').toBe(503);
  const far = await settle(ours, { ...stadium, latitude: stadium.latitude + 10.2 / MILES_PER_DEGREE });
  expect((await shown(ours, far.locationId)).status).toBe(503);
  const near = await settle(ours, { ...stadium, latitude: stadium.latitude + 9.8 / MILES_PER_DEGREE });
  expect((await shown(ours, near.locationId)).body.data).toMatchObject([{ distanceInMiles: 9.8 }]);
  const { id } = (await ask(server.app, 'GET', '/api/WeatherStation', { key: ours.people.admin.key })).body
    .data[0];
  await ask(server.app, 'DELETE', `/api/WeatherStation/${id}`, { key: ours.people.admin.key });
  expect((await shown()).status).toBe(503);
});

test('of a pollutant the nearest current reading counts; an old one only where there is no other', async () => {
  await say(monitor('PM2.5', 160, stadium.latitude + 0.1), monitor('O3', 30));
  await report(await station(), 3, 40);
  expect((await shown()).body.data).toMatchObject([
    { pollutantName: 'PM2.5', sourceName: 'Roof', aqiData: { nowCastIndex: { value: 112 } } },
    { pollutantName: 'Ozone', sourceName: 'Monitor', attribution: 'A test' },
  ]);
  server.clock.advance(4 * HOUR_MS);
  expect((await shown()).body.data).toMatchObject([{ pollutantName: 'PM2.5', stale: true }, { stale: true }]);
  await say(monitor('PM2.5', 20, stadium.latitude + 0.1));
  expect((await shown()).body.data).toMatchObject([
    { pollutantName: 'Ozone', stale: true },
    { pollutantName: 'PM2.5', sourceName: 'Monitor', stale: false },
  ]);
});

test('policies: a sensor warns, and the highest of all is not clear while a pollutant that was known is lost', async () => {
  const { db } = server.store;
  for (const [policyTypeShortName, threshold] of [
    ['AQI-PM2.5', 100],
    ['AQI-MAX', 150],
  ]) {
    const body = {
      policyTypeShortName,
      policyName: '',
      threshold,
      allClearMinutes: 30,
      reAlertMinutes: 60,
      allGroups: true,
      groupIds: [],
    };
    expect((await ask(server.app, 'POST', '/api/policy', { key: ours.people.admin.key, body })).status).toBe(
      200,
    );
  }
  const watch = new WarningWatch({
    db,
    clock: server.clock,
    live: server.live,
    alerts: server.alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  const open = async () => {
    await watch.round();
    return (await openWarnings(db)).flatMap(({ state, facts }) =>
      state.kind === 'open' ? [{ value: state.value, held: state.heldSince !== null, facts }] : [],
    );
  };
  const key = await station();
  await report(key, 3, 40);
  expect(await open()).toMatchObject([{ value: 112, held: false, facts: { stationName: 'Roof' } }]);

  server.clock.advance(2 * 60_000);
  await say(monitor('O3', 180));
  expect((await open()).map(({ value }) => value).sort()).toEqual([112, 180]);
  // The source no longer reports ozone, and the sensor's particle values are low.
  server.clock.advance(4 * HOUR_MS);
  await report(key, 4, 5);
  await say(monitor('PM2.5', 20));
  await open();
  server.clock.advance(HOUR_MS);
  await report(key, 1, 5);
  expect(await open(), 'particles are no all clear of ozone').toMatchObject([{ value: 180, held: true }]);
  server.clock.advance(2 * 60_000);
  await say(monitor('O3', 40));
  await open();
  server.clock.advance(40 * 60_000);
  await say(monitor('O3', 40));
  expect(await open()).toEqual([]);
});

test('the stations with a sensor are listed for admins, with their last hours; a removed one stays, disabled', async () => {
  const list = (who: keyof typeof ours.people, of = ours) =>
    ask(server.app, 'GET', '/api/AirQuality', { key: of.people[who].key });
  expect((await list('admin')).body.data).toEqual([]);
  await report(await station(), 3, 40, 100);
  await station(placeId, ours, 'Without a sensor');
  const { data } = (await list('assistant-admin')).body;
  expect(data).toEqual([
    {
      id: expect.any(String),
      name: 'Roof',
      customerName: `Our ${made}`,
      status: 'Enabled',
      lastActivity: expect.any(String),
      pM2_5: { nowcast: { value: 112, color: expect.any(String), shortDescription: expect.any(String) } },
      pM10: { nowcast: { value: 73, color: expect.any(String), shortDescription: expect.any(String) } },
    },
  ]);
  server.clock.advance(6 * HOUR_MS);
  expect((await list('admin')).body.data[0], 'hours ago').toMatchObject({
    pM10: { nowcast: { value: null } },
  });
  await ask(server.app, 'DELETE', `/api/WeatherStation/${data[0].id}`, { key: ours.people.admin.key });
  expect((await list('super-admin')).body.data).toMatchObject([{ name: 'Roof', status: 'Disabled' }]);
  const theirs = await server.organization(`Their ${made}`);
  expect((await list('admin', theirs)).body.data).toEqual([]);
  expect((await list('customer')).status).toBe(403);
  const half = await ask(server.app, 'GET', '/api/AirQuality?latitude=28', { key: ours.people.admin.key });
  expect(half.status).toBe(400);
});
