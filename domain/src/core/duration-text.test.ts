import { expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { durationText } from './duration-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, '0 minutes'],
  [-5 * MINUTE, '0 minutes'],
  [29_999, '0 minutes'],
  [30_000, '1 minute'],
  [59 * MINUTE, '59 minutes'],
  [89 * MINUTE, '89 minutes'],
  [90 * MINUTE - 1, '89 minutes'],
  [90 * MINUTE, '2 hours'],
  [100 * MINUTE, '2 hours'],
  [35.4 * HOUR, '35 hours'],
  [36 * HOUR - 1, '35 hours'],
  [36 * HOUR, '2 days'],
  [2.4 * DAY, '2 days'],
  [400 * DAY, '400 days'],
])('%d ms is %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

test('is null when missing', () => {
  for (const value of MISSING) expect(durationText(value)).toBeNull();
});
