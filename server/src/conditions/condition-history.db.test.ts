import { type StationValues, stationMeasures } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { storeReports } from '../stations/observations.store.ts';
import { findStation, storeStationReports } from '../stations/store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let stationId: string;

/** A report of a station of one's own that passed its checks. */
function report(at: number, temperatureC: number | null, part: Partial<StationValues> = {}) {
  const nothing = Object.fromEntries(stationMeasures.map((measure) => [measure, null])) as StationValues;
  const values = { ...nothing, temperatureC, relativeHumidityPct: 60, windMps: 2, ...part };
  return {
    upload: { protocol: 'ecowitt' as const, observedAt: at, values, lastStrike: null },
    checked: { values, flagged: {} },
  };
}
const insert = async (reports: ReturnType<typeof report>[]) => {
  const station = await findStation(server.store.db, { organizationId: ours.organizationId, id: stationId });
  if (!station) throw new Error('There is no station.');
  await storeStationReports(server.store.db, testActor, station, reports, startAt);
};
const get = (path: string, key = ours.people.customer.key) =>
  ask(server.app, 'GET', `/api/Observations/Historical/${path}`, { key });
interface Point {
  date: string;
  [measure: string]: unknown;
}
const points = async (path: string) => (await get(path)).body.data as Point[];

beforeAll(async () => {
  server = await openTestServer();
  server.clock.set(startAt);
  ours = await server.organization('Ours');
  theirs = await server.organization('Theirs');
  const place = await server.store.db
    .insertInto('organization_locations')
    .values({
      organization_id: ours.organizationId,
      name: 'Stadium',
      latitude: 28,
      longitude: -82,
      created_at: new Date(startAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await ask(server.app, 'POST', '/api/WeatherStation', {
    key: ours.people.admin.key,
    body: { name: 'Roof', organizationLocationId: place.id },
  });
  stationId = added.body.data.id;
  // Makes the partitions of these months, and a government station for everyone.
  const government = [-40 * day, -hour, 0].map((ago) => ({
    stationId: 'KTPA',
    stationName: 'Tampa',
    latitude: 27.9,
    longitude: -82.5,
    elevationM: 8,
    observedAt: startAt + ago,
    temperatureC: 30,
    dewPointC: 22,
    windMps: 3,
    windGustMps: null,
    windDirection: 180 as const,
    altimeterHpa: null,
    visibilityMiles: null,
    visibilityAtLeast: false,
    precipitationLastHourMm: null,
    cloudCover: 0,
    weatherText: null,
    thunder: 'unknown' as const,
    raw: `${ago}`,
  }));
  await storeReports(server.store.db, testActor, 'test', government, startAt);
  await insert([
    report(startAt - 40 * day, 5),
    report(startAt - 13 * hour, 10),
    // 4:00 and 4:05 share a quarter of an hour, 4:15 begins the next.
    report(startAt - 4 * hour, 20, { windMps: 4, windGustMps: 9, wbgtC: 25, rainTodayMm: 2.54 }),
    report(startAt - 4 * hour + 5 * minute, 22, { windMps: 6, wbgtC: 26, rainTodayMm: 5.08 }),
    report(startAt - 4 * hour + 15 * minute, 24, { rainTodayMm: 12.7 }),
    report(startAt - hour, null, { relativeHumidityPct: null, windMps: null }),
    report(startAt, 25),
    report(startAt + 9 * hour, 45),
  ]);
});
afterAll(() => server.close());

describe('the last hours', () => {
  test('are 12 by the quarter of an hour; what was not heard has no point, and the future none either', async () => {
    const found = await points(stationId);
    expect(found.map(({ date }) => (Date.parse(date) - startAt) / minute)).toEqual([-240, -225, -60, 0]);
    expect(found[0]).toEqual({
      date: new Date(startAt - 4 * hour).toISOString(),
      minAmbientTemperature: 68,
      avgAmbientTemperature: 69.8,
      maxAmbientTemperature: 71.6,
      maxWindSpeed: 13.4,
      maxWindGust: 20.1,
      maxWetBulbGlobalTemp: 78.8,
      rainTotal: 0.2,
      maxRain1Hr: 0.2,
    });
    // The gauge says nothing of an hour: its sum until then.
    expect(found[1]).toMatchObject({ rainTotal: 0.3, maxRain1Hr: 0.5 });
    expect(found[2]).toMatchObject({
      avgAmbientTemperature: null,
      maxWindSpeed: null,
      maxWetBulbGlobalTemp: null,
      rainTotal: null,
      maxRain1Hr: null,
    });
    expect(found[3]).toMatchObject({ maxAmbientTemperature: 77, maxWetBulbGlobalTemp: expect.any(Number) });
  });

  test('are as many as asked for', async () => {
    expect((await points(`${stationId}?hours=14`)).length).toBe(5);
    expect((await points(`${stationId}?hours=1`)).length).toBe(2);
    for (const hours of ['0', '73', '1.5', 'many'])
      expect((await get(`${stationId}?hours=${hours}`)).status).toBe(400);
  });
});

describe('a day, a week, a month', () => {
  test('come by the quarter, the hour and the local day', async () => {
    expect((await points(`Day/${stationId}`)).length).toBe(5);
    const week = await points(`Week/${stationId}`);
    expect(week.map(({ date }) => date.slice(14, 16))).toEqual(week.map(() => '00'));
    expect(week.find(({ date }) => date === new Date(startAt - 4 * hour).toISOString())).toMatchObject({
      avgAmbientTemperature: 71.6,
    });
    // 13 hours before is 3 AM of the same day in Florida, so all is one day, from its midnight.
    expect(await points(`Month/${stationId}`)).toEqual([
      expect.objectContaining({
        date: '2026-06-06T04:00:00.000Z',
        minAmbientTemperature: 50,
        maxAmbientTemperature: 77,
        maxWindGust: 20.1,
        rainTotal: 0.5,
        maxRain1Hr: 0.5,
      }),
    ]);
  });

  test('between two local days, the last one included, or two instants', async () => {
    const between = (startDate: string, endDate: string) =>
      points(`Custom/${stationId}?startDate=${startDate}&endDate=${endDate}`);
    expect((await between('2026-06-06', '2026-06-06')).length).toBe(5);
    expect((await between('2026-06-06T16:00:00Z', '2026-06-06T16:10:00Z')).length).toBe(1);
    expect(
      (await between('2026-06-01', '2026-06-10')).every(({ date }) => date.endsWith(':00:00.000Z')),
    ).toBe(true);
    expect((await between('2026-04-20', '2026-06-06')).map(({ date }) => date)).toEqual([
      '2026-04-27T04:00:00.000Z',
      '2026-06-06T04:00:00.000Z',
    ]);
  });

  test.each([
    ['an end before the start', 'startDate=2026-06-06&endDate=2026-06-04'],
    ['more than 92 days', 'startDate=2026-01-01&endDate=2026-06-04'],
    ['no dates', ''],
    ['what is no date', 'startDate=yesterday&endDate=2026-06-04'],
  ])('%s is refused', async (_, query) => {
    expect((await get(`Custom/${stationId}?${query}`)).status).toBe(400);
  });
});

test.each(['', 'Day/', 'Week/', 'Month/'])('%s: who may read what', async (path) => {
  const own = `${path}${stationId}`;
  expect((await get(own)).status).toBe(200);
  expect((await get(own.toUpperCase())).status).toBe(200);
  expect((await get(own, theirs.people.admin.key)).status).toBe(404);
  expect((await get(`${path}nobody`)).status).toBe(404);
  expect((await ask(server.app, 'GET', `/api/Observations/Historical/${own}`, {})).status).toBe(401);
  for (const key of [ours.people.customer.key, theirs.people.customer.key]) {
    const government = await get(`${path}KTPA`, key);
    expect(government.status).toBe(200);
    expect(government.body.data.length).toBeGreaterThan(0);
  }
});

test('a range that is too long is refused in the words of the page', async () => {
  const refused = await get(`Custom/${stationId}?startDate=2026-01-01&endDate=2026-06-04`);
  expect(JSON.stringify(refused.body)).toContain(
    'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.',
  );
});

test('rain is shown with the calibration of the gauge', async () => {
  const calibrate = (rain_factor: number) =>
    server.store.db.updateTable('stations').set({ rain_factor }).where('id', '=', stationId).execute();
  await calibrate(2);
  expect((await points(`Month/${stationId}`))[0]).toMatchObject({ rainTotal: 1, maxRain1Hr: 1 });
  await calibrate(1);
});

test('history is read from the index of its stretches, and from their months alone', async () => {
  await server.store.pool.query('analyze station_quarters');
  const client = await server.store.pool.connect();
  try {
    await client.query('begin');
    // A handful of rows would be read whole.
    await client.query('set local enable_seqscan = off');
    await client.query('set local enable_bitmapscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select * from station_quarters where station_id = '${stationId}' and at >= '2026-06-05' and at < '2026-06-07'`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using station_quarters_202606_\S+ on station_quarters_202606/);
    expect(plan).not.toContain('station_quarters_202604');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
