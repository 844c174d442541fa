import type { HeatPoint } from '@allclear/contract';
import { type CompleteForecastHour, HOUR_MS } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../test/test-server.ts';
import { roundPlace } from '../alerts/place-zones.store.ts';
import { storeForecast, storeForecastPlace } from '../forecasts/store.ts';
import { storeReports } from '../stations/observations.store.ts';

const minute = 60_000;
const vendor = 'test-forecast';
const place = { latitude: 28, longitude: -82 };
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let fieldId: string;
let made = 0;

beforeAll(async () => {
  server = await openTestServer(testChannels(), { forecast: { vendor, attribution: 'A test' } });
  theirs = await server.organization('Theirs');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(startAt);
  made++;
  ours = await server.organization(`Ours ${made}`);
  await server.store.db.deleteFrom('observations').execute();
  await server.store.db.deleteFrom('forecasts').execute();
  const values = {
    organization_id: ours.organizationId,
    name: 'Field',
    ...place,
    created_at: new Date(startAt),
  };
  fieldId = (
    await server.store.db
      .insertInto('organization_locations')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});

const series = async (query = '', key = ours.people.customer.key) =>
  ask(server.app, 'GET', `/api/Observations/Heat/ForLocation/${fieldId}${query}`, { key });
const report = (at: number, temperatureC: number | null = 30, dewPointC: number | null = 22) => ({
  stationId: 'KTST',
  stationName: 'Test Field',
  latitude: 28.05,
  longitude: -82,
  elevationM: 5,
  observedAt: at,
  temperatureC,
  dewPointC,
  windMps: 3,
  windGustMps: null,
  windDirection: 180,
  altimeterHpa: 1015,
  visibilityMiles: 10,
  visibilityAtLeast: true,
  precipitationLastHourMm: null,
  cloudCover: 0.2,
  weatherText: null,
  thunder: 'no' as const,
  raw: `KTST ${at}`,
});
const hour = (at: number, wbgtF: number | null): CompleteForecastHour => ({
  at,
  temperatureC: 32,
  relativeHumidityPct: 60,
  windMps: 3,
  windGustMps: 5,
  windFromDegrees: 180,
  cloudCover: 0.2,
  precipitationMm: 0,
  precipitationChancePct: 0,
  snowMm: 0,
  weatherCode: 1,
  isDaytime: true,
  feelsLikeF: 98.64,
  wbgtF,
});
const forecast = async (asOf: number, hours: CompleteForecastHour[]) => {
  await storeForecastPlace(server.store.db, testActor, vendor, roundPlace(place), 'cell', startAt);
  await storeForecast(server.store.db, testActor, vendor, 'cell', { issuedAt: asOf, asOf, hours }, startAt);
};

test('the past of the nearest station and the coming hours, each marked, in order, at 0.1 °F', async () => {
  const at = (hours: number) => startAt - hours * HOUR_MS;
  await storeReports(
    server.store.db,
    testActor,
    'metar',
    [report(at(80)), report(at(70)), report(at(1)), report(at(0), null, null)],
    startAt,
  );
  await forecast(startAt, [
    hour(at(1), 80),
    hour(at(0), 88.06),
    hour(at(-1), null),
    hour(at(-72), 84),
    hour(at(-73), 84),
  ]);
  const { status, body } = await series();
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    now: new Date(startAt).toISOString(),
    timeZone: 'America/New_York',
    weatherStation: { id: 'KTST', name: 'Test Field', type: 0, distanceMiles: 3.5 },
    forecast: { stale: false, attribution: 'A test' },
  });
  const points: HeatPoint[] = body.data.points;
  expect(
    points.map(({ observationTime, isForecast }) => [
      (Date.parse(observationTime) - startAt) / HOUR_MS,
      isForecast,
    ]),
  ).toEqual([
    [-70, false],
    // Nothing was reported for a day and more: the gap is there to be drawn.
    [-69.75, false],
    [-1, false],
    [0, false],
    [0, true],
    [1, true],
    [72, true],
  ]);
  expect(points[1]!.wbgt.value).toBeNull();
  expect(points[2]).toMatchObject({ ambientTemperature: { value: 86, unit: '°F' }, wbgt: { unit: '°F' } });
  expect(points[2]!.wbgt.value).toBeGreaterThan(75);
  expect(points[3]).toMatchObject({
    wbgt: { value: null },
    ambientTemperature: { value: null },
    feelLike: { value: null },
  });
  expect(points[4]).toMatchObject({
    wbgt: { value: 88.1 },
    ambientTemperature: { value: 89.6 },
    feelLike: { value: 98.6 },
  });
  expect(points[5]!.wbgt.value).toBeNull();

  const few: HeatPoint[] = (await series('?hours=2')).body.data.points;
  expect(few.filter(({ isForecast }) => !isForecast)).toHaveLength(2);
  expect((await series('?hours=72')).status).toBe(400);
});

test('many reports of an hour become four, a gap of an own station shows after half an hour, and its type says that it is the place’s own', async () => {
  const { id } = await server.store.db
    .insertInto('stations')
    .values({
      id: crypto.randomUUID(),
      vendor: 'own',
      name: 'Roof',
      ...place,
      elevation_m: 5,
      updated_at: new Date(startAt),
      organization_id: ours.organizationId,
      organization_location_id: fieldId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const minutesAgo = [...Array.from({ length: 31 }, (_, i) => 120 - i), 59, 30, 0];
  await storeReports(
    server.store.db,
    testActor,
    'own',
    minutesAgo.map((ago) => ({ ...report(startAt - ago * minute), stationId: id, stationName: 'Roof' })),
    startAt,
  );
  const { data } = (await series()).body;
  expect(data.weatherStation).toMatchObject({ name: 'Roof', type: 1 });
  const observed = data.points.map((point: HeatPoint) => [
    (startAt - Date.parse(point.observationTime)) / minute,
    point.wbgt.value === null,
  ]);
  expect(observed).toEqual([
    [106, false],
    [91, false],
    [90, false],
    [75, true],
    [59, false],
    [30, false],
    [0, false],
  ]);
});

test('what is not known is missing, never a number: no station, no forecast, a forecast that is too old', async () => {
  expect((await series()).body.data).toMatchObject({
    weatherStation: null,
    forecast: null,
    awaitsForecast: true,
    points: [],
  });
  await forecast(startAt - 4 * HOUR_MS, [hour(startAt, 88)]);
  expect((await series()).body.data).toMatchObject({
    forecast: { stale: true },
    awaitsForecast: false,
    points: [{ isForecast: true }],
  });
  server.clock.advance(48 * HOUR_MS);
  expect((await series()).body.data).toMatchObject({ forecast: null, points: [] });
});

test('another organization’s place is as unknown as one that never was', async () => {
  expect((await series('', theirs.people.admin.key)).status).toBe(404);
});
