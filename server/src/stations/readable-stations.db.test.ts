import type { Feature } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { storeReports } from './observations.store.ts';

const minute = 60_000;
const mesonet: Feature = 'mesonet.access';
type Organization = Awaited<ReturnType<TestServer['organization']>>;
let server: TestServer;
let owners: Organization;
/** Nothing opens stations of others for its people. */
let strangers: Organization;
/** Hold MesonetAccess. */
let network: Organization;
/** Its status is TRIAL. */
let onTrial: Organization;
let id: string;
let secret: string;
const jpeg = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(2_000, 7)]);

beforeAll(async () => {
  server = await openTestServer();
  owners = await server.organization('Owners', [mesonet]);
  strangers = await server.organization('Strangers', [mesonet]);
  network = await server.organization('Network');
  onTrial = await server.organization('On trial', [mesonet]);
  await setStatus(onTrial, 'TRIAL');
  const place = {
    ...{ organization_id: owners.organizationId, name: 'Stadium', latitude: 28, longitude: -82 },
    created_at: new Date(startAt),
  };
  const { id: placeId } = await server.store.db
    .insertInto('organization_locations')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await ask(server.app, 'POST', '/api/WeatherStation', {
    key: owners.people.admin.key,
    body: { name: 'Roof', organizationLocationId: placeId, rainFactor: 1.5 },
  });
  ({ id, key: secret } = added.body.data);
  const image = await server.app.inject({
    ...{ method: 'POST', url: `/api/WeatherStation/Image/${id}`, payload: jpeg },
    headers: { authorization: `Bearer ${owners.people.admin.key}`, 'content-type': 'image/jpeg' },
  });
  expect(image.statusCode).toBe(200);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.advance(10 * minute);
  await setStatus(owners, 'ACTIVE');
  await share(false);
  await upload({ tempf: '88.0', humidity: '60', windspeedmph: '9', winddir: '200', dailyrainin: '0.20' });
});

const setStatus = ({ organizationId }: Organization, status: string) =>
  server.store.db.updateTable('organizations').set({ status }).where('id', '=', organizationId).execute();
const share = (shared: boolean) =>
  server.store.db.updateTable('stations').set({ shared }).where('id', '=', id).execute();
async function upload(fields: Record<string, string>) {
  const { statusCode } = await server.app.inject({
    ...{ method: 'POST', url: `/data/report/${secret}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ dateutc: new Date(server.clock.now()).toISOString().slice(0, 19).replace('T', ' ') },
      ...fields,
    }).toString(),
  });
  expect(statusCode).toBe(200);
}
const get = (path: string, key?: string) =>
  ask(server.app, 'GET', `/api/${path}`, key === undefined ? {} : { key });

/** Every read of a station by its id. */
const reads = (of: string) => [
  `WeatherStation/Current/${of}`,
  `WeatherStation/Features/${of}`,
  `WeatherStation/Image/${of}`,
  `Hardware/WeatherStation/Image/LastModified/${of}`,
  `Observations/Historical/${of}`,
  `Observations/Historical/Day/${of}`,
  `Observations/Historical/Week/${of}`,
  `Observations/Historical/Month/${of}`,
  `Observations/Historical/Custom/${of}?startDate=2026-06-01&endDate=2026-06-05`,
];
const publicReads = (of: string) => [
  `public/WeatherStation/${of}`,
  `public/WeatherStation/${of}/Image`,
  `public/WeatherStation/${of}/Historical`,
  `public/WeatherStation/${of}/Historical?range=Custom&startDate=2026-06-01&endDate=2026-06-05`,
];
async function statuses(paths: readonly string[], key?: string): Promise<number[]> {
  const found = await Promise.all(
    paths.map((path) =>
      server.app.inject({
        ...{ method: 'GET', url: `/api/${path}` },
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      }),
    ),
  );
  return [...new Set(found.map(({ statusCode }) => statusCode))];
}
const listed = async (key: string) =>
  ((await get('WeatherStation/Readable', key)).body.data as { id: string }[]).some((one) => one.id === id);

describe('the page of a station is open to', () => {
  test('its own people of every role, shared or not', async () => {
    for (const role of ['super-admin', 'admin', 'assistant-admin', 'customer'] as const)
      expect(await statuses(reads(id), owners.people[role].key)).toEqual([200]);
    expect(await listed(owners.people.customer.key)).toBe(true);
  });

  test('nobody of others while it is not shared: it is as if it did not exist', async () => {
    await setStatus(owners, 'TRIAL');
    for (const { people } of [strangers, network, onTrial]) {
      expect(await statuses(reads(id), people['super-admin'].key)).toEqual([404]);
      expect(await listed(people['super-admin'].key)).toBe(false);
    }
    expect(await statuses(publicReads(id))).toEqual([404]);
    const hidden = (await get(`public/WeatherStation/${id}`)).body;
    expect(hidden).toEqual((await get('public/WeatherStation/none')).body);
    const foreign = (await get(`WeatherStation/Current/${id}`, strangers.people.admin.key)).body;
    expect(foreign).toEqual((await get('WeatherStation/Current/none', strangers.people.admin.key)).body);
  });

  test('those with MesonetAccess, Super Admins and organizations on trial where it is shared, and to no others', async () => {
    await share(true);
    expect(await statuses(reads(id), network.people.customer.key)).toEqual([200]);
    expect(await statuses(reads(id), onTrial.people.customer.key)).toEqual([200]);
    expect(await statuses(reads(id), strangers.people['super-admin'].key)).toEqual([200]);
    expect(await statuses(reads(id), strangers.people.admin.key)).toEqual([404]);
    expect(await statuses(publicReads(id))).toEqual([404]);
    expect(await listed(network.people.customer.key)).toBe(true);
    expect(await listed(strangers.people.admin.key)).toBe(false);
    // Who reads it changes nothing of it.
    expect((await get(`WeatherStation/${id}`, network.people.admin.key)).status).toBe(404);
    expect((await get(`Hardware/WeatherStation/Data/${id}`, network.people.admin.key)).status).toBe(404);
  });

  test('everybody where it is shared by an organization on trial, without a sign-in and without a person in it', async () => {
    await share(true);
    await setStatus(owners, 'TRIAL');
    expect(await statuses(publicReads(id))).toEqual([200]);
    expect(await statuses(reads(id), strangers.people.customer.key)).toEqual([200]);
    expect(await statuses(reads(id))).toEqual([401]);
    const answer = await server.app.inject({ method: 'GET', url: `/api/public/WeatherStation/${id}` });
    expect(answer.headers['cache-control']).toBe('public, max-age=30');
    expect(answer.body).not.toContain('@');
    expect(answer.body.length).toBeLessThan(1_500);
    const image = await server.app.inject({ method: 'GET', url: `/api/public/WeatherStation/${id}/Image` });
    expect(image.rawPayload.equals(jpeg)).toBe(true);
    await setStatus(owners, 'CLOSED');
    expect(await statuses(publicReads(id))).toEqual([404]);
    expect(await statuses(reads(id), network.people.customer.key)).toEqual([404]);
  });

  test('everybody signed in if it is a government’s, and not without a sign-in', async () => {
    const at = server.clock.now();
    await storeReports(
      server.store.db,
      testActor,
      'nws',
      [
        {
          ...{ stationId: 'KTPA', stationName: 'Tampa', latitude: 27.9, longitude: -82.5, elevationM: 8 },
          ...{ observedAt: at, temperatureC: 5, dewPointC: 0, windMps: 5, windGustMps: null },
          ...{ windDirection: 180, altimeterHpa: null, visibilityMiles: null, visibilityAtLeast: false },
          ...{ precipitationLastHourMm: 2.54, cloudCover: 0, weatherText: null, thunder: 'no', raw: 'x' },
        },
      ],
      at,
    );
    const { status, body } = await get('WeatherStation/Current/KTPA', strangers.people.customer.key);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: 'KTPA',
      rainToday: 0.1,
      imageUrl: null,
      timeZone: 'America/New_York',
    });
    expect(body.data.windChill).toBeCloseTo(34.8, 0);
    expect((await get('WeatherStation/Image/KTPA', strangers.people.customer.key)).status).toBe(404);
    expect(await statuses(publicReads('KTPA'))).toEqual([404]);
  });
});

describe('current data', () => {
  const current = async () =>
    (await get(`WeatherStation/Current/${id}`, owners.people.customer.key)).body.data as Record<
      string,
      unknown
    >;

  test('have every field of the specification, the rain as read and as calibrated', async () => {
    expect(await current()).toMatchObject({
      ...{ locationName: 'Stadium', name: 'Roof', hardwareId: id, id, stale: false },
      ...{ lastUpdated: new Date(server.clock.now()).toISOString() },
      ...{ ambientTemperature: 88, windChill: null, windSpeed: 9, windDirection: 200, rainToday: 0.2 },
      ...{ latitude: 28, longitude: -82, timeZone: 'America/New_York' },
      calibratedData: { rainToday: 0.3, rainUpdatedTime: new Date(server.clock.now()).toISOString() },
      imageUrl: `/api/WeatherStation/Image/${id}`,
    });
    expect((await current()).heatIndex).toBeGreaterThan(90);
  });

  test('that are not of now keep their time and no value; without a report there is no time', async () => {
    const at = server.clock.now();
    server.clock.advance(20 * minute);
    expect(await current()).toMatchObject({
      ...{ stale: true, lastUpdated: new Date(at).toISOString() },
      ...{ ambientTemperature: null, heatIndex: null, windSpeed: null, windDirection: null },
      ...{ wetBulbGlobalTemp: null, rainToday: null },
      calibratedData: { rainToday: null, rainUpdatedTime: null },
    });
    server.clock.advance(24 * 60 * minute);
    expect(await current()).toMatchObject({ stale: true, lastUpdated: null });
  });

  test('features say what it measures and whose it is', async () => {
    const { data } = (await get(`WeatherStation/Features/${id}`, owners.people.customer.key)).body;
    expect(data.customerId).toBe(owners.organizationId);
    expect(data.features.map(({ displayName }: { displayName: string }) => displayName)).toEqual([
      'Temperature',
      'Humidity',
      'Wind',
      'Precipitation',
      'Camera',
    ]);
  });

  test('the history has the rain of each step, calibrated', async () => {
    await upload({ tempf: '88.0' });
    server.clock.advance(minute);
    await upload({ tempf: '88.0', dailyrainin: '0.40' });
    const { data } = (await get(`Observations/Historical/Month/${id}`, owners.people.customer.key)).body;
    expect(data.at(-1).rainTotal).toBeCloseTo(0.6, 2);
    // The gauge says nothing of an hour: the sum of the clock hour.
    expect(data.at(-1).maxRain1Hr).toBeCloseTo(0.6, 2);
  });
});

describe('the switch', () => {
  const change = (body: object, key = owners.people.admin.key) =>
    ask(server.app, 'PATCH', '/api/WeatherStation/Shared', { key, body: { id, ...body } });
  const entries = async () =>
    server.store.db
      .selectFrom('audit_entries')
      .select(['action', 'record_id'])
      .where('action', '=', 'station.shared-changed')
      .execute();

  test('is thrown by Admins of the organization, from the revision they saw, and leaves one entry', async () => {
    const before = (await entries()).length;
    const { revision } = (await get(`WeatherStation/${id}`, owners.people.admin.key)).body.data;
    const answer = await change({ shared: true, revision });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ shared: true, revision: revision + 1 });
    expect((await change({ shared: false, revision })).status).toBe(409);
    expect((await entries()).length).toBe(before + 1);
    expect(await statuses(reads(id), network.people.customer.key)).toEqual([200]);
  });

  test('is nothing for others', async () => {
    expect((await change({ shared: true }, owners.people['assistant-admin'].key)).status).toBe(403);
    expect((await change({ shared: true }, owners.people.customer.key)).status).toBe(403);
    await share(true);
    expect((await change({ shared: false }, network.people.admin.key)).status).toBe(404);
    expect((await change({ id: 'none', shared: true })).status).toBe(404);
  });
});
