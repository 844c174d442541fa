import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import {
  roundTo,
  shownFeelsLikeF,
  shownPrecipitationInches,
  shownTemperatureF,
  shownWbgtF,
  shownWindMph,
} from './rounding.ts';

describe('roundTo', () => {
  test.each([
    [2.5, 0, 3],
    [-2.5, 0, -2],
    [2.4999, 0, 2],
    [1.005, 2, 1.01],
    [0.615, 2, 0.62],
    [8.345, 2, 8.35],
    [86.95, 1, 87],
    [-0.4, 0, 0],
    [-0.6, 0, -1],
    [1e300, 2, 1e300],
  ])('%d to %d decimals is %d', (value, decimals, expected) => {
    expect(Object.is(roundTo(value, decimals), expected)).toBe(true);
  });

  test('is null when missing, and too large a number stays as it is', () => {
    for (const value of MISSING) expect(roundTo(value, 1)).toBeNull();
    expect(roundTo(1e308, 2)).toBe(1e308);
  });
});

test('what is shown: whole degrees and miles per hour, WBGT to a tenth, precipitation to a hundredth', () => {
  expect(shownTemperatureF(71.5)).toBe(72);
  expect(shownFeelsLikeF(-3.5)).toBe(-3);
  expect(shownWindMph(11.49)).toBe(11);
  expect(shownWbgtF(82.05)).toBe(82.1);
  expect(shownPrecipitationInches(0.125)).toBe(0.13);
  for (const shown of [
    shownTemperatureF,
    shownFeelsLikeF,
    shownWindMph,
    shownWbgtF,
    shownPrecipitationInches,
  ])
    expect(shown(null)).toBeNull();
});
