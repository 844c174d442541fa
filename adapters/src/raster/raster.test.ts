import { inflateSync } from 'node:zlib';
import { radarColorIndex, radarColors } from '@allclear/domain';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorld } from '../simulated/world/world.ts';
import { drawGrid, type LevelGrid } from './draw-grid.ts';
import { drawMosaic, tilesOfView } from './mosaic.ts';
import { runRasterJob } from './raster-job.ts';
import { createRasterPool } from './raster-pool.ts';
import { readPng } from './read-png.ts';
import {
  columnLongitudes,
  latitudeOfMercatorY,
  mercatorX,
  mercatorY,
  rowLatitudes,
  tileBox,
} from './web-mercator.ts';
import { writePng } from './write-png.ts';

const source = 'test';
const us = { north: 49, south: 24.5, west: -126, east: -67 };
const rgba = (index: number) => {
  if (index === 0) return 0;
  const { red, green, blue } = radarColors[index - 1]!;
  return ((red << 24) | (green << 16) | (blue << 8) | 255) >>> 0;
};

function checkered(columns: number, rows: number, box = us): LevelGrid {
  return {
    box,
    columns,
    rows,
    levels: Uint8Array.from({ length: columns * rows }, (_, index) => (index * 37) % 256),
  };
}

describe('Web-Mercator', () => {
  test('the middle and the ends of the map', () => {
    expect([mercatorX(-180), mercatorX(0), mercatorX(180)]).toEqual([0, 0.5, 1]);
    expect([mercatorY(90), mercatorY(0), mercatorY(-90)]).toEqual([
      expect.closeTo(0, 9),
      0.5,
      expect.closeTo(1, 9),
    ]);
  });
  test('there and back again', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -85, max: 85, noNaN: true }),
        (latitude) => Math.abs(latitudeOfMercatorY(mercatorY(latitude)) - latitude) < 1e-9,
      ),
    );
  });
  test('a tile as everybody counts them: 4/4/6 is over the east of the United States', () => {
    const box = tileBox(4, 4, 6);
    expect(box).toMatchObject({ west: -90, east: -67.5 });
    expect(box.north).toBeCloseTo(40.9799, 4);
    expect(box.south).toBeCloseTo(21.943, 4);
  });
});

describe('a grid', () => {
  test.each([
    [64, 64, us],
    [63, 40, us],
    [7, 100, { north: 55, south: 20, west: -140, east: -60 }],
    [101, 3, { north: 40, south: 39, west: -100, east: -99 }],
  ])('%i × %i pixels take the color of the cell under their middle', (widthPx, heightPx, box) => {
    const grid = checkered(20, 12);
    const view = { box, widthPx, heightPx };
    const { pixels } = readPng(drawGrid(grid, view), source);
    const [latitudes, longitudes] = [rowLatitudes(view), columnLongitudes(view)];
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const row = Math.floor(((us.north - latitudes[y]!) / (us.north - us.south)) * 12);
        const column = Math.floor(((longitudes[x]! - us.west) / (us.east - us.west)) * 20);
        const level =
          row < 0 || row >= 12 || column < 0 || column >= 20 ? 0 : grid.levels[row * 20 + column]!;
        const dbz = level === 0 ? Number.NaN : -32 + (level - 1) / 2;
        expect(pixels[y * widthPx + x]).toBe(
          rgba(Number.isNaN(dbz) || dbz < 5 ? 0 : Math.min(15, Math.floor(dbz / 5))),
        );
      }
    }
  });
  test('nothing but see-through where there is no grid', () => {
    const png = drawGrid(checkered(4, 4), {
      box: { north: 10, south: 0, west: 10, east: 20 },
      widthPx: 16,
      heightPx: 16,
    });
    expect(new Set(readPng(png, source).pixels)).toEqual(new Set([0]));
  });
});

describe('reading tiles', () => {
  const palette = [[0, 0, 0, 0] as const, [1, 2, 3, 255] as const];
  const rows = Uint8Array.from([0, 0x01, 0x10, 2, 0, 0]);
  const png = writePng({ widthPx: 4, heightPx: 2, bits: 4, rows, palette });
  test('colors and what is see-through', () => {
    const color = 0x010203ff;
    expect([...readPng(png, source).pixels]).toEqual([0, color, color, 0, 0, color, color, 0]);
  });
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a page', Buffer.from('<html>busy</html>')],
    ['half of one', png.slice(0, png.length - 20)],
    ['a header alone', png.slice(0, 33)],
    ['a broken middle', png.map((byte, at) => (at > 80 && at < 90 ? byte ^ 255 : byte))],
  ])('%s is malformed', (_name, bytes) => {
    expect(() => readPng(bytes, source)).toThrow(
      expect.objectContaining({ name: 'AdapterError', kind: 'malformed' }),
    );
  });
  test('an endless image is not decompressed', () => {
    const bomb = writePng({ widthPx: 4, heightPx: 2, bits: 4, rows: new Uint8Array(50_000_000), palette });
    expect(() => readPng(bomb, source)).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });
});

describe('a mosaic', () => {
  const grid = checkered(200, 120);
  const tile = (z: number, x: number, y: number) => ({
    z,
    x,
    y,
    png: drawGrid(grid, { box: tileBox(z, x, y), widthPx: 256, heightPx: 256 }),
  });
  test('of the tiles of a view is the view', () => {
    // A view of the tiles' own pixels, so that both ways of drawing ask the same points.
    const box = {
      north: tileBox(5, 8, 11).north,
      south: tileBox(5, 9, 12).south,
      west: tileBox(5, 8, 11).west,
      east: tileBox(5, 9, 12).east,
    };
    const view = { box, widthPx: 512, heightPx: 512 };
    const places = tilesOfView(view, 8);
    expect(places).toHaveLength(4);
    const whole = drawMosaic(
      places.map(({ z, x, y }) => tile(z, x, y)),
      view,
      source,
    );
    expect(readPng(whole, source).pixels).toEqual(readPng(drawGrid(grid, view), source).pixels);
  });
  test('never asks for more tiles than 14 by 14, whatever the view', () => {
    const view = fc.record({
      box: fc
        .record({
          west: fc.integer({ min: -180, max: 170 }),
          wide: fc.double({ min: 0.01, max: 180, noNaN: true }),
          south: fc.integer({ min: -80, max: 70 }),
        })
        .map(({ west, wide, south }) => ({
          west,
          east: west + wide,
          south,
          north: Math.min(85, south + wide),
        })),
      widthPx: fc.integer({ min: 1, max: 3000 }),
      heightPx: fc.integer({ min: 1, max: 3000 }),
    });
    fc.assert(
      fc.property(view, ({ box, widthPx, heightPx }) => {
        const places = tilesOfView({ box, widthPx, heightPx }, 9);
        return (
          places.length > 0 &&
          new Set(places.map(({ x }) => x)).size <= 14 &&
          new Set(places.map(({ y }) => y)).size <= 14
        );
      }),
    );
  });
});

describe('simulated echoes', () => {
  const options = { seed: 'test', startedAt: 0, places: [{ latitude: 28, longitude: -82.5 }] };
  test.each([101, 2400])('are those of the world, %i pixels wide', (sidePx) => {
    const at = 10 * 60_000;
    const world = createWorld(options);
    const storm = world.stormsAt(at)[0]!;
    const half = 0.5;
    const box = {
      north: storm.latitude + half,
      south: storm.latitude - half,
      west: storm.longitude - half,
      east: storm.longitude + half,
    };
    const png = runRasterJob({
      kind: 'simulated',
      options,
      at,
      issuedAt: null,
      view: { box, widthPx: sidePx, heightPx: sidePx },
    });
    const file = Buffer.from(png);
    expect(file.readUInt32BE(16)).toBe(sidePx);
    if (sidePx > 1024) return;
    const { pixels } = readPng(png, source);
    const middle = (sidePx * sidePx - 1) / 2;
    expect(pixels[middle]).toBe(rgba(radarColorIndex(storm.coreDbz)));
    expect(new Set(pixels).size).toBeGreaterThan(4);
  });
});

describe('the drawing thread', () => {
  const pool = createRasterPool();
  afterAll(() => pool.close());
  const view = { box: us, widthPx: 64, heightPx: 64 };
  test('draws what is drawn here', async () => {
    expect(await pool.draw({ kind: 'grid', grid: checkered(20, 12), view })).toEqual(
      drawGrid(checkered(20, 12), view),
    );
  });
  test('says what cannot be drawn and goes on', async () => {
    const bad = {
      kind: 'mosaic',
      tiles: [{ z: 0, x: 0, y: 0, png: Buffer.from('<html>') }],
      view,
      source,
    } as const;
    await expect(pool.draw(bad)).rejects.toMatchObject({ kind: 'malformed' });
    const [first, second] = await Promise.all(
      [1, 2].map((_) => pool.draw({ kind: 'grid', grid: checkered(4, 4), view })),
    );
    expect(first).toEqual(second);
  });
  test('an image of the largest size is a PNG of four bits', async () => {
    const png = await pool.draw({
      kind: 'grid',
      grid: checkered(2000, 1200),
      view: { box: us, widthPx: 3000, heightPx: 3000 },
    });
    const file = Buffer.from(png);
    expect([file.readUInt32BE(16), file.readUInt32BE(20), file[24]]).toEqual([3000, 3000, 4]);
    const data = file.subarray(file.indexOf('IDAT') + 4, -16);
    expect(inflateSync(data)).toHaveLength(3000 * 1501);
  });
});
