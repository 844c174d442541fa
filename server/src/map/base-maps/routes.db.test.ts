import { createBaseMap, openLiveHttpClient } from '@allclear/adapters';
import { MAP_KEY, openStandInMaps, type StandInMaps } from '@allclear/adapters/base-maps/stand-in-maps.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';

const http = openLiveHttpClient({ userAgent: 'Allclear test' });
let provider: StandInMaps;
let server: TestServer;
let key: string;

beforeAll(async () => {
  provider = await openStandInMaps();
  const satellite = {
    name: 'satellite' as const,
    url: `${provider.url}/relief/{z}/{x}/{y}.png?key=${MAP_KEY}`,
    credit: '© Us',
  };
  const street = { name: 'street' as const, url: `${provider.url}/style.json?key=${MAP_KEY}`, credit: null };
  server = await openTestServer(undefined, {
    baseMaps: [satellite, street].map((setting) => createBaseMap(setting, { http })),
  });
  key = (await server.organization('Our District')).people.customer.key;
});
afterAll(async () => {
  await server.close();
  await http.close();
  await provider.close();
});

const get = (path: string) => ask(server.app, 'GET', path, { key });
const file = async (path: string) => {
  const { statusCode, headers, rawPayload } = await server.app.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${key}` },
  });
  return {
    status: statusCode,
    type: headers['content-type'],
    keep: headers['cache-control'],
    bytes: rawPayload,
  };
};

test('the maps that are set, for people who signed in', async () => {
  expect((await get('/api/map/base')).body.data).toEqual({
    maps: [
      { name: 'satellite', attribution: '© Us' },
      { name: 'street', attribution: null },
    ],
  });
  for (const path of [
    'base',
    'base/street',
    'base/street/tiles/a/0/0/0',
    'base/street/data/a',
    'base/street/glyphs/a/0-255',
    'base/street/sprite/a.png',
  ]) {
    expect((await ask(server.app, 'GET', `/api/map/${path}`)).status).toBe(401);
  }
});

test('a house that is set to none lists none', async () => {
  const bare = await openTestServer();
  const { key: own } = (await bare.organization('Others')).people.customer;
  expect((await ask(bare.app, 'GET', '/api/map/base', { key: own })).body.data).toEqual({ maps: [] });
  expect((await ask(bare.app, 'GET', '/api/map/base/satellite', { key: own })).status).toBe(404);
  await bare.close();
});

test('every part of a style that is served is where it says, and says neither host nor key', async () => {
  const { status, body } = await get('/api/map/base/Street');
  expect(status).toBe(200);
  const text = JSON.stringify(body);
  expect(text).not.toMatch(/127\.0\.0\.1|k3y-of/);
  const { sources, sprite, glyphs } = body.data;
  const all = Object.values(sources) as { type: string; tiles?: string[]; data?: string }[];
  const tiles = all
    .flatMap((source) => source.tiles ?? [])
    .map((path) => path.replace('{z}', '2').replace('{x}', '1').replace('{y}', '3'));
  const letters = glyphs
    .replace('{fontstack}', encodeURIComponent('Noto Sans Regular'))
    .replace('{range}', '0-255');
  for (const path of [
    ...tiles,
    ...all.flatMap(({ data }) => data ?? []),
    letters,
    `${sprite[0].url}.json`,
    `${sprite[0].url}@2x.png`,
  ]) {
    const answer = await file(path);
    expect({ path, status: answer.status, keep: answer.keep }).toEqual({
      path,
      status: 200,
      keep: 'private, max-age=86400',
    });
    expect(answer.bytes.length).toBeGreaterThan(0);
  }
});

test('a tile as the provider sends it, asked for once by all; the key goes there and nowhere else', async () => {
  const { body } = await get('/api/map/base/satellite');
  const [source] = Object.values(body.data.sources) as { tiles: string[]; attribution: string }[];
  expect(source!.attribution).toBe('© Us');
  const path = source!.tiles[0]!.replace('{z}', '5').replace('{x}', '9').replace('{y}', '12');
  const before = provider.requests.length;
  const all = await Promise.all(Array.from({ length: 20 }, () => file(path)));
  expect(all.every(({ status, type }) => status === 200 && type === 'image/png')).toBe(true);
  expect(provider.asked().slice(before)).toEqual([`/relief/5/9/12.png?key=${MAP_KEY}`]);
  expect(provider.requests.at(-1)!.headers.authorization).toBeUndefined();
});

test('what is not named does not exist, and addresses cannot be smuggled in', async () => {
  const { sources } = (await get('/api/map/base/satellite')).body.data;
  const tiles = (Object.values(sources) as { tiles: string[] }[])[0]!.tiles[0]!;
  await get('/api/map/base/street');
  const asked = provider.requests.length;
  const at = (place: string) => tiles.replace('{z}/{x}/{y}', place);
  for (const path of [
    '/api/map/base/other',
    '/api/map/base/street/tiles/ffff/0/0/0',
    '/api/map/base/street/glyphs/Arial/0-255',
    at('3/8/0'),
    at('20/0/0'),
  ]) {
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
  }
  for (const path of [
    '/api/map/base/street/tiles/http%3A%2F%2Fevil.example/0/0/0',
    at('-1/0/0'),
    at('1/0.5/0'),
    '/api/map/base/street/sprite/..%2Fstyle.json',
    '/api/map/base/street/glyphs/Noto%20Sans%20Regular/..%2F0',
    '/api/map/base/s%2E%2E',
  ]) {
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 400 });
  }
  expect(provider.requests.length).toBe(asked);
});

test('a provider that fails is a 503 in words; nothing that was logged holds host or key', async () => {
  provider.odd.set('/relief/7/0/0.png', (response) => response.writeHead(403).end(`no ${MAP_KEY}`));
  const { sources } = (await get('/api/map/base/satellite')).body.data;
  const tiles = (Object.values(sources) as { tiles: string[] }[])[0]!.tiles[0]!;
  const { status, body } = await get(tiles.replace('{z}/{x}/{y}', '7/0/0'));
  expect(status).toBe(503);
  expect(body.responseException).toEqual({
    code: 'unavailable',
    message: 'This base map is not available right now.',
  });
  expect(server.logged.filter((line) => line.includes('a base map cannot be had'))).toHaveLength(1);
  expect(server.logged.join('\n')).not.toMatch(new RegExp(`${MAP_KEY}|${new URL(provider.url).port}/`));
  provider.odd.set('/relief/7/1/1.png', (response) => response.writeHead(404).end());
  expect((await get(tiles.replace('{z}/{x}/{y}', '7/1/1'))).status).toBe(404);
});
