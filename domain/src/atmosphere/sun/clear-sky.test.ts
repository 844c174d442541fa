import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISSING } from '../../../test/missing-readings.ts';
import { DAILY_REFERENCE, FALLON } from '../reference-data/evapotranspiration.ts';
import { clearSkyWm2, dailyClearSkyMj } from './clear-sky.ts';

const here = { ...FALLON, at: Date.parse('2015-06-21T20:00:00Z'), dayOfYear: 172 };

test('FAO-56, example 18: the clear sky of Brussels on 6 July is 30.90 MJ/m² (0.752 of 41.09)', () => {
  expect(dailyClearSkyMj({ latitude: 50.8, dayOfYear: 187, elevationM: 100 })).toBeCloseTo(30.9, 1);
});

test('the sun of a year in Fallon, Nevada, never exceeds it by more than 3 %', () => {
  for (const { rows } of DAILY_REFERENCE) {
    for (const [dayOfYear, , , , solarMjM2] of rows)
      expect(solarMjM2 / (dailyClearSkyMj({ ...FALLON, dayOfYear }) ?? 0)).toBeLessThan(1.03);
  }
});

test('the instants of a day make the day, to 3 %', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -65, max: 65 }),
      fc.integer({ min: -180, max: 180 }),
      fc.integer({ min: 1, max: 365 }),
      fc.integer({ min: 0, max: 4_000 }),
      (latitude, longitude, dayOfYear, elevationM) => {
        const noon = Date.UTC(2026, 0, dayOfYear, 12) - longitude * 240_000;
        let mj = 0;
        for (let quarter = -48; quarter < 48; quarter += 1) {
          const at = noon + (quarter + 0.5) * 900_000;
          mj += (clearSkyWm2({ at, latitude, longitude, elevationM }) ?? Number.NaN) * 900e-6;
        }
        const day = dailyClearSkyMj({ latitude, dayOfYear, elevationM }) ?? Number.NaN;
        expect(Math.abs(mj - day)).toBeLessThan(0.03 * day + 0.6);
      },
    ),
    { numRuns: 50 },
  );
});

test('is 0 at night, rises with the elevation, and null for missing or impossible input', () => {
  expect(clearSkyWm2({ ...here, at: here.at + 43_200_000 })).toBe(0);
  expect(dailyClearSkyMj({ latitude: 80, dayOfYear: 355, elevationM: 0 })).toBe(0);
  expect(clearSkyWm2({ ...here, elevationM: 3_000 })).toBeGreaterThan(clearSkyWm2(here) ?? Number.NaN);
  for (const value of [...MISSING, 9_001, -1_001]) {
    expect(dailyClearSkyMj({ ...here, elevationM: value })).toBeNull();
    expect(clearSkyWm2({ ...here, elevationM: value })).toBeNull();
  }
  for (const value of [...MISSING, 91]) expect(dailyClearSkyMj({ ...here, latitude: value })).toBeNull();
  for (const value of [...MISSING, 0, 367]) expect(dailyClearSkyMj({ ...here, dayOfYear: value })).toBeNull();
  for (const value of MISSING) {
    expect(clearSkyWm2({ ...here, at: value })).toBeNull();
    expect(clearSkyWm2({ ...here, longitude: value })).toBeNull();
  }
});
