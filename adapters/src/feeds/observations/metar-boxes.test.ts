import { distanceMiles } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxesAround, halves, nearAny } from './metar-boxes.ts';

const place = fc.record({
  latitude: fc.double({ min: 24, max: 49, noNaN: true }),
  longitude: fc.double({ min: -125, max: -67, noNaN: true }),
});
const places = fc.array(place, { maxLength: 30 });

describe('boxes', () => {
  test('places that lie together share one, however many they are', () => {
    const county = Array.from({ length: 5000 }, (_, index) => ({
      latitude: 27.6 + (index % 70) / 100,
      longitude: -82.8 + (index % 61) / 100,
    }));
    expect(boxesAround(county)).toHaveLength(1);
    expect(boxesAround(county.slice(0, 1))).toEqual([[26.8, -83.7, 28.4, -81.9]]);
    expect(boxesAround([])).toEqual([]);
  });
  test('the contiguous states need few', () => {
    const grid = Array.from({ length: 1250 }, (_, index) => ({
      latitude: 25 + (index % 25),
      longitude: -124 + Math.floor(index / 25) * 1.15,
    }));
    expect(boxesAround(grid).length).toBeLessThanOrEqual(32);
  });
  test('every place lies in one with 50 miles around it, and none is too large', () => {
    fc.assert(
      fc.property(places, (list) => {
        const boxes = boxesAround(list);
        for (const { latitude, longitude } of list) {
          expect(
            boxes.some(
              ([s, w, n, e]) =>
                s <= latitude - 0.72 &&
                n >= latitude + 0.72 &&
                w <= longitude - 0.78 &&
                e >= longitude + 0.78,
            ),
          ).toBe(true);
        }
        for (const [s, w, n, e] of boxes) expect(n - s <= 9.01 && e - w <= 11.51).toBe(true);
        expect(boxes.length).toBeLessThanOrEqual(list.length);
      }),
    );
  });
  test('two halves make the whole', () => {
    expect(halves([26, -84, 30, -80])).toEqual([
      [26, -84, 28, -80],
      [28, -84, 30, -80],
    ]);
    expect(halves([26, -85.5, 28, -80])).toEqual([
      [26, -85.5, 28, -82.7],
      [26, -82.7, 28, -80],
    ]);
  });
});

test('nearness by cells agrees with measuring every place', () => {
  const point = fc.record({
    latitude: fc.double({ min: -89, max: 89, noNaN: true }),
    longitude: fc.double({ min: -170, max: 170, noNaN: true }),
  });
  const near = fc.tuple(
    point,
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(near, fc.array(point, { maxLength: 5 }), ([center, north, east], others) => {
      const list = [...others, center];
      const asked = {
        latitude: Math.max(-70, Math.min(70, center.latitude + north)),
        longitude: center.longitude + east,
      };
      expect(nearAny(list)(asked)).toBe(list.some((one) => distanceMiles(one, asked)! <= 50));
    }),
  );
});
