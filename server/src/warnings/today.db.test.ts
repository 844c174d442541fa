import type { Today } from '@allclear/contract';
import { type CompleteForecastHour, HOUR_MS } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../test/test-server.ts';
import { roundPlace } from '../alerts/place-zones.store.ts';
import { storeForecast, storeForecastPlace } from '../forecasts/store.ts';

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
  await server.store.db.deleteFrom('forecasts').execute();
  fieldId = (
    await server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: ours.organizationId,
        name: 'Field',
        ...place,
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});

const call = (method: 'GET' | 'POST', path: string, key: string, body?: unknown) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body === undefined ? {} : { body }) });
const todayAt = async (id: string, key = ours.people.customer.key) => call('GET', `Today/${id}`, key);
const firstHour = Math.floor(startAt / HOUR_MS) * HOUR_MS;
const hour = (index: number, wbgtF: number): CompleteForecastHour => ({
  ...{ at: firstHour + index * HOUR_MS, temperatureC: 32, relativeHumidityPct: 60, windMps: 3 },
  ...{ windGustMps: 5, windFromDegrees: 180, cloudCover: 0.2, precipitationMm: 0 },
  ...{ precipitationChancePct: 0, snowMm: 0, weatherCode: 1, isDaytime: true, feelsLikeF: 98.64, wbgtF },
});
const forecast = async (hours: CompleteForecastHour[]) => {
  await storeForecastPlace(server.store.db, testActor, vendor, roundPlace(place), 'cell', startAt);
  const read = { issuedAt: startAt, asOf: startAt, hours };
  await storeForecast(server.store.db, testActor, vendor, 'cell', read, startAt);
};
const policy = async (policyTypeShortName: string, threshold: number) =>
  call('POST', 'policy', ours.people.admin.key, {
    policyTypeShortName,
    threshold,
    allClearMinutes: 30,
    allGroups: true,
  });
const practise = (weekdays: number[]) =>
  call('POST', 'PracticeTimes', ours.people.admin.key, {
    organizationLocationId: fieldId,
    times: [
      {
        ...{ name: 'Football', weekdays, startsAt: '00:30', endsAt: '00:00' },
        ...{ validFrom: null, validUntil: null, exceptions: [] },
      },
    ],
  });
const lanesOf = ({ lanes }: Today) =>
  lanes.map(({ label, isForecast, hours }) => [
    label,
    isForecast,
    hours.slice(0, 4).map(({ state }) => state),
  ]);

test('the forecast against the policies of the place, and its practices, also for a location tied to it', async () => {
  await forecast([hour(0, 80), hour(1, 89.2), hour(2, 90)]);
  expect((await policy('WBGT', 90)).status).toBe(200);
  expect((await policy('AQI', 100)).status).toBe(200);
  expect((await practise([0, 1, 2, 3, 4, 5, 6])).status).toBe(200);
  const { status, body } = await todayAt(fieldId);
  expect(status).toBe(200);
  const data: Today = body.data;
  expect(lanesOf(data)).toEqual([
    ['Lightning', true, ['unforecast', 'unforecast', 'unforecast', 'unknown']],
    ['WBGT', true, ['open', 'near', 'stops', 'unknown']],
    ['Air Quality', false, ['unknown', 'unknown', 'unknown', 'unknown']],
  ]);
  expect(data.lanes[1]).toMatchObject({ threshold: 90, unit: '°F', inEffectSince: null });
  expect(data.lanes[1]!.hours[0]).toEqual({
    startTime: new Date(firstHour).toISOString(),
    state: 'open',
    value: 80,
  });
  expect(data.practices[0]).toMatchObject({ name: 'Football' });
  expect(Date.parse(data.practices[0]!.startTime)).toBeLessThanOrEqual(startAt);
  expect(data).toMatchObject({
    timeZone: 'America/New_York',
    organizationLocationId: fieldId,
    forecast: { stale: false, attribution: 'A test' },
  });

  const form = { label: 'Mine', ...place, organizationLocationId: fieldId };
  const { id } = (await call('POST', 'location/Add', ours.people.customer.key, form)).body.data;
  const own: Today = (await todayAt(id)).body.data;
  expect(lanesOf(own)).toEqual(lanesOf(data));
  expect(own.practices).toEqual(data.practices);
});

test('an open warning stops the present hour whatever the forecast says', async () => {
  await forecast([hour(0, 70), hour(1, 70)]);
  const { id: policyId } = (await policy('WBGT', 90)).body.data;
  await server.store.db
    .insertInto('warnings')
    .values({
      organization_id: ours.organizationId,
      organization_location_id: fieldId,
      policy_id: policyId,
      policy_revision: 1,
      ...place,
      state: JSON.stringify({ kind: 'none' }),
      started_at: new Date(startAt),
      updated_at: new Date(startAt),
    })
    .execute();
  const data: Today = (await todayAt(fieldId)).body.data;
  expect(data.lanes[1]!.hours.slice(0, 2).map(({ state }) => state)).toEqual(['stops', 'open']);
  expect(data.lanes[1]!.inEffectSince).toBe(new Date(startAt).toISOString());
});

test('without a forecast no hour is known, and the practices are there', async () => {
  await policy('WBGT', 90);
  await practise([0, 1, 2, 3, 4, 5, 6]);
  const data: Today = (await todayAt(fieldId)).body.data;
  expect(data.forecast).toBeNull();
  for (const { hours } of data.lanes) expect(hours.every(({ state }) => state === 'unknown')).toBe(true);
  expect(data.practices).not.toEqual([]);
});

test('a location of its own has lightning only', async () => {
  await forecast([hour(0, 99)]);
  await policy('WBGT', 90);
  const form = { label: 'Mine', ...place };
  const { id } = (await call('POST', 'location/Add', ours.people.customer.key, form)).body.data;
  const data: Today = (await todayAt(id)).body.data;
  expect(data.lanes.map(({ label }) => label)).toEqual(['Lightning']);
  expect(data).toMatchObject({ practices: [], organizationLocationId: null });
});

test('to another organization the place does not exist', async () => {
  const form = { label: 'Mine', ...place, organizationLocationId: fieldId };
  const { id } = (await call('POST', 'location/Add', ours.people.customer.key, form)).body.data;
  const { key } = theirs.people['super-admin'];
  for (const asked of [fieldId, id, 'nonsense']) expect((await todayAt(asked, key)).status, asked).toBe(404);
});
