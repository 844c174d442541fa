import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteGeocoder, type Geocoder, openLiveHttpClient } from '@allclear/adapters';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lookUpAddresses, maxAddresses } from './look-up-addresses.ts';

let service: Server;
let geocoder: Geocoder;
let asked = 0;
let atOnce = 0;
let maxAtOnce = 0;
let answer: 'place' | 'nothing' | 'failure' | 'silence' = 'place';
const http = openLiveHttpClient({ userAgent: 'test' });

beforeAll(async () => {
  service = createServer(async (_request, response) => {
    asked += 1;
    atOnce += 1;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 2));
    atOnce -= 1;
    if (answer === 'silence') return;
    if (answer === 'failure') response.statusCode = 500;
    response.end(
      JSON.stringify(answer === 'place' ? [{ lat: '28', lon: '-82', display_name: 'Tampa' }] : []),
    );
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  geocoder = createRemoteGeocoder({ kind: 'nominatim', url: `http://127.0.0.1:${port}`, http });
});
afterAll(async () => {
  await http.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  asked = 0;
  maxAtOnce = 0;
});

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `Road ${n}`);

test('each address is asked for once, one after the other, and at most a hundred of them', async () => {
  answer = 'place';
  const found = await lookUpAddresses(geocoder, [...addresses(102), ...addresses(102)]);
  expect(asked).toBe(maxAddresses);
  expect(maxAtOnce).toBe(1);
  expect(found.get('Road 0')).toEqual({ kind: 'found', label: 'Tampa', latitude: 28, longitude: -82 });
  expect([found.get('Road 99')?.kind, found.get('Road 100')?.kind]).toEqual(['found', 'too-many']);
});

test('an address that the search does not find is unknown', async () => {
  answer = 'nothing';
  expect([...(await lookUpAddresses(geocoder, addresses(2))).values()]).toEqual([
    { kind: 'unknown' },
    { kind: 'unknown' },
  ]);
});

test('after a failure the search is asked no more', async () => {
  answer = 'failure';
  const found = await lookUpAddresses(geocoder, addresses(3));
  expect([...found.values()].map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
  const retriesOfOne = asked;
  await lookUpAddresses(geocoder, addresses(1));
  expect(asked).toBeLessThanOrEqual(retriesOfOne * 2);
});

test('a search that does not answer ends with the time that it has', async () => {
  answer = 'silence';
  const startMs = performance.now();
  const found = await lookUpAddresses(geocoder, addresses(3), { withinMs: 300 });
  expect(performance.now() - startMs).toBeLessThan(4_000);
  expect([...found.values()].every(({ kind }) => kind === 'unavailable')).toBe(true);
});
