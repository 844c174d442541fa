import { expect, it } from 'vitest';
import { toastDurationMs } from './toast.ts';

it.each([
  ['', 3000],
  ['Location added', 3000],
  ['x'.repeat(37), 3000],
  ['x'.repeat(38), 3040],
  ['x'.repeat(100), 8000],
])('a header of that length stays', (header, ms) => {
  expect(toastDurationMs(header)).toBe(ms);
});
