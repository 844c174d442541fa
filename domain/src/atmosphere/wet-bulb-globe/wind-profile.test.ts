import { describe, expect, test } from 'vitest';
import { MISSING } from '../../../test/missing-readings.ts';
import { WIND_REFERENCE, WIND_TOLERANCE_MPS } from '../reference-data/wet-bulb-globe.ts';
import { stabilityClass, windAt2mMps } from './wind-profile.ts';

describe('stabilityClass', () => {
  // EPA-454/R-99-005, table 6-7, each cell from its lower edges.
  test.each([
    [925, [1, 1, 2, 3, 3]],
    [924.9, [1, 2, 2, 3, 4]],
    [675, [1, 2, 2, 3, 4]],
    [674.9, [2, 3, 3, 4, 4]],
    [175, [2, 3, 3, 4, 4]],
    [174.9, [4, 4, 4, 4, 4]],
    [0, [4, 4, 4, 4, 4]],
  ])('by day in a sun of %d W/m²', (solarWm2, classes) => {
    expect([0, 2, 3, 5, 6].map((windMps) => stabilityClass(true, windMps, solarWm2))).toEqual(classes);
    expect([1.99, 2.99, 4.99, 5.99, 40].map((windMps) => stabilityClass(true, windMps, solarWm2))).toEqual(
      classes,
    );
  });

  test('by night: colder above, warmer above, not known', () => {
    const night = (difference?: number | null) =>
      [0, 1.99, 2, 2.49, 2.5, 9].map((windMps) => stabilityClass(false, windMps, 0, difference));
    expect(night(-0.1)).toEqual([5, 5, 4, 4, 4, 4]);
    const warmer = [6, 6, 5, 5, 4, 4];
    for (const difference of [0, 0.1, undefined, ...MISSING]) expect(night(difference)).toEqual(warmer);
  });
});

describe('windAt2mMps', () => {
  test('agrees with Liljegren’s program', () => {
    for (const [
      isDay,
      windMps,
      heightM,
      solarWm2,
      difference,
      urban,
      stability,
      expected,
    ] of WIND_REFERENCE) {
      expect(stabilityClass(isDay, windMps, solarWm2, difference)).toBe(stability);
      expect(
        Math.abs(
          windAt2mMps(windMps, heightM, stabilityClass(isDay, windMps, solarWm2, difference), urban) -
            expected,
        ),
      ).toBeLessThanOrEqual(WIND_TOLERANCE_MPS);
    }
  });

  test('every class has its exponent', () => {
    const exponents = (urban: boolean) =>
      ([1, 2, 3, 4, 5, 6] as const).map(
        (stability) => Math.log(windAt2mMps(10, 20, stability, urban) / 10) / Math.log(0.1),
      );
    [0.07, 0.07, 0.1, 0.15, 0.35, 0.55].forEach((exponent, index) => {
      expect(exponents(false)[index]).toBeCloseTo(exponent, 9);
    });
    [0.15, 0.15, 0.2, 0.25, 0.3, 0.3].forEach((exponent, index) => {
      expect(exponents(true)[index]).toBeCloseTo(exponent, 9);
    });
  });

  test('wind at 2 m stays as it is, other wind is at least 0.13 m/s', () => {
    expect(windAt2mMps(0.05, 2, 6, false)).toBe(0.05);
    expect(windAt2mMps(0.05, 10, 6, false)).toBe(0.13);
  });
});
