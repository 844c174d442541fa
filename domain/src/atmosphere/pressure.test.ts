import { expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { eachRow } from '../../test/reference-table.ts';
import { stationPressureHpa } from './pressure.ts';
import { STANDARD_PRESSURE_REFERENCE } from './reference-data/humidity.ts';

test('the standard atmosphere', () => {
  eachRow(STANDARD_PRESSURE_REFERENCE, ([elevationM, pressureHpa], tolerance, name) => {
    expect(Math.abs(stationPressureHpa(elevationM)! - pressureHpa), name).toBeLessThanOrEqual(tolerance);
  });
  expect(stationPressureHpa(0)).toBe(1013.25);
});

test('holds in the troposphere only', () => {
  for (const value of [...MISSING, -1000.1, 11_000.1]) expect(stationPressureHpa(value)).toBeNull();
  expect(stationPressureHpa(11_000)).toBeCloseTo(226.3, 0);
  expect(stationPressureHpa(-1000)).toBeCloseTo(1139.3, 0);
});
