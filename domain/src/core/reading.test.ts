import { expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { isFiniteReading, isWithin } from './reading.ts';

test('a reading is missing when it is no finite number', () => {
  for (const value of MISSING) expect(isFiniteReading(value)).toBe(false);
  expect(isFiniteReading('1' as unknown as number)).toBe(false);
  for (const value of [0, -0, -1.5, 1e300]) expect(isFiniteReading(value)).toBe(true);
});

test('a range holds both its ends and no missing reading', () => {
  expect([1, 2, 3, 0.999, 3.001].map((value) => isWithin(value, 1, 3))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  for (const value of MISSING) expect(isWithin(value, -1e9, 1e9)).toBe(false);
});
