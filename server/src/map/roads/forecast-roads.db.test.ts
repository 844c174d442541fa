import { createRasterPool, type RadarFrame } from '@allclear/adapters';
import { readPng } from '@allclear/adapters/raster/read-png.ts';
import { type CompleteForecastHour, roadColors } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { roundPlace } from '../../alerts/place-zones.store.ts';
import { storeForecast, storeForecastPlace } from '../../forecasts/store.ts';
import { storeReports } from '../../stations/observations.store.ts';
import { createForecastRoads } from './forecast-roads.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = startAt + 25 * minute;
const source = { vendor: 'test-forecast', attribution: 'Test service' };
const wet = { latitude: 42.01, longitude: -90.02 };
const dry = { latitude: 44, longitude: -95 };
const old = { latitude: 47, longitude: -100 };
const signal = new AbortController().signal;
const pool = createRasterPool();
let server: TestServer;

function hours(rainMm: (index: number) => number | null): CompleteForecastHour[] {
  return Array.from({ length: 50 }, (_, index) => ({
    at: startAt + (index - 26) * hour,
    temperatureC: 12,
    relativeHumidityPct: 80,
    windMps: 3,
    windGustMps: null,
    windFromDegrees: null,
    cloudCover: 0.9,
    precipitationMm: rainMm(index - 26),
    precipitationChancePct: null,
    snowMm: 0,
    weatherCode: null,
    isDaytime: true,
    feelsLikeF: null,
    wbgtF: null,
  }));
}

beforeAll(async () => {
  server = await openTestServer();
  const { organizationId } = await server.organization('Our District');
  for (const [name, at, rain, asOf] of [
    // Rain until now, dry from the second hour on; the fifth is missing.
    ['wet', wet, (index: number) => (index <= 0 ? 4 : index === 5 ? null : 0), now - 30 * minute],
    ['dry', dry, () => 0, now - hour],
    ['old', old, () => 9, now - 7 * hour],
  ] as const) {
    const values = { organization_id: organizationId, name, ...at, created_at: new Date(startAt) };
    await server.store.db.insertInto('organization_locations').values(values).execute();
    await storeForecastPlace(
      server.store.db,
      testActor,
      source.vendor,
      roundPlace(at),
      `cell-${name}`,
      startAt,
    );
    await storeForecast(
      server.store.db,
      testActor,
      source.vendor,
      `cell-${name}`,
      { issuedAt: asOf, asOf, hours: hours(rain) },
      now,
    );
  }
});
afterAll(async () => {
  await pool.close();
  await server.close();
});

const open = () => createForecastRoads({ db: server.store.db, forecast: source, pool });
const colorAt = (png: Uint8Array, x: number, y: number) => readPng(png, 'test').pixels[y * 64 + x]!;
const viewOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  box: { north: latitude + 0.5, south: latitude - 0.5, west: longitude - 0.5, east: longitude + 0.5 },
  widthPx: 64,
  heightPx: 64,
});
const slippery = roadColors.find(({ condition }) => condition === 'slippery')!;
const slipperyPixel = ((slippery.red << 24) | (slippery.green << 16) | (slippery.blue << 8) | 255) >>> 0;

describe('roads of forecasts', () => {
  test('are drawn around places whose forecast is known; beyond them and of old ones nothing is', async () => {
    const [current] = open().feeds;
    const { asOf, data } = await current!.poll({ now, signal });
    expect(asOf).toBe(now - hour);
    const draw = (place: { latitude: number; longitude: number }) =>
      current!.image!({ frame: data.frames[0]!, view: viewOf(place) });
    expect(colorAt(await draw(wet), 32, 32)).toBe(slipperyPixel);
    expect(colorAt(await draw(wet), 2, 2)).toBe(0);
    const shade = colorAt(await draw(dry), 32, 32);
    expect([shade === slipperyPixel, (shade & 0xff) > 0 && (shade & 0xff) < 128]).toEqual([false, true]);
    expect(readPng(await draw(old), 'test').pixels.every((pixel) => pixel === 0)).toBe(true);
    // Tiles are the same image.
    expect(
      readPng(await current!.tile({ frame: data.frames[0]!, z: 6, x: 15, y: 23, signal }), 'test').pixels,
    ).toContain(slipperyPixel);
  });
  test('ahead by the hour: wet for three hours, then dry, then unknown where the forecast is silent', async () => {
    const [, future] = open().feeds;
    const { frames } = (await future!.poll({ now, signal })).data;
    expect(frames.map(({ validAt }) => (validAt - startAt) / hour)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    expect(frames.every(({ issuedAt }) => issuedAt === now)).toBe(true);
    const draw = async (frame: RadarFrame) =>
      colorAt(await future!.image!({ frame, view: viewOf(wet) }), 32, 32);
    const pixels = await Promise.all(frames.map(draw));
    const shade = await draw(frames[2]!);
    expect(pixels.slice(0, 8)).toEqual([slipperyPixel, slipperyPixel, shade, shade, 0, 0, 0, shade]);
    expect(shade).not.toBe(0);
  });
  test('at a point: what a station nearby reports counts for now', async () => {
    const roads = open();
    const before = await roads.outlook(wet, now);
    if (typeof before === 'string') throw new Error(before);
    expect(before).toMatchObject({
      stale: false,
      asOf: now - 30 * minute,
      basis: 'Modeled from the forecast.',
    });
    expect(before.now.state?.condition).toBe('slippery');
    expect(before.hours.map(({ state }) => state?.condition ?? null)).toEqual([
      ...['slippery', 'slippery', 'none', 'none', null, null, null],
      ...['none', 'none', 'none', 'none', 'none'],
    ]);
    const report = {
      stationId: 'KTST',
      stationName: 'Test Field',
      latitude: wet.latitude + 0.05,
      longitude: wet.longitude,
      elevationM: 200,
      observedAt: now - 10 * minute,
      // Cold enough for snow to stay under a June sun.
      temperatureC: -14,
      dewPointC: -15,
      windMps: 3,
      windGustMps: null,
      windDirection: 90,
      altimeterHpa: 1000,
      visibilityMiles: 1,
      visibilityAtLeast: false,
      precipitationLastHourMm: 3,
      cloudCover: 1,
      weatherText: 'heavy snow',
      thunder: 'no',
      raw: '',
    } as const;
    await storeReports(server.store.db, testActor, 'test', [report], now);
    const after = await roads.outlook(wet, now);
    if (typeof after === 'string') throw new Error(after);
    expect(after.now.state?.condition).toBe('heavy-snow');
    expect(after.basis).toBe('Modeled from the forecast and the report of Test Field, 3 mi away.');
  });
  test('where there is no forecast nothing is known, and an old one says nothing', async () => {
    const roads = open();
    expect(await roads.outlook({ latitude: 10, longitude: 10 }, now)).toBe('outside');
    expect(await roads.outlook(old, now)).toBe('unobserved');
  });
  test('before any forecast was read it is a failure; where nobody watches, or no forecast reaches, an empty picture', async () => {
    const vendor = 'another';
    const none = createForecastRoads({ db: server.store.db, forecast: { ...source, vendor }, pool });
    await expect(none.feeds[0]!.poll({ now, signal })).rejects.toMatchObject({
      name: 'AdapterError',
      kind: 'upstream',
    });
    for (const place of [wet, dry, old])
      await storeForecastPlace(server.store.db, testActor, vendor, roundPlace(place), 'cell', startAt);
    await expect(none.feeds[0]!.poll({ now, signal })).rejects.toMatchObject({ name: 'AdapterError' });
    for (const place of [wet, dry, old])
      await storeForecastPlace(server.store.db, testActor, vendor, roundPlace(place), null, startAt);
    const { asOf, data } = await none.feeds[0]!.poll({ now, signal });
    expect(asOf).toBe(now);
    expect(
      readPng(
        await none.feeds[0]!.image!({ frame: data.frames[0]!, view: viewOf(wet) }),
        'test',
      ).pixels.every((pixel) => pixel === 0),
    ).toBe(true);
  });
});
