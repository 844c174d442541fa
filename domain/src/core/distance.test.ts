import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { eachRow } from '../../test/reference-table.ts';
import {
  bearingDegrees,
  distanceMiles,
  EARTH_RADIUS_MILES,
  flashToBangMiles,
  isGeoPoint,
} from './distance.ts';
import { DISTANCE_REFERENCE, ELLIPSOID_REFERENCE } from './reference-data/distance.ts';

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const dallas = { latitude: 32.7767, longitude: -96.797 };
const bad = (value: unknown) => ({ latitude: value as number, longitude: 0 });

describe('distanceMiles', () => {
  test('agrees with the reference tables', () => {
    eachRow(DISTANCE_REFERENCE, ([lat1, lon1, lat2, lon2, miles], tolerance, name) => {
      const ours = distanceMiles({ latitude: lat1, longitude: lon1 }, { latitude: lat2, longitude: lon2 });
      expect(Math.abs(ours! - miles), name).toBeLessThanOrEqual(tolerance);
    });
  });

  test('stays within 0.57 % of the ellipsoid', () => {
    for (const [lat1, lon1, lat2, lon2, miles] of ELLIPSOID_REFERENCE) {
      const ours = distanceMiles({ latitude: lat1, longitude: lon1 }, { latitude: lat2, longitude: lon2 });
      expect(Math.abs(ours! / miles - 1)).toBeLessThan(0.0057);
    }
  });

  test('a degree of a great circle is 69.1 miles, to any side and across the date line', () => {
    const degree = (Math.PI / 180) * EARTH_RADIUS_MILES;
    expect(distanceMiles({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
      degree,
      9,
    );
    expect(distanceMiles({ latitude: 89.5, longitude: 0 }, { latitude: 89.5, longitude: 180 })).toBeCloseTo(
      degree,
      9,
    );
    expect(distanceMiles({ latitude: 40, longitude: -100 }, { latitude: 41, longitude: -100 })).toBeCloseTo(
      degree,
      9,
    );
  });

  test('is symmetric, zero for one point and never beyond half the circumference', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const miles = distanceMiles(a, b)!;
        expect(distanceMiles(b, a)).toBeCloseTo(miles, 9);
        expect(distanceMiles(a, a)).toBe(0);
        expect(miles).toBeGreaterThanOrEqual(0);
        expect(miles).toBeLessThanOrEqual(Math.PI * EARTH_RADIUS_MILES + 1e-6);
      }),
    );
  });
});

describe('bearingDegrees', () => {
  test.each([
    ['north', { latitude: 33.7767, longitude: -96.797 }, 0],
    ['south', { latitude: 31.7767, longitude: -96.797 }, 180],
    ['itself', dallas, 0],
  ])('due %s', (_, to, degrees) => {
    expect(bearingDegrees(dallas, to)).toBeCloseTo(degrees, 9);
  });

  test('east and west on the equator, and a worked example (Baghdad to Osaka, 60.16°, movable-type.co.uk)', () => {
    expect(bearingDegrees({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(90, 9);
    expect(bearingDegrees({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: -1 })).toBeCloseTo(270, 9);
    expect(bearingDegrees({ latitude: 35, longitude: 45 }, { latitude: 35, longitude: 135 })).toBeCloseTo(
      60.16,
      2,
    );
  });

  test('is never negative and never 360', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const degrees = bearingDegrees(a, b)!;
        expect(degrees >= 0 && degrees < 360).toBe(true);
      }),
    );
    const justWest = bearingDegrees({ latitude: 0, longitude: 0 }, { latitude: 80, longitude: -1e-17 });
    expect(justWest).toBe(0);
  });
});

test('points that are missing or off the earth have neither distance nor bearing', () => {
  const wrong = [
    null,
    undefined,
    ...MISSING.map(bad),
    bad(90.001),
    bad(-90.001),
    { latitude: 0, longitude: 360.5 },
    { latitude: 0, longitude: Number.NaN },
  ];
  for (const place of wrong) {
    expect(isGeoPoint(place)).toBe(false);
    for (const measure of [distanceMiles, bearingDegrees]) {
      expect(measure(place, dallas)).toBeNull();
      expect(measure(dallas, place)).toBeNull();
    }
  }
  for (const place of [bad(90), bad(-90), { latitude: 0, longitude: 360 }, { latitude: 0, longitude: -360 }])
    expect(isGeoPoint(place)).toBe(true);
});

test('thunder five seconds after the flash is a mile away', () => {
  expect([0, 5, 30, 7].map((seconds) => flashToBangMiles(seconds))).toEqual([0, 1, 6, 1.4]);
  for (const seconds of [...MISSING, -0.1]) expect(flashToBangMiles(seconds)).toBeNull();
});
