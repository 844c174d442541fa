import type { Evapotranspiration } from '@allclear/contract';
import {
  DAY_MS,
  HOUR_MS,
  localDaysBetween,
  MINUTE_MS,
  QUARTER_MS,
  type SummaryMeasure,
  summaryMeasures,
  summaryOf,
} from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';
import { storeReports } from '../../stations/observations.store.ts';
import {
  ensureSummaryPartitions,
  replaceQuarters,
  type StationStretch,
} from '../../stations/summaries/summaries.store.ts';
import { evapotranspirationOfDays, lastWholeDays } from './evapotranspiration-of-days.ts';

const timeZone = 'America/New_York';
/** Monday 9 March 2026, 10:00 in Tampa; the day before had 23 hours. */
const now = Date.parse('2026-03-09T14:00:00Z');
const from = Date.parse('2026-02-18T05:00:00Z');
const tampa = { latitude: 28, longitude: -82 };
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let roof: string;
let bare: string;

type Values = { readonly [measure in SummaryMeasure]?: number | null };
/** A bell of sun from 7 AM to 6:30 PM, below the clear sky of February and March. */
const sun = (at: number) =>
  Math.max(
    0,
    650 * Math.sin((((at - Date.parse('2026-02-18T12:00:00Z')) % DAY_MS) / (11.5 * HOUR_MS)) * Math.PI),
  );
const weather = (at: number): Values => ({
  temperatureC: 20 + 5 * Math.sin((((at - from) % DAY_MS) / DAY_MS - 0.4) * 2 * Math.PI),
  dewPointC: 10,
  windMps: 3,
  solarWm2: (at - from) % DAY_MS >= 7 * HOUR_MS && (at - from) % DAY_MS < 18.5 * HOUR_MS ? sun(at) : 0,
});

/** Writes the quarter hours of a station until now. */
async function store(stationId: string, values: (at: number) => Values | null) {
  const quarters: StationStretch[] = [];
  for (let at = from; at < now; at += QUARTER_MS) {
    const found = values(at);
    if (!found) continue;
    const measures = summaryMeasures.map(
      (measure) => [measure, summaryOf([found[measure] ?? null])] as const,
    );
    quarters.push({
      at,
      reports: 1,
      quarters: 1,
      measures: Object.fromEntries(measures) as StationStretch['measures'],
      windEastSum: 0,
      windNorthSum: 0,
      windVectors: 0,
      rainMm: null,
      maxRainHourMm: null,
    });
  }
  await server.store.db
    .transaction()
    .execute((transaction) => replaceQuarters(transaction, [{ stationId, timeZone, quarters }]));
}

const dayOf = (at: number) => new Date(at - 5 * HOUR_MS).toISOString().slice(0, 10);
const get = (path: string, key = ours.people.customer.key) =>
  ask(server.app, 'GET', `/api/Observations/Evapotranspiration/${path}`, { key });
const read = async (path: string) => (await get(path)).body.data as Evapotranspiration;
const custom = (startDate: string, endDate: string, id = roof) =>
  get(`Custom/${id}?startDate=${startDate}&endDate=${endDate}`);

async function addStation(name: string, elevationM: number | null): Promise<string> {
  const place = await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name, ...tampa, created_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await ask(server.app, 'POST', '/api/WeatherStation', {
    key: ours.people.admin.key,
    body: { name, organizationLocationId: place.id },
  });
  const { id } = added.body.data;
  await server.store.db
    .updateTable('stations')
    .set({ elevation_m: elevationM })
    .where('id', '=', id)
    .execute();
  return id;
}

beforeAll(async () => {
  server = await openTestServer();
  server.clock.set(now);
  ours = await server.organization('Ours');
  theirs = await server.organization('Theirs');
  roof = await addStation('Roof', 8);
  bare = await addStation('Pole', null);
  const instants = Array.from({ length: 25 }, (_, day) => from + day * DAY_MS);
  await ensureSummaryPartitions(server.store.db, instants);
  const government = {
    stationId: 'KTPA',
    stationName: 'Tampa',
    latitude: 28.1,
    longitude: -82,
    elevationM: 8,
    temperatureC: 20,
    dewPointC: 10,
    windMps: 3,
    windGustMps: null,
    windDirection: 180 as const,
    altimeterHpa: null,
    visibilityMiles: null,
    visibilityAtLeast: false,
    precipitationLastHourMm: null,
    cloudCover: 0.5,
    weatherText: null,
    thunder: 'unknown' as const,
  };
  const hourly = Array.from({ length: Math.floor((now - from) / HOUR_MS) }, (_, hour) => {
    const observedAt = from + hour * HOUR_MS + 53 * MINUTE_MS;
    return { ...government, observedAt, raw: `${observedAt}` };
  });
  await storeReports(server.store.db, testActor, 'test', hourly, now);
  await store(roof, (at) => {
    const day = dayOf(at);
    if (day === '2026-03-05') return { ...weather(at), dewPointC: null };
    if (day === '2026-03-03') return { ...weather(at), solarWm2: (weather(at).solarWm2 ?? 0) * 1.9 };
    if (day === '2026-03-02') return null;
    if (day === '2026-03-04' || day === '2026-03-06') return { ...weather(at), solarWm2: null };
    return weather(at);
  });
  await store(bare, weather);
  await server.store.db
    .insertInto('observations')
    .values(
      Array.from({ length: 24 }, (_, index) => ({
        station_id: roof,
        observed_at: new Date(Date.parse('2026-03-06T15:00:00Z') + index * 10 * MINUTE_MS),
        received_at: new Date(now),
        thunder: 'unknown' as const,
        raw: '{}',
        flagged: JSON.stringify({ solarWm2: { value: 512, reason: 'stuck' } }),
      })),
    )
    .execute();
});
afterAll(() => server.close());

describe('the last whole days', () => {
  test('are seven unless three are asked for, up to yesterday, each with its reasons and its time zone', async () => {
    const { points, ...rest } = await read(roof);
    expect(
      points.map(({ date, missing, approx, pyranometerFault }) => [date, missing, approx, pyranometerFault]),
    ).toEqual([
      ['2026-03-02', ['reports'], false, null],
      ['2026-03-03', [], true, 'above-clear-sky'],
      ['2026-03-04', [], true, null],
      ['2026-03-05', ['humidity'], false, null],
      ['2026-03-06', [], true, 'stuck'],
      ['2026-03-07', [], false, null],
      ['2026-03-08', [], false, null],
    ]);
    for (const { value, missing, timeZone: zone } of points) {
      expect(value === null).toBe(missing.length > 0);
      expect(zone).toBe(timeZone);
      if (value !== null) expect(value).toBeGreaterThan(0.08);
      if (value !== null) expect(value).toBeLessThan(0.2);
    }
    expect(points[1]?.cloudStation).toEqual({ id: 'KTPA', name: 'Tampa', distanceMiles: 6.9 });
    expect(points[6]?.inputs).toMatchObject({
      avgDewPoint: 50,
      avgWindSpeed: 6.7,
      solarRadiation: expect.any(Number),
    });
    expect(rest).toMatchObject({
      standard: 'ASCE-EWRI 2005, short crop (clipped grass)',
      elevationFeet: 26,
      lacks: [],
      timeZone,
    });
    expect((await read(`${roof}?days=3`)).points).toEqual(points.slice(-3));
    expect((await read(`${roof}?days=7`)).points).toEqual(points);
  });

  test('totals are of whole days only; one with a missing day is empty and names it', async () => {
    const { points, totals } = await read(`${roof}?days=3`);
    const sum = points.reduce((total, { value }) => total + (value ?? Number.NaN), 0);
    expect(totals).toEqual([
      { days: 1, value: points[2]?.value, approx: false, missingDays: [] },
      { days: 3, value: Number(sum.toFixed(3)), approx: true, missingDays: [] },
      { days: 7, value: null, approx: true, missingDays: ['2026-03-02', '2026-03-05'] },
    ]);
  });

  test('a day of 23 hours is one of them; the minutes after midnight are not', async () => {
    expect(lastWholeDays(2, now, timeZone).map(({ from: at, until }) => (until - at) / HOUR_MS)).toEqual([
      24, 23,
    ]);
    expect(lastWholeDays(1, Date.parse('2026-03-09T03:59:00Z'), timeZone)[0]?.day).toBe('2026-03-07');
    expect(lastWholeDays(1, Date.parse('2026-03-09T04:00:00Z'), timeZone)[0]?.day).toBe('2026-03-08');
    expect(lastWholeDays(7, Date.parse('2026-11-02T12:00:00Z'), timeZone)).toHaveLength(7);
  });

  test('a government station that reports once an hour has them, marked as approximate', async () => {
    const { points } = await read('KTPA');
    expect(
      points.every(({ value, approx, cloudStation }) => value !== null && approx && cloudStation === null),
    ).toBe(true);
  });

  test('a station without an elevation lacks the feature', async () => {
    const { points, lacks } = await read(bare);
    expect(lacks).toEqual(['elevation']);
    expect(points.every(({ value, missing }) => value === null && missing.includes('elevation'))).toBe(true);
  });
});

describe('a custom range', () => {
  test('is of local days, the last one included, or of those that hold two instants', async () => {
    const dates = (answer: Awaited<ReturnType<typeof custom>>) =>
      (answer.body.data as Evapotranspiration).points.map(({ date }) => date);
    expect(dates(await custom('2026-03-07', '2026-03-08'))).toEqual(['2026-03-07', '2026-03-08']);
    expect(dates(await custom('2026-02-23', '2026-03-08'))).toHaveLength(14);
    expect(dates(await custom('2026-03-06T05:00:00Z', '2026-03-08T05:00:00Z'))).toEqual([
      '2026-03-06',
      '2026-03-07',
    ]);
    const { totals } = (await custom('2026-02-20', '2026-02-22')).body.data as Evapotranspiration;
    expect(totals[0]?.value).toBe((await read(roof)).totals[0]?.value);
  });

  test.each([
    ['15 days', '2026-02-22', '2026-03-08', 'Custom Range must be 14 days or less.'],
    ['a year', '2025-03-08', '2026-03-08', 'Custom Range must be 14 days or less.'],
    ['today', '2026-03-05', '2026-03-09', 'The end must be in the past'],
    ['an end before the start', '2026-03-07', '2026-03-05', 'The end must be after the start'],
  ])('%s is refused', async (_, startDate, endDate, message) => {
    const { status, body } = await custom(startDate, endDate);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });
});

test.each(['5', '0', '1', '14', 'week', ''])('days=%s is refused', async (days) => {
  expect((await get(`${roof}?days=${days}`)).status).toBe(400);
});

test('a station of others does not exist; without a sign-in nothing is said', async () => {
  expect((await get(roof.toUpperCase())).status).toBe(200);
  const range = 'startDate=2026-03-05&endDate=2026-03-07';
  for (const path of [roof, `Custom/${roof}?${range}`, 'nobody', `Custom/nobody?${range}`])
    expect((await get(path, theirs.people.admin.key)).status).toBe(404);
  expect((await ask(server.app, 'GET', `/api/Observations/Evapotranspiration/${roof}`, {})).status).toBe(401);
});

test('a long range is read in parts, and each day is that of a short one', async () => {
  const station = { id: roof, ...tampa, elevationM: 8, windHeightM: 10 };
  const long = await evapotranspirationOfDays(server.store.db, station, {
    from: from - 60 * DAY_MS,
    until: now,
  });
  expect(long.map(({ day }) => day)).toEqual(
    localDaysBetween(from - 60 * DAY_MS, now, timeZone).map(({ day }) => day),
  );
  const short = await evapotranspirationOfDays(server.store.db, station, {
    from: from + DAY_MS,
    until: from + 4 * DAY_MS,
  });
  for (const day of short) expect(long).toContainEqual(day);
});

test('fourteen days are answered within a second', async () => {
  await custom('2026-02-23', '2026-03-08');
  const began = performance.now();
  await custom('2026-02-23', '2026-03-08');
  const took = performance.now() - began;
  expect(took).toBeLessThan(1_000);
});
