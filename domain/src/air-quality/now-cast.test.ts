import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { nowCast, nowCastMethod } from './now-cast.ts';
import { NOWCAST_PM_REFERENCE, NOWCAST_PM25_REFERENCE } from './reference-data/air-quality.ts';

describe('nowCast of particles', () => {
  test('agrees with the reference tables', () => {
    for (const [hours, concentration] of NOWCAST_PM25_REFERENCE)
      expect(nowCast('PM2.5', hours), JSON.stringify(hours)).toBe(concentration);
    for (const [hours, concentration] of NOWCAST_PM_REFERENCE) {
      const ours = nowCast('PM10', hours);
      if (concentration === null) expect(ours, JSON.stringify(hours)).toBeNull();
      else expect(Math.abs(ours! - concentration), JSON.stringify(hours)).toBeLessThan(0.01);
    }
  });

  test('needs two of the newest three hours', () => {
    expect(nowCast('PM10', [10, 10])).toBe(10);
    expect(nowCast('PM10', [null, 10, 10])).toBe(10);
    expect(nowCast('PM10', [10, null, 10])).toBe(10);
    expect(nowCast('PM10', [10, null, null, 10, 10])).toBeNull();
    expect(nowCast('PM10', [10])).toBeNull();
    expect(nowCast('PM10', [])).toBeNull();
    for (const value of MISSING) expect(nowCast('PM10', [value, value, 10])).toBeNull();
    expect(nowCast('PM10', null)).toBeNull();
  });

  test('weighs by smallest over largest, one half at least, and a missing hour keeps its place', () => {
    // w = 30/40: (40 + 30 w) / (1 + w)
    expect(nowCast('PM10', [40, 30])).toBeCloseTo((40 + 30 * 0.75) / 1.75, 12);
    // A missing hour is no zero: w stays 30/40, and its square stands at the third hour.
    expect(nowCast('PM10', [40, null, 30])).toBeCloseTo((40 + 30 * 0.5625) / 1.5625, 12);
    // w = 1/2, not 1/10: (100 + 10/4) / (1 + 1/4)
    expect(nowCast('PM10', [100, null, 10])).toBeCloseTo(102.5 / 1.25, 12);
  });

  test('counts twelve hours and not the thirteenth', () => {
    const twelve = [10, 20, 10, 20, 10, 20, 10, 20, 10, 20, 10, 20];
    expect(nowCast('PM10', [...twelve, 500])).toBe(nowCast('PM10', twelve));
    expect(nowCast('PM10', [...twelve.slice(0, 11), 40])).not.toBe(nowCast('PM10', twelve));
  });

  test('clean air is zero, and a noisy monitor’s negative hour counts as zero', () => {
    expect(nowCast('PM2.5', [0, 0, 0])).toBe(0);
    expect(nowCast('PM10', [-3, 8])).toBe(nowCast('PM10', [0, 8]));
  });

  test('PM2.5 is truncated to tenths, PM10 is left to aqi', () => {
    expect(nowCast('PM2.5', [10, 20, 40, 80])).toBe(21.3);
    expect(nowCast('PM10', [10, 20, 40, 80])).toBeCloseTo(21.3333, 3);
  });

  test('lies between the smallest and the largest hour', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 900, noNaN: true }), { minLength: 2, maxLength: 14 }),
        (hours) => {
          const twelve = hours.slice(0, 12);
          const value = nowCast('PM10', hours)!;
          expect(value).toBeGreaterThanOrEqual(Math.min(...twelve) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...twelve) + 1e-9);
        },
      ),
    );
  });
});

describe('nowCast of ozone', () => {
  test.each(['O3-8h', 'O3-1h'] as const)(
    '%s is 0.85 of the newest of three hours and 4.5 ppb',
    (pollutant) => {
      expect(nowCast(pollutant, [0.1])).toBeCloseTo(0.0895, 12);
      expect(nowCast(pollutant, [null, null, 0.1, 0.2])).toBeCloseTo(0.0895, 12);
      expect(nowCast(pollutant, [0.05, 0.1])).toBeCloseTo(0.047, 12);
      expect(nowCast(pollutant, [0, 0.1])).toBeCloseTo(0.0045, 12);
      expect(nowCast(pollutant, [null, null, null, 0.1])).toBeNull();
    },
  );

  test('says by which method a value came about', () => {
    expect((['PM2.5', 'PM10', 'O3-8h', 'O3-1h'] as const).map(nowCastMethod)).toEqual([
      'weighted-mean',
      'weighted-mean',
      'ozone-surrogate',
      'ozone-surrogate',
    ]);
  });
});
