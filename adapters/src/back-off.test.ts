import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs } from './back-off.ts';

test.each([
  [0, 1, 0],
  [1, 1, 1000],
  [1, 0, 500],
  [2, 1, 2000],
  [6, 1, 32_000],
  [7, 1, 60_000],
  [5000, 1, 60_000],
])('after %i failures with jitter %d: %i ms', (failures, jitter, expected) => {
  expect(backOffMs(failures, jitter)).toBe(expected);
});

test('what the other side asks for is never undercut', () => {
  expect(backOffMs(1, 1, { retryAfterMs: 90_000 })).toBe(90_000);
  expect(backOffMs(1, 1, { retryAfterMs: 10 })).toBe(1000);
  expect(backOffMs(1, 1, { retryAfterMs: 1e12 })).toBe(3_600_000);
});

test('it never shrinks with more failures and stays between half and all of its ceiling', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, jitter) => {
        const delay = backOffMs(failures, jitter);
        expect(delay).toBeGreaterThanOrEqual(500);
        expect(delay).toBeLessThanOrEqual(60_000);
        expect(backOffMs(failures + 1, jitter)).toBeGreaterThanOrEqual(delay);
      },
    ),
  );
});
