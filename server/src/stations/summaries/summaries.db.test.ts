import { DAY_MS, HOUR_MS, localDay, MINUTE_MS, summaryMeasures, summaryOf } from '@allclear/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { storeReports } from '../observations.store.ts';
import { storedStretches as stationStretches } from './summaries.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const report = (observedAt: number, temperatureC: number, precipitationLastHourMm: number | null = null) => ({
  stationId: 'KTPA',
  stationName: 'Tampa',
  latitude: 27.9,
  longitude: -82.5,
  elevationM: 8,
  observedAt,
  temperatureC,
  dewPointC: 20,
  windMps: 3,
  windGustMps: null,
  windDirection: 270 as const,
  altimeterHpa: null,
  visibilityMiles: null,
  visibilityAtLeast: false,
  precipitationLastHourMm,
  cloudCover: 0,
  weatherText: null,
  thunder: 'unknown' as const,
  raw: `${observedAt} ${temperatureC} ${precipitationLastHourMm}`,
});

test('reports in any order, and corrected ones, are in the summaries of their quarter hour, hour and local day', async () => {
  const { db } = server.store;
  const hour = startAt - (startAt % HOUR_MS) - 3 * HOUR_MS;
  const send = (reports: ReturnType<typeof report>[]) =>
    storeReports(db, testActor, 'test', reports, startAt);
  await send([report(hour + 20 * MINUTE_MS, 30, 4), report(hour + 5 * MINUTE_MS, 20, 1)]);
  await send([report(hour + 10 * MINUTE_MS, 25, 2)]);
  await send([report(hour + 5 * MINUTE_MS, 10, 1)]);
  const range = { from: hour, until: hour + HOUR_MS };
  const quarters = await stationStretches(db, 'KTPA', { length: 'quarter', ...range });
  expect(quarters.map(({ at, reports, rainMm }) => [(at - hour) / MINUTE_MS, reports, rainMm])).toEqual([
    [0, 2, 2],
    [15, 1, 2],
  ]);
  const [ofHour] = await stationStretches(db, 'KTPA', { length: 'hour', ...range });
  expect(ofHour).toMatchObject({
    at: hour,
    reports: 3,
    quarters: 2,
    rainMm: 4,
    maxRainHourMm: 4,
    windVectors: 3,
  });
  expect(ofHour?.measures.temperatureC).toEqual(summaryOf([10, 25, 30]));
  expect(ofHour?.windEastSum).toBeCloseTo(9);
  expect(ofHour?.measures.wbgtC?.count).toBe(2);
  const { from } = localDay(new Date(hour).toISOString().slice(0, 10), 'America/New_York');
  const days = await stationStretches(db, 'KTPA', { length: 'day', from: from - DAY_MS, until: startAt });
  expect(days).toEqual([{ ...ofHour, at: from }]);
  const [some] = await stationStretches(db, 'KTPA', {
    length: 'hour',
    ...range,
    measures: ['wbgtC', 'windMps'],
  });
  const { windMps, wbgtC } = ofHour?.measures ?? {};
  const nothing = Object.fromEntries(summaryMeasures.map((measure) => [measure, null]));
  expect(some).toEqual({ ...ofHour, measures: { ...nothing, windMps, wbgtC } });
});
