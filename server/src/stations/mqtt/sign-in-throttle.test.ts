import { expect, test } from 'vitest';
import { SignInThrottle } from './sign-in-throttle.ts';

test('thirty failures in a minute close an address until the minute is over, and no other', () => {
  const throttle = new SignInThrottle();
  const now = 60_000_000;
  for (let count = 0; count < 29; count++) throttle.failed('a', now + count);
  expect(throttle.isClosed('a', now + 50)).toBe(false);
  throttle.failed('a', now + 50);
  expect([throttle.isClosed('a', now + 59_999), throttle.isClosed('b', now)]).toEqual([true, false]);
  expect(throttle.isClosed('a', now + 60_000)).toBe(false);
});
