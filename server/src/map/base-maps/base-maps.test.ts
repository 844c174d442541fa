import { AdapterError, type BaseMap, type MapStyle } from '@allclear/adapters';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createBaseMaps } from './base-maps.ts';

const style = (number: number): MapStyle => ({
  version: 8,
  sources: {},
  layers: [{ id: `of reading ${number}` }],
});
const failed = (status: number) =>
  new AdapterError('base-map-street', 'upstream', 'The server of the map failed.', { status });
const tile = { kind: 'tile', source: 'a', z: 1, x: 0, y: 0 } as const;

/** A map whose server behaves as the test sets, and counts requests. */
function openMaps({ keptMs = 60_000, failureMs = 0 }: { keptMs?: number; failureMs?: number } = {}) {
  const logged: string[] = [];
  const counts = { reads: 0, tiles: 0 };
  const server: { style: () => Promise<void>; tile: () => Promise<Uint8Array> } = {
    style: async () => {},
    tile: async () => Uint8Array.of(1),
  };
  const map: BaseMap = {
    name: 'street',
    credit: '© Us',
    async read() {
      const number = ++counts.reads;
      await server.style();
      return {
        style: style(number),
        part: (part) =>
          part.kind !== 'tile'
            ? null
            : {
                ask: () => {
                  counts.tiles++;
                  return server.tile();
                },
                typeOf: () => 'image/png',
              },
      };
    },
  };
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const maps = createBaseMaps({
    maps: [map],
    path: '/api/map/base',
    cacheBytes: 1_000,
    log,
    keptMs,
    failureMs,
  });
  return { maps, server, counts, logged };
}

test('what many ask for at once is asked for once, the style as well', async () => {
  const { maps, counts } = openMaps();
  const all = await Promise.all(Array.from({ length: 100 }, () => maps.part('street', tile)));
  expect(new Set(all.map((one) => one?.bytes)).size).toBe(1);
  expect(counts).toEqual({ reads: 1, tiles: 1 });
  expect(maps.list).toEqual([{ name: 'street', attribution: '© Us' }]);
});

test('a map that is not set, and a part that the style does not name, are nothing', async () => {
  const { maps, counts } = openMaps();
  expect(await maps.style('satellite')).toBeNull();
  expect(await maps.part('satellite', tile)).toBeNull();
  expect(await maps.part('street', { kind: 'data', source: 'a' })).toBeNull();
  expect(counts.tiles).toBe(0);
});

test('an older style stays when it cannot be read again, and tiles of another style are not its own', async () => {
  const { maps, server, counts } = openMaps({ keptMs: 0 });
  expect(await maps.style('street')).toEqual(style(1));
  server.style = async () => {
    throw failed(500);
  };
  expect(await maps.style('street')).toEqual(style(1));
  server.style = async () => {};
  expect(await maps.style('street')).toEqual(style(3));
  await maps.part('street', tile);
  await maps.part('street', tile);
  expect(counts.tiles).toBe(2);
});

test('a style that failed is left alone for a while', async () => {
  const { maps, server, counts } = openMaps({ failureMs: 60_000 });
  server.style = async () => {
    throw failed(500);
  };
  for (let turn = 0; turn < 5; turn++) await expect(maps.style('street')).rejects.toThrow('failed');
  expect(counts.reads).toBe(1);
});

test('an outage is told once, and its end; a tile that is not there is none', async () => {
  const { maps, server, logged } = openMaps();
  const at = (x: number) => maps.part('street', { ...tile, z: 9, x }).catch(() => null);
  server.tile = async () => {
    throw failed(404);
  };
  for (let x = 0; x < 5; x++) await at(x);
  expect(logged).toEqual([]);
  server.tile = async () => {
    throw failed(503);
  };
  await at(10);
  await at(11);
  server.tile = async () => Uint8Array.of(1);
  await at(12);
  expect(logged).toEqual(['a base map cannot be had', 'a base map can be had again']);
});
