import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../../test/missing-readings.ts';
import { estimatedSolarWm2 } from './solar.ts';
import { sunPosition } from './sun-position.ts';

const noon = { at: Date.parse('2023-06-21T17:30:00Z'), latitude: 35, longitude: -80, cloudCover: 0 };

describe('estimatedSolarWm2', () => {
  test('under a clear sky it is Haurwitz’ formula', () => {
    // 1098 · 0.97924 · e^(−0.057/0.97924)
    expect(estimatedSolarWm2(noon)).toBeCloseTo(1014.4, 0);
    expect(sunPosition(noon)!.cosZenith).toBeCloseTo(0.97924, 4);
  });

  test('clouds take away up to three quarters, thin ones little', () => {
    const clear = estimatedSolarWm2(noon)!;
    expect(estimatedSolarWm2({ ...noon, cloudCover: 1 })).toBeCloseTo(clear * 0.25, 6);
    expect(estimatedSolarWm2({ ...noon, cloudCover: 0.5 })).toBeCloseTo(clear * (1 - 0.75 * 0.5 ** 3.4), 6);
  });

  test('there is none at night', () => {
    expect(estimatedSolarWm2({ ...noon, at: noon.at + 12 * 3_600_000 })).toBe(0);
  });

  test('is null for missing or impossible input', () => {
    for (const value of MISSING) {
      for (const key of ['at', 'latitude', 'longitude', 'cloudCover'] as const)
        expect(estimatedSolarWm2({ ...noon, [key]: value })).toBeNull();
    }
    expect(estimatedSolarWm2({ ...noon, cloudCover: -0.01 })).toBeNull();
    expect(estimatedSolarWm2({ ...noon, cloudCover: 1.01 })).toBeNull();
  });

  test('lies between 0 and 1040 W/m² at every place and hour, and falls with the cover', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) }),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (at, latitude, longitude, cloudCover) => {
          const sun = estimatedSolarWm2({ at, latitude, longitude, cloudCover })!;
          expect(sun).toBeGreaterThanOrEqual(0);
          expect(sun).toBeLessThan(1040);
          expect(
            estimatedSolarWm2({ at, latitude, longitude, cloudCover: cloudCover + 0.1 })!,
          ).toBeLessThanOrEqual(sun);
        },
      ),
    );
  });
});
