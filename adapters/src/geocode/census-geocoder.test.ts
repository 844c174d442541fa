import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveHttpClient, openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, type StandIn } from '../stand-in-server.ts';
import { createCensusGeocoder } from './census-geocoder.ts';
import { createOfflineGeocoder } from './offline-geocoder.ts';
import type { Geocoder } from './port.ts';

const match = (matchedAddress: unknown, x: unknown, y: unknown) => ({
  matchedAddress,
  coordinates: { x, y },
  tigerLine: { side: 'L' },
});
let answer: { status: number; body: string; headers?: Record<string, string> };
let asked: string[];
let service: StandIn;
let http: LiveHttpClient;
let geocoder: Geocoder;

beforeAll(async () => {
  service = await openStandIn((request, response) => {
    asked.push(request.url!);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  http = openLiveHttpClient({ userAgent: 'test' });
  geocoder = createCensusGeocoder({ http, names: createOfflineGeocoder(), url: service.url });
});
afterAll(async () => {
  await geocoder.close();
  await http.close();
  await service.close();
});

const search = (text: string, found: unknown[] = []) => {
  asked = [];
  answer = { status: 200, body: JSON.stringify({ result: { input: {}, addressMatches: found } }) };
  return geocoder.search({ text, limit: 2 });
};

describe('street addresses', () => {
  test('are found, at most as many as asked for, and not shouted', async () => {
    const found = await search('4600 Silver Hill Rd, Washington', [
      match('4600 SILVER HILL RD, WASHINGTON, DC, 20233', -76.927, 38.846),
      match('4601 SILVER HILL RD, WASHINGTON, DC, 20233', -76.928, 38.847),
      match('4602 SILVER HILL RD, WASHINGTON, DC, 20233', -76.929, 38.848),
    ]);
    expect(found).toEqual([
      { label: '4600 Silver Hill Rd, Washington, DC, 20233', latitude: 38.846, longitude: -76.927 },
      { label: '4601 Silver Hill Rd, Washington, DC, 20233', latitude: 38.847, longitude: -76.928 },
    ]);
    expect(asked).toEqual([
      '/locations/onelineaddress?address=4600+Silver+Hill+Rd%2C+Washington&benchmark=Public_AR_Current&format=json',
    ]);
  });

  test('without a place that can be read are left out', async () => {
    expect(
      await search('1 Main St', [
        match('1 MAIN ST', null, 38),
        match(null, -77, 38),
        match('1 MAIN ST', -77, 138),
        null,
      ]),
    ).toEqual([]);
  });

  test.each(['Tampa', '27.95, -82.46', ''])('%j is no address and is not asked for', async (text) => {
    const found = await search(text);
    expect(asked).toEqual([]);
    expect(found.length).toBe(text === '' ? 0 : Math.min(2, found.length));
  });

  test('that the Bureau does not know fall back to names', async () => {
    expect(await search('100 Mile House')).toEqual(expect.any(Array));
    expect(asked).toHaveLength(1);
  });
});

test('a point is called by the nearest name', async () => {
  expect((await geocoder.reverse({ latitude: 27.95, longitude: -82.46 }))?.label).toBe('Tampa, FL');
});

describe('what the service must not answer with', () => {
  test.each<[string, typeof answer, string]>([
    ['HTML instead of JSON', { status: 200, body: '<html>' }, 'malformed'],
    ['JSON that is cut off', { status: 200, body: '{"result":{"addressMatches":[' }, 'malformed'],
    ['another shape', { status: 200, body: '{"result":{}}' }, 'malformed'],
    ['null', { status: 200, body: 'null' }, 'malformed'],
    ['404', { status: 404, body: '' }, 'upstream'],
    ['503', { status: 503, body: '' }, 'upstream'],
    ['more than a megabyte', { status: 200, body: 'x'.repeat(1_100_000) }, 'malformed'],
  ])('%s', async (_name, given, kind) => {
    asked = [];
    answer = given;
    await expect(geocoder.search({ text: '1 Main St', limit: 2 })).rejects.toMatchObject({ kind });
  });
});
