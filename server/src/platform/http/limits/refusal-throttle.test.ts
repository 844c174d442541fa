import { expect, test } from 'vitest';
import { RefusalThrottle } from './refusal-throttle.ts';

test('thirty refusals in a minute close a network until the minute is over, and no other', () => {
  const throttle = new RefusalThrottle();
  const now = 60_000_000;
  for (let count = 0; count < 29; count++) throttle.count('a', now + count);
  expect(throttle.isClosed('a', now + 50)).toBe(false);
  throttle.count('a', now + 50);
  expect([throttle.isClosed('a', now + 59_999), throttle.isClosed('b', now)]).toEqual([true, false]);
  throttle.count('a', now + 51, -1);
  expect(throttle.isClosed('a', now + 52)).toBe(false);
  throttle.count('a', now + 53);
  expect(throttle.isClosed('a', now + 60_000)).toBe(false);
});
