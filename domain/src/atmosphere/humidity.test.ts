import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { eachRow } from '../../test/reference-table.ts';
import { dewPointC, relativeHumidityPct } from './humidity.ts';
import { DEW_POINT_REFERENCE, RELATIVE_HUMIDITY_REFERENCE } from './reference-data/humidity.ts';

describe('humidity', () => {
  test('dew point agrees with the reference tables', () => {
    eachRow(DEW_POINT_REFERENCE, ([temperatureC, humidity, dewPoint], tolerance, name) => {
      expect(Math.abs(dewPointC(temperatureC, humidity)! - dewPoint), name).toBeLessThanOrEqual(tolerance);
    });
  });

  test('relative humidity agrees with the reference tables', () => {
    eachRow(RELATIVE_HUMIDITY_REFERENCE, ([temperatureC, dewPoint, humidity], tolerance, name) => {
      expect(Math.abs(relativeHumidityPct(temperatureC, dewPoint)! - humidity), name).toBeLessThanOrEqual(
        tolerance,
      );
    });
  });

  test('one is the inverse of the other', () => {
    const temperature = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(temperature, fc.double({ min: 1, max: 100, noNaN: true }), (temperatureC, humidity) => {
        const dewPoint = dewPointC(temperatureC, humidity)!;
        expect(dewPoint).toBeLessThanOrEqual(temperatureC + 1e-9);
        expect(relativeHumidityPct(temperatureC, dewPoint)).toBeCloseTo(humidity, 6);
      }),
    );
  });

  test('saturated air has its dew point at its temperature; more than saturated counts as saturated', () => {
    expect(dewPointC(20, 100)).toBeCloseTo(20, 9);
    expect(dewPointC(20, 105)).toBeCloseTo(20, 9);
    expect(relativeHumidityPct(20, 20)).toBe(100);
    expect(relativeHumidityPct(20, 21)).toBe(100);
  });

  test('is null for missing, dry or absurd input, the ends of the range included in it', () => {
    for (const value of [...MISSING, -100.1, 100.1]) {
      expect(dewPointC(value, 50)).toBeNull();
      expect(relativeHumidityPct(value, 10)).toBeNull();
      expect(relativeHumidityPct(10, value)).toBeNull();
    }
    for (const value of [...MISSING, 0, -1]) expect(dewPointC(20, value)).toBeNull();
    for (const value of [-100, 100]) {
      expect(dewPointC(value, 50)).not.toBeNull();
      expect(relativeHumidityPct(value, -100)).not.toBeNull();
      expect(relativeHumidityPct(100, value)).not.toBeNull();
    }
  });
});
