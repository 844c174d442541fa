import { distanceMiles } from '@allclear/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundsOf, circle, radiusCircles } from './radius-circles.ts';

it('draws every point of a circle at its distance, with 32 steps, closed', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.integer({ min: 1, max: 50 }),
      (lat, lon, miles) => {
        const points = circle(lat, lon, miles);
        expect(points).toHaveLength(33);
        expect(points[32]).toEqual(points[0]);
        for (const [longitude, latitude] of points) {
          expect(distanceMiles({ latitude: lat, longitude: lon }, { latitude, longitude })).toBeCloseTo(
            miles,
            6,
          );
        }
      },
    ),
  );
});

it('leaves out zones that are off and draws the outermost first', () => {
  const zones = radiusCircles(28, -82, [10, 0, 30, 0]).features.map((one) => one.properties?.zone);
  expect(zones).toEqual([3, 1]);
});

it('bounds the outermost circle', () => {
  const [west, south, east, north] = boundsOf(0, 0, [10, 50]);
  expect(east).toBeCloseTo(0.7236, 3);
  expect([west, south, north].map(Math.abs).every((edge) => Math.abs(edge - east) < 1e-3)).toBe(true);
});
