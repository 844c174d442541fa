import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { eachRow } from '../../test/reference-table.ts';
import { NO_WIND_CHILL, WIND_CHILL_REFERENCE } from './reference-data/wind-chill.ts';
import { windChillF } from './wind-chill.ts';

describe('windChillF', () => {
  test('agrees with the reference tables', () => {
    eachRow(WIND_CHILL_REFERENCE, ([temperatureF, windMph, chill], tolerance, name) => {
      expect(Math.abs(windChillF(temperatureF, windMph)! - chill), name).toBeLessThanOrEqual(tolerance);
    });
    for (const [temperatureF, windMph] of NO_WIND_CHILL) expect(windChillF(temperatureF, windMph)).toBeNull();
  });

  test('exists at 50 °F and below in more than 3 mph of wind', () => {
    expect(windChillF(50, 10)).toBeCloseTo(46.04, 2);
    expect(windChillF(50.001, 10)).toBeNull();
    expect(windChillF(30, 3)).toBeNull();
    expect(windChillF(30, 3.001)).not.toBeNull();
    expect(windChillF(30, -10)).toBeNull();
  });

  test('on the station page it begins at 5 mph', () => {
    expect(windChillF(30, 4.999, 'from-5-mph')).toBeNull();
    expect(windChillF(30, 5, 'from-5-mph')).toBe(windChillF(30, 5));
  });

  test('is null for missing or absurd input, the ends of the range included in it', () => {
    for (const value of MISSING) {
      expect(windChillF(value, 10)).toBeNull();
      expect(windChillF(30, value)).toBeNull();
    }
    expect(windChillF(-200.1, 10)).toBeNull();
    expect(windChillF(30, 300.1)).toBeNull();
    expect(windChillF(-200, 10)).not.toBeNull();
    expect(windChillF(30, 300)).not.toBeNull();
  });

  test('rises with temperature and falls with wind', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -76, max: 49, noNaN: true }),
        fc.double({ min: 3.01, max: 130, noNaN: true }),
        (temperatureF, windMph) => {
          const chill = windChillF(temperatureF, windMph)!;
          expect(windChillF(temperatureF + 1, windMph)!).toBeGreaterThan(chill);
          expect(windChillF(temperatureF, windMph + 1)!).toBeLessThan(chill);
        },
      ),
    );
  });
});
