import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdapterError } from '../adapter-error.ts';
import { openLiveHttpClient } from '../http-client/index.ts';
import { createBaseMap } from './base-map.ts';
import type { MapPart, ReadBaseMap } from './port.ts';
import { MAP_KEY, openStandInMaps, type StandInMaps, standInStyle } from './stand-in-maps.ts';

const at = '/api/map/base/street';
const { signal } = new AbortController();
const http = openLiveHttpClient({ userAgent: 'Allclear test' });
let maps: StandInMaps;
beforeEach(async () => {
  maps = await openStandInMaps();
});
afterEach(() => maps.close());

const street = (path = `/style.json?key=${MAP_KEY}`) =>
  createBaseMap({ name: 'street', url: maps.url + path, credit: null }, { http });
const satellite = (path = `/relief/{z}/{x}/{y}.png?key=${MAP_KEY}`) =>
  createBaseMap({ name: 'satellite', url: maps.url + path, credit: 'Relief <b>of ours</b>' }, { http });
const read = () => street().read(at, signal);
const sourceOf = (map: ReadBaseMap, type: string) =>
  Object.entries(map.style.sources)
    .find(([, source]) => source.type === type)![0]
    .slice('base-'.length);

async function failureOf(work: Promise<unknown> | undefined): Promise<AdapterError> {
  const error = await work?.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdapterError);
  const failure = error as AdapterError;
  // Neither the key nor where the map comes from is in what may end in a log.
  expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure.cause ?? null)}`).not.toMatch(
    new RegExp(`${MAP_KEY}|127\\.0\\.0\\.1:|relief/`),
  );
  return failure;
}

test('a tile template becomes a style of images with its attribution', async () => {
  const map = await satellite().read('/api/map/base/satellite', signal);
  const [source] = Object.values(map.style.sources);
  expect(source).toMatchObject({ type: 'raster', tileSize: 256, attribution: 'Relief of ours' });
  expect(source!.tiles).toEqual([
    expect.stringMatching(/^\/api\/map\/base\/satellite\/tiles\/[0-9a-f]+\/\{z\}\/\{x\}\/\{y\}$/),
  ]);
  const tile = map.part({ kind: 'tile', source: sourceOf(map, 'raster'), z: 3, x: 1, y: 2 })!;
  expect(tile.typeOf(await tile.ask(signal))).toBe('image/png');
  expect(maps.asked()).toEqual([`/relief/3/1/2.png?key=${MAP_KEY}`]);
});

test('a style document is shown whole from addresses of ours, and each part comes from where it named it', async () => {
  const map = await read();
  expect(map.style.layers.map(({ type }) => type)).toEqual([
    'background',
    'raster',
    'fill',
    'line',
    'symbol',
  ]);
  expect(map.style.glyphs).toBe(`${at}/glyphs/{fontstack}/{range}`);
  const [vector, raster, data] = [sourceOf(map, 'vector'), sourceOf(map, 'raster'), sourceOf(map, 'geojson')];
  expect(map.style.sources[`base-${vector}`]).toMatchObject({
    maxzoom: 14,
    attribution:
      '<a href="https://roads.example/copyright" target="_blank" rel="noopener noreferrer">© Roads</a>',
  });
  const sprite = map.style.sprite![0]!.url.split('/').at(-1)!;
  const parts: [MapPart, string, string][] = [
    [{ kind: 'tile', source: vector, z: 14, x: 1, y: 2 }, '/roads/14/1/2.pbf', 'application/octet-stream'],
    [{ kind: 'tile', source: raster, z: 9, x: 1, y: 2 }, '/relief/9/1/2.png', 'image/png'],
    [{ kind: 'data', source: data }, '/parks.geojson', 'application/geo+json'],
    [
      { kind: 'glyphs', fonts: 'Noto Sans Bold', from: 256 },
      '/fonts/Noto%20Sans%20Bold/256-511.pbf',
      'application/octet-stream',
    ],
    [{ kind: 'sprite', sprite, file: '@2x.json' }, '/signs@2x.json', 'application/json'],
    [{ kind: 'sprite', sprite, file: '.png' }, '/signs.png', 'image/png'],
  ];
  for (const [part, path, type] of parts) {
    const found = map.part(part)!;
    expect(found.typeOf(await found.ask(signal))).toBe(type);
    expect(maps.asked().at(-1)).toBe(`${path}?key=${MAP_KEY}`);
  }
});

test('what the style did not name is never asked for', async () => {
  const map = await read();
  const [vector, raster] = [sourceOf(map, 'vector'), sourceOf(map, 'raster')];
  const before = maps.requests.length;
  const parts: MapPart[] = [
    { kind: 'tile', source: 'other', z: 1, x: 0, y: 0 },
    { kind: 'tile', source: raster, z: 10, x: 0, y: 0 },
    { kind: 'tile', source: vector, z: 2, x: 4, y: 0 },
    { kind: 'data', source: vector },
    { kind: 'glyphs', fonts: '../../../secret', from: 0 },
    { kind: 'glyphs', fonts: 'Inter Variable', from: 0 },
    { kind: 'glyphs', fonts: 'Noto Sans Bold', from: 7 },
    { kind: 'sprite', sprite: 'ff', file: '.png' },
  ];
  for (const part of parts) expect(map.part(part)).toBeNull();
  expect(maps.requests.length).toBe(before);
});

describe('a server that fails', () => {
  test.each([
    [401, 'auth'],
    [403, 'auth'],
    [404, 'upstream'],
    [429, 'upstream'],
    [500, 'upstream'],
  ] as const)('%i is %s', async (status, kind) => {
    maps.odd.set('/relief/0/0/0.png', (response) => response.writeHead(status).end(`no ${MAP_KEY}`));
    const map = await satellite().read(at, signal);
    const tile = map.part({ kind: 'tile', source: sourceOf(map, 'raster'), z: 0, x: 0, y: 0 });
    expect(await failureOf(tile?.ask(signal))).toMatchObject({ kind, status, source: 'base-map-satellite' });
  });

  test.each<[string, (response: import('node:http').ServerResponse) => void, object]>([
    ['a page in place of a tile', (response) => response.end('<html>busy</html>'), { kind: 'malformed' }],
    ['more than a tile has', (response) => response.end(Buffer.alloc(5_000_000)), { kind: 'malformed' }],
    ['nothing', (response) => response.writeHead(204).end(), { kind: 'upstream', status: 404 }],
    [
      'a file of its own',
      (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      { kind: 'upstream' },
    ],
    [
      'the way into the network',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      { kind: 'refused' },
    ],
    [
      'a circle',
      (response) => response.writeHead(302, { location: `/relief/0/0/0.png?key=${MAP_KEY}` }).end(),
      { kind: 'upstream' },
    ],
  ])('%s is no tile', async (_name, answer, failure) => {
    maps.odd.set('/relief/0/0/0.png', answer);
    const map = await satellite().read(at, signal);
    const tile = map.part({ kind: 'tile', source: sourceOf(map, 'raster'), z: 0, x: 0, y: 0 });
    expect(await failureOf(tile?.ask(signal))).toMatchObject(failure);
  });

  test('a redirect on the way is followed', async () => {
    maps.odd.set('/relief/0/0/0.png', (response) =>
      response.writeHead(302, { location: `/relief/1/1/1.png?key=${MAP_KEY}` }).end(),
    );
    const map = await satellite().read(at, signal);
    const tile = map.part({ kind: 'tile', source: sourceOf(map, 'raster'), z: 0, x: 0, y: 0 })!;
    expect(tile.typeOf(await tile.ask(signal))).toBe('image/png');
  });

  test.each<[string, string]>([
    ['a wrong key', '/style.json?key=wrong'],
    ['no style there', `/no-style.json?key=${MAP_KEY}`],
  ])('%s: no style', async (_name, path) => {
    await failureOf(street(path).read(at, signal));
  });

  test('without the description of a source there is no style', async () => {
    maps.odd.set('/roads.json', (response) => response.writeHead(500).end());
    expect(await failureOf(read())).toMatchObject({ kind: 'upstream', status: 500 });
  });
});

describe('a hostile style', () => {
  const serve = (change: (style: ReturnType<typeof standInStyle> & Record<string, unknown>) => void) => {
    maps.odd.set('/style.json', (response) => {
      const style = standInStyle(maps.url);
      change(style);
      response.end(JSON.stringify(style));
    });
  };
  const addresses = [
    'file:///etc/passwd',
    'data:text/plain,x',
    'mapbox://styles/streets',
    'javascript:alert(1)',
    'gopher://x/1',
    'http://me:secret@maps.example/',
  ];

  test.each(addresses)('%s is not gone to', async (address) => {
    for (const change of [
      (style: Record<string, unknown>) => Object.assign(style, { glyphs: `${address}{fontstack}/{range}` }),
      (style: Record<string, unknown>) => Object.assign(style, { sprite: [{ id: 'default', url: address }] }),
      ({ sources }: Record<string, unknown>) =>
        Object.assign(sources as object, { roads: { type: 'vector', url: address } }),
      ({ sources }: Record<string, unknown>) =>
        Object.assign(sources as object, { relief: { type: 'raster', tiles: [`${address}{z}/{x}/{y}`] } }),
      ({ sources }: Record<string, unknown>) =>
        Object.assign(sources as object, { parks: { type: 'geojson', data: address } }),
    ]) {
      serve(change);
      expect(await failureOf(read())).toMatchObject({ kind: 'malformed' });
    }
  });

  test.each([
    'http://169.254.169.254/{z}/{x}/{y}',
    'http://10.0.0.1/{z}/{x}/{y}',
    'http://metadata.internal/{z}/{x}/{y}',
    'http://[::ffff:127.0.0.9]/{z}/{x}/{y}',
  ])('the private address %s is not gone to', async (template) => {
    serve(({ sources }) => Object.assign(sources, { relief: { type: 'raster', tiles: [template] } }));
    const map = await read();
    const tile = map.part({ kind: 'tile', source: sourceOf(map, 'raster'), z: 0, x: 0, y: 0 });
    expect(await failureOf(tile?.ask(signal))).toMatchObject({ kind: 'refused', retryable: false });
  });

  test.each<[string, unknown]>([
    ['a list', []],
    ['text', 'style'],
    ['another version', { version: 7, sources: {}, layers: [] }],
    ['no layers', { version: 8, sources: {} }],
    ['a layer without a source', { version: 8, sources: {}, layers: [{ id: 'a', type: 'fill' }] }],
    ['a source without tiles', { version: 8, sources: { a: { type: 'raster' } }, layers: [] }],
    [
      'a thousand sources',
      {
        version: 8,
        sources: Object.fromEntries(
          Array.from({ length: 1000 }, (_, i) => [i, { type: 'vector', url: 'x' }]),
        ),
        layers: [],
      },
    ],
  ])('%s is no style', async (_name, style) => {
    maps.odd.set('/style.json', (response) => response.end(JSON.stringify(style)));
    expect(await failureOf(read())).toMatchObject({ kind: 'malformed' });
  });
});
