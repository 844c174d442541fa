import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceMiles } from '../core/index.ts';
import { pointFrom } from './storm-cell.ts';
import { assumedCellMiles, type MovingStorm, nearestStorm, stormDeparture } from './storm-departure.ts';

const now = Date.UTC(2026, 5, 6, 20);
const minute = 60_000;
const here = { latitude: 32, longitude: -97 };
const storm = (
  miles: number,
  direction: number,
  headingDegrees: number | null,
  speedMph: number | null,
  observedAt = now,
): MovingStorm => ({ ...pointFrom(here, direction, miles), observedAt, headingDegrees, speedMph });

describe('when a storm leaves', () => {
  test('is when its trailing edge passes the ring', () => {
    // 5 miles northeast, moving on at 30 mph: 10 miles to the ring and to its own edge.
    const departure = stormDeparture([storm(5, 45, 45, 30)], here, [30, 10], now)!;
    expect(departure).toMatchObject({ radiusMiles: 10, headingDegrees: 45, speedMph: 30 });
    expect((departure.leavesAt - now) / minute).toBeCloseTo(20, 1);
  });

  test('counts from where it is now, not from where the radar scanned it', () => {
    const departure = stormDeparture([storm(5, 45, 45, 30, now - 10 * minute)], here, [10], now)!;
    expect((departure.leavesAt - now) / minute).toBeCloseTo(10, 1);
  });

  test('is said of the smallest ring that it covers', () => {
    expect(stormDeparture([storm(18, 0, 0, 30)], here, [10, 20, 30], now)?.radiusMiles).toBe(20);
  });

  test.each<[string, MovingStorm[]]>([
    ['without a storm', []],
    ['of a storm that moves towards the place', [storm(12, 45, 225, 30)]],
    ['of a storm that takes longer than an hour', [storm(5, 45, 45, 9)]],
    ['of a storm that stands still', [storm(5, 45, 45, 0)]],
    ['of a storm whose motion is unknown', [storm(5, 45, null, null)]],
    ['of a storm whose speed is unknown', [storm(5, 45, 45, null)]],
    ['of a scan that is too old', [storm(5, 45, 45, 30, now - 21 * minute)]],
    ['of a storm that covers no ring', [storm(40, 45, 45, 30)]],
    ['while another storm comes after it', [storm(5, 45, 45, 30), storm(20, 225, 45, 30)]],
    [
      'while another whose motion is unknown covers the ring',
      [storm(5, 45, 45, 30), storm(12, 225, null, null)],
    ],
  ])('is not said %s', (_name, storms) => {
    expect(stormDeparture(storms, here, [10], now)).toBeNull();
  });

  test('is never said while a storm is within the ring then', () => {
    const anyStorm = fc
      .tuple(
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.integer({ min: 0, max: 359 }),
        fc.option(fc.integer({ min: 0, max: 359 })),
        fc.option(fc.integer({ min: 0, max: 80 })),
        fc.integer({ min: -25, max: 0 }),
      )
      .map(([miles, direction, heading, mph, ago]) =>
        storm(miles, direction, heading, mph, now + ago * minute),
      );
    fc.assert(
      fc.property(fc.array(anyStorm, { maxLength: 4 }), (storms) => {
        const departure = stormDeparture(storms, here, [10, 30], now);
        if (departure === null) return;
        expect(departure.leavesAt).toBeGreaterThan(now);
        expect(departure.leavesAt).toBeLessThanOrEqual(now + 60 * minute);
        for (const one of storms) {
          if (now - one.observedAt > 20 * minute) continue;
          const hours = (departure.leavesAt - one.observedAt) / (60 * minute);
          const mph = one.headingDegrees === null ? 0 : (one.speedMph ?? 0);
          const then = pointFrom(one, one.headingDegrees ?? 0, mph * hours);
          // The plane of the calculation differs from the sphere by less than a third of a mile.
          expect(distanceMiles(here, then)!).toBeGreaterThan(departure.radiusMiles + assumedCellMiles - 0.35);
        }
      }),
    );
  });
});

test('the nearest storm is the nearest now, and none when no scan is current', () => {
  const approaching = storm(20, 90, 270, 60, now - 15 * minute);
  const nearest = nearestStorm([storm(10, 0, 0, 10), approaching], here, now)!;
  expect(nearest.storm).toBe(approaching);
  expect(nearest.eastMiles).toBeCloseTo(5, 1);
  expect(nearest.northMiles).toBeCloseTo(0, 1);
  expect(nearestStorm([storm(1, 0, 0, 10, now - 21 * minute)], here, now)).toBeNull();
});
