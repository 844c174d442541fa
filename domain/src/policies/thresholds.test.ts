import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { isThresholdExceeded, mostRestrictiveThreshold, temperaturePolicy, tileColor } from './thresholds.ts';

test('a threshold is exceeded from the value itself on, upwards or, descending, downwards', () => {
  expect([89.9, 90, 90.1].map((value) => isThresholdExceeded(value, 90))).toEqual([false, true, true]);
  expect([31.9, 32, 32.1].map((value) => isThresholdExceeded(value, 32, true))).toEqual([true, true, false]);
  for (const value of MISSING) {
    expect(isThresholdExceeded(value, 90)).toBeNull();
    expect(isThresholdExceeded(90, value)).toBeNull();
  }
});

test('the most restrictive threshold is the lowest, descending the highest', () => {
  expect(mostRestrictiveThreshold([90, 82, 88])).toBe(82);
  expect(mostRestrictiveThreshold([20, 32, -5], true)).toBe(32);
  expect(mostRestrictiveThreshold([null, 88, Number.NaN])).toBe(88);
  expect(mostRestrictiveThreshold([])).toBeNull();
  expect(mostRestrictiveThreshold([...MISSING], true)).toBeNull();
});

describe('tileColor', () => {
  test.each([
    ['wbgt', 82.1, 82, 'error'],
    ['wbgt', 82, 82, 'error'],
    ['wbgt', 81.9, 82, 'warning'],
    ['wbgt', 81, 82, 'warning'],
    ['wbgt', 80.9, 82, 'success'],
    ['wbgt', 89.1, 90.1, 'warning'],
    ['feels-like', 99, 100, 'warning'],
    ['feels-like', 98.9, 100, 'success'],
    ['wind', 29, 30, 'warning'],
    ['wind', 28.9, 30, 'success'],
    ['precipitation', 0.5, 1, 'warning'],
    ['precipitation', 0.49, 1, 'success'],
    ['precipitation', 1, 1, 'error'],
  ] as const)('%s of %d against %d is %s', (kind, value, threshold, color) => {
    expect(tileColor(kind, value, threshold)).toBe(color);
  });

  test.each([
    [31, 'error'],
    [32, 'error'],
    [32.5, 'warning'],
    [33, 'warning'],
    [33.1, 'success'],
  ])('a chill of %d against a descending 32 is %s', (value, color) => {
    expect(tileColor('feels-like', value, 32, true)).toBe(color);
  });

  test('has no color without a value or a threshold', () => {
    for (const value of MISSING) {
      expect(tileColor('wind', value, 30)).toBeNull();
      expect(tileColor('wind', 30, value)).toBeNull();
    }
  });
});

test('heat policies apply from 65 °F on, chill policies below', () => {
  expect([64.999, 65, 110, -20].map(temperaturePolicy)).toEqual(['CHILL', 'HEAT', 'HEAT', 'CHILL']);
  for (const value of MISSING) expect(temperaturePolicy(value)).toBeNull();
});
