import { roadColors } from '@allclear/domain';
import { afterAll, describe, expect, test } from 'vitest';
import { runRasterJob } from '../../raster/raster-job.ts';
import { createRasterPool } from '../../raster/raster-pool.ts';
import { readPng } from '../../raster/read-png.ts';
import { roadsAroundSpots } from '../../raster/road-spots.ts';
import { tileBox } from '../../raster/web-mercator.ts';
import { createSimulatedRoads } from './simulated-roads.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 0, 20, 14);
const place = { latitude: 32.78, longitude: -96.8 };
const signal = new AbortController().signal;
const pool = createRasterPool();
afterAll(() => pool.close());
const roads = createSimulatedRoads({ seed: 'demo', startedAt: T, places: [place], scenario: 'winter' }, pool);
const [current, future] = roads.feeds as [(typeof roads.feeds)[number], (typeof roads.feeds)[number]];
const pixelOf = ({ red, green, blue }: { red: number; green: number; blue: number }) =>
  ((red << 24) | (green << 16) | (blue << 8) | 255) >>> 0;

describe('simulated roads', () => {
  const now = T + 100 * MINUTE;
  test('of the last hour and the next twelve', async () => {
    const list = await current.poll({ now, signal });
    expect(list.asOf).toBe(T + 90 * MINUTE);
    expect(list.data.frames).toHaveLength(5);
    const ahead = await future.poll({ now, signal });
    expect(ahead.data.frames.map(({ validAt }) => (validAt - T) / HOUR)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ]);
    expect(ahead.data.frames.every(({ issuedAt }) => issuedAt === T + HOUR)).toBe(true);
  });
  test('a tile shows what the point says, and the same whenever it is asked', async () => {
    const frame = (await current.poll({ now, signal })).data.frames.at(-1)!;
    const tile = await current.tile({ frame, z: 8, x: 59, y: 103, signal });
    expect(await current.tile({ frame, z: 8, x: 59, y: 103, signal })).toEqual(tile);
    const { pixels } = readPng(tile, 'test');
    expect(new Set(pixels).size).toBeGreaterThan(1);
    const outlook = await roads.outlook(place, frame.validAt);
    if (typeof outlook === 'string') throw new Error(outlook);
    const box = tileBox(8, 59, 103);
    const x = Math.floor(((place.longitude - box.west) / (box.east - box.west)) * 256);
    const y = Math.floor(((box.north - place.latitude) / (box.north - box.south)) * 256);
    const color = roadColors.find(({ condition }) => condition === outlook.now.state?.condition);
    expect(pixels[y * 256 + x]).toBe(color ? pixelOf(color) : 0);
    expect(outlook.hours).toHaveLength(12);
  });
});

describe('spots', () => {
  const box = { north: 43, south: 41, west: -91, east: -89 };
  const view = { box, widthPx: 64, heightPx: 64 };
  test('color their surroundings, the nearest first; beyond all of them nothing is said', () => {
    const values = roadsAroundSpots(
      [
        { latitude: 42, longitude: -90.1, condition: 0 },
        { latitude: 42, longitude: -89.9, condition: 4 },
        { latitude: 42, longitude: -90, condition: 99 },
      ],
      10,
      view,
    );
    expect(values[32 * 64 + 28]).toBe(0);
    expect(values[32 * 64 + 36]).toBe(4);
    expect([values[0], values[32 * 64], values[63 * 64 + 32]]).toEqual([255, 255, 255]);
    // A disc of 10 miles: 314 square miles of the box's some 14,200.
    expect([...values].filter((value) => value !== 255).length / 4096).toBeGreaterThan(314 / 14_200);
  });
  test('over the antimeridian', () => {
    const over = { box: { north: 1, south: -1, west: 179, east: 181 }, widthPx: 64, heightPx: 64 };
    expect(
      [...roadsAroundSpots([{ latitude: 0, longitude: -179.5, condition: 3 }], 10, over)].filter(
        (value) => value === 3,
      ).length,
    ).toBeGreaterThan(50);
  });
  test('what is known to be without hazard is shaded, what is not known is see-through', () => {
    const spots = [{ latitude: 42, longitude: -90, condition: 0 }];
    const { pixels } = readPng(runRasterJob({ kind: 'road-spots', spots, radiusMiles: 10, view }), 'test');
    expect(pixels[0]).toBe(0);
    expect(pixels[32 * 64 + 32]! & 0xff).toBeGreaterThan(20);
    expect(pixels[32 * 64 + 32]! & 0xff).toBeLessThan(100);
  });
});
