import { expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import * as units from './units.ts';

test.each([
  [units.fahrenheitFromCelsius, 100, 212],
  [units.fahrenheitFromCelsius, -40, -40],
  [units.celsiusFromFahrenheit, 212, 100],
  [units.celsiusFromFahrenheit, -40, -40],
  [units.celsiusFromKelvin, 300, 26.85],
  [units.mphFromMps, 10, 22.36936],
  [units.mpsFromMph, 22.36936, 10],
  [units.mphFromKmh, 100, 62.1371],
  [units.mphFromKnots, 10, 11.50779],
  [units.mpsFromKnots, 10, 5.14444],
  [units.milesFromKm, 100, 62.1371],
  [units.kmFromMiles, 62.1371, 100],
  [units.milesFromMetres, 10_000, 6.21371],
  [units.metresFromFeet, 1000, 304.8],
  [units.feetFromMetres, 304.8, 1000],
  [units.inchesFromMm, 254, 10],
  [units.mmFromInches, 10, 254],
  [units.hpaFromInchesOfMercury, 29.921255, 1013.25],
  [units.inchesOfMercuryFromHpa, 1013.25, 29.921255],
  [units.hpaFromPascal, 101_325, 1013.25],
  [units.ppmFromPpb, 70, 0.07],
])('conversion %#: known values, and null for a missing reading', (convert, value, expected) => {
  expect(convert(value)).toBeCloseTo(expected, 4);
  for (const missing of MISSING) expect(convert(missing)).toBeNull();
});

test('an hour of 1000 W/m² is 3.6 MJ/m²', () => {
  expect(units.mjPerM2FromWattsPerM2(1000, 1)).toBeCloseTo(3.6, 12);
  expect(units.mjPerM2FromWattsPerM2(250, 24)).toBeCloseTo(21.6, 12);
  for (const missing of MISSING) {
    expect(units.mjPerM2FromWattsPerM2(missing, 1)).toBeNull();
    expect(units.mjPerM2FromWattsPerM2(1000, missing)).toBeNull();
  }
});
