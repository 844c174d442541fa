import { expect, test } from 'vitest';
import { dropOldest } from './bounded-cache.ts';

test.each([
  [4, ['a', 'b', 'c']],
  [3, ['a', 'b', 'c']],
  [2, ['b', 'c']],
  [0, []],
])('at most %d entries remain, the newest', (maximum, expected) => {
  const cache = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  dropOldest(cache, maximum);
  expect([...cache.keys()]).toEqual(expected);
});
