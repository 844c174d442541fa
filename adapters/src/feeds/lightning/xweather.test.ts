import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import type { LightningBatch, LightningFeed } from './port.ts';
import { createXweatherFeed, xweatherCenters, xweatherRegion } from './xweather.ts';

const now = Date.UTC(2026, 7, 22, 22, 20);
const record = (id: string, at: number, extra: object = {}) => ({
  id,
  loc: { long: -89.8295, lat: 34.9618 },
  ob: {
    timestamp: Math.floor(at / 1_000),
    dateTimeISO: new Date(at).toISOString(),
    pulse: { type: 'cg', peakamp: -7_000 },
  },
  ...extra,
});
const answer = (response: unknown[]) => JSON.stringify({ success: true, error: null, response });
const noData =
  '{"success":true,"error":{"code":"warn_no_data","description":"No data was returned for the request."},"response":[]}';

let service: FailingService;
let feed: LightningFeed;
beforeAll(async () => {
  service = await openFailingService();
});
afterAll(() => service.close());
beforeEach(() => {
  feed = createXweatherFeed({
    http: service.http,
    key: { clientId: 'id', clientSecret: 'hush' },
    center: { latitude: 35, longitude: -90 },
  });
});
const poll = async (at = now): Promise<LightningBatch[]> => {
  const batches: LightningBatch[] = [];
  const request = {
    now: at,
    since: at - 3_600_000,
    known: () => false,
    onFault: () => {},
    signal: new AbortController().signal,
  };
  for await (const batch of feed.poll(request)) batches.push(batch);
  return batches;
};

describe('an answer', () => {
  test('of either age of the service: seconds or ms, amperes to kA', async () => {
    const newer = record('b', now - 60_500, {
      loc: { long: -90.0123, lat: 35.1001 },
      ob: { timestampMS: now - 60_500, pulse: { type: 'IC', peakamp: 12_000 } },
    });
    service.answer(() => ({ body: answer([newer, record('a', now - 120_000)]) }));
    const [batch] = await poll();
    expect(batch).toMatchObject({ from: now - 300_000, to: now - 30_000 });
    expect(batch!.flashes).toMatchObject([
      {
        key: 'b',
        at: now - 60_500,
        latitude: 35.1001,
        longitude: -90.0123,
        amplitudeKa: 12,
        type: 4,
        energyJ: null,
      },
      { key: 'a', at: now - 120_000, amplitudeKa: -7, type: 3 },
    ]);
    const asked = new URL(service.asked.at(-1)!, 'http://x');
    expect(asked.pathname).toBe('/lightning/35.0,-90.0');
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      radius: '62mi',
      from: '-5minutes',
      filter: 'all',
      client_id: 'id',
      client_secret: 'hush',
    });
  });

  test('as GeoJSON', async () => {
    const { loc: _loc, ...properties } = record('a', now - 60_000);
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [-89.8, 34.9] }, properties };
    service.answer(() => ({ body: JSON.stringify({ type: 'FeatureCollection', features: [feature] }) }));
    expect((await poll())[0]!.flashes).toMatchObject([{ key: 'a', latitude: 34.9, longitude: -89.8 }]);
  });

  test('without any strike covers the period', async () => {
    service.answer(() => ({ body: noData }));
    expect(await poll()).toEqual([
      { key: expect.any(String), from: now - 300_000, to: now - 30_000, flashes: [] },
    ]);
  });

  test('with what is missing', async () => {
    service.answer(() => ({
      body: answer([record('a', now - 60_000, { ob: { timestamp: (now - 60_000) / 1_000 } })]),
    }));
    expect((await poll())[0]!.flashes).toMatchObject([{ amplitudeKa: null, type: 0 }]);
  });

  test('a strike is handed over once, though every poll sees five minutes', async () => {
    service.answer(() => ({ body: answer([record('a', now - 60_000)]) }));
    expect((await poll())[0]!.flashes).toHaveLength(1);
    const [again] = await poll(now + 60_000);
    expect(again).toMatchObject({ from: now - 240_000, to: now + 30_000, flashes: [] });
  });

  test('that is full covers only as far back as it reaches', async () => {
    service.answer(() => ({
      body: answer(
        Array.from({ length: 1_000 }, (_, index) => record(`s${index}`, now - 30_000 - index * 100)),
      ),
    }));
    const [batch] = await poll();
    expect(batch!.flashes).toHaveLength(1_000);
    expect(batch!.from).toBeGreaterThanOrEqual(now - 30_000 - 100_000);
  });
});

describe('a failure', () => {
  test.each(badAnswers)('%s', async (_name, given, expected) => {
    service.answer(() => given);
    await expect(poll()).rejects.toMatchObject({ name: 'AdapterError', ...expected });
  });
  test.each([
    ['a bad client', '{"success":false,"error":{"code":"invalid_client"},"response":[]}', { kind: 'auth' }],
    [
      'a plan that does not hold lightning',
      '{"success":false,"error":{"code":"insufficient_scope"},"response":[]}',
      { kind: 'auth' },
    ],
    [
      'too many a minute',
      '{"success":false,"error":{"code":"maxhits_min"},"response":[]}',
      { kind: 'upstream', retryable: true },
    ],
    [
      'another warning',
      '{"success":true,"error":{"code":"warn_location"},"response":[]}',
      { kind: 'malformed' },
    ],
    ['no list', '{"success":true,"error":null}', { kind: 'malformed' }],
    ['a list that is cut off', '{"success":true,"error":null,"response":[{"id"', { kind: 'malformed' }],
    [
      'a strike without a place',
      answer([{ id: 'a', ob: { timestamp: now / 1_000 } }]),
      { kind: 'malformed' },
    ],
    ['a strike of tomorrow', answer([record('a', now + 86_400_000)]), { kind: 'malformed' }],
  ])('%s', async (_name, body, expected) => {
    service.answer(() => ({ body }));
    await expect(poll()).rejects.toMatchObject({ name: 'AdapterError', ...expected });
  });
  test('says nothing of the key', async () => {
    service.answer(() => ({ status: 401, body: '{"success":false,"error":{"code":"invalid_client"}}' }));
    const error = await poll().catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ kind: 'auth' });
    expect(String((error as Error).message)).not.toMatch(/hush|client_id/);
  });
});

describe('regions', () => {
  test('places that lie together share a center, and each is covered with its largest zone', () => {
    const places = [
      { latitude: 35.05, longitude: -90.02 },
      { latitude: 34.96, longitude: -89.95 },
      { latitude: 51.5, longitude: -0.1 },
    ];
    const centers = xweatherCenters(places);
    expect(centers).toHaveLength(2);
    for (const { latitude, longitude } of places) {
      const regions = centers.map(
        (center) => xweatherRegion(`xweather:${center.latitude.toFixed(1)},${center.longitude.toFixed(1)}`)!,
      );
      expect(regions.filter(({ covers }) => covers(latitude, longitude, 50))).toHaveLength(1);
    }
  });
  test('a place with zones beyond the circle is not covered; other feeds have other names', () => {
    const { covers } = xweatherRegion('xweather:35.0,-90.0')!;
    expect([covers(35, -90, 62), covers(35, -90, 63), covers(35.5, -90, 50)]).toEqual([true, false, false]);
    expect([xweatherRegion('glm-goes19'), xweatherRegion('xweather:x')]).toEqual([null, null]);
  });
});
