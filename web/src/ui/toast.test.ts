import { expect, it } from 'vitest';
import { toastDurationMs } from './toast.ts';

it.each([
  ['', 3000],
  ['Location added', 3000],
  ['x'.repeat(37), 3000],
  ['x'.repeat(38), 3040],
  ['x'.repeat(100), 8000],
])('a header of that length stays', (header, ms) => {
  expect(toastDurationMs(header, 'success')).toBe(ms);
  expect(toastDurationMs(header, 'info')).toBe(ms);
});

it.each([
  ['Failed To Get Locations', 6000],
  ['x'.repeat(75), 6000],
  ['x'.repeat(76), 6080],
])('an error stays six seconds at least', (header, ms) => {
  expect(toastDurationMs(header, 'error')).toBe(ms);
});
