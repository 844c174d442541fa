import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { eachRow } from '../../test/reference-table.ts';
import { heatIndexF } from './heat-index.ts';
import { HEAT_INDEX_REFERENCE } from './reference-data/heat-index.ts';

describe('heatIndexF', () => {
  test('agrees with the reference tables', () => {
    eachRow(HEAT_INDEX_REFERENCE, ([temperatureF, humidity, index], tolerance, name) => {
      expect(Math.abs(heatIndexF(temperatureF, humidity)! - index), name).toBeLessThanOrEqual(tolerance);
    });
  });

  test.each([
    [40, 90, 40],
    [-10, 0, -10],
    [40.001, 50, 36.05],
    [70, 50, 69.05],
    [78, 10, 75.97],
  ])('in mild air at %d °F and %d %% it is the simple form: %d', (temperatureF, humidity, expected) => {
    expect(heatIndexF(temperatureF, humidity)).toBeCloseTo(expected, 2);
  });

  test.each([
    // Each line stands on or beside an edge of an adjustment; values worked out apart from the program, from
    // the published coefficients.
    [112, 12, 108.211],
    [112.5, 12, 108.804],
    [110, 12.9, 106.463],
    [95, 12, 90.074],
    [95, 13, 90.411],
    [80, 85, 84.919],
    [80, 86, 85.201],
    [87, 85.1, 106.019],
    [82, 86, 90.47],
    [81.5, 12, 79.144],
    [79.5, 95, 84.869],
    [90, 90, 121.901],
    [95, 99, 159.55],
  ])('beside the adjustments at %d °F and %d %%: %d', (temperatureF, humidity, expected) => {
    expect(heatIndexF(temperatureF, humidity)).toBeCloseTo(expected, 2);
  });

  test('the dry adjustment is nothing at 13 % and at the ends of its range, the humid one at 85 % and 87 °F', () => {
    const jump = (t1: number, h1: number, t2: number, h2: number) =>
      Math.abs(heatIndexF(t1, h1)! - heatIndexF(t2, h2)!);
    expect(jump(100, 13 - 1e-9, 100, 13)).toBeLessThan(1e-6);
    expect(jump(112, 5, 112 + 1e-9, 5)).toBeLessThan(1e-3);
    expect(jump(84, 85, 84, 85 + 1e-9)).toBeLessThan(1e-6);
    expect(jump(87, 95, 87 + 1e-9, 95)).toBeLessThan(1e-6);
  });

  test('the regression takes over where the average of simple form and temperature reaches 80', () => {
    // 1.05 T − 5.15 + 0.0235 RH = 80 at 50 % is T = 79.97619.
    const simple = (t: number) => 1.1 * t - 10.3 + 0.047 * 50;
    expect(heatIndexF(79.976, 50)).toBeCloseTo(simple(79.976), 9);
    expect(Math.abs(heatIndexF(79.9763, 50)! - simple(79.9763))).toBeGreaterThan(0.3);
  });

  test('humidity above 100 % counts as 100 %', () => {
    expect(heatIndexF(90, 130)).toBe(heatIndexF(90, 100));
  });

  test('is null for missing, negative or absurd input, the ends of the range included in it', () => {
    for (const value of MISSING) {
      expect(heatIndexF(value, 50)).toBeNull();
      expect(heatIndexF(90, value)).toBeNull();
    }
    expect(heatIndexF(90, -0.1)).toBeNull();
    expect(heatIndexF(200.1, 50)).toBeNull();
    expect(heatIndexF(-200.1, 50)).toBeNull();
    expect(heatIndexF(200, 50)).not.toBeNull();
    expect(heatIndexF(-200, 50)).toBe(-200);
    expect(heatIndexF(90, 0)).not.toBeNull();
  });

  test('is finite from −60 to 60 °C and does not fall as it gets hotter or damper, between its branches', () => {
    const humidity = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -76, max: 140, noNaN: true }), humidity, (temperatureF, rh) => {
        expect(Number.isFinite(heatIndexF(temperatureF, rh))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.double({ min: 88, max: 111, noNaN: true }),
        fc.double({ min: 40, max: 99, noNaN: true }),
        (temperatureF, rh) => {
          expect(heatIndexF(temperatureF + 1, rh)!).toBeGreaterThan(heatIndexF(temperatureF, rh)!);
          expect(heatIndexF(temperatureF, rh + 1)!).toBeGreaterThan(heatIndexF(temperatureF, rh)!);
        },
      ),
    );
    fc.assert(
      fc.property(fc.double({ min: 41, max: 76, noNaN: true }), humidity, (temperatureF, rh) => {
        expect(heatIndexF(temperatureF + 1, rh)!).toBeGreaterThan(heatIndexF(temperatureF, rh)!);
      }),
    );
  });
});
