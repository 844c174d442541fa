import { expect, test } from 'vitest';
import { readRetryAfter } from './classify-response.ts';

test.each([
  [{ 'retry-after': '120' }, 120_000],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': 'Sat, 10 Oct 2026 09:00:30 GMT', date: 'Sat, 10 Oct 2026 09:00:00 GMT' }, 30_000],
  [{ 'retry-after': 'Sat, 10 Oct 2026 08:00:00 GMT', date: 'Sat, 10 Oct 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after': 'Sat, 10 Oct 2026 09:00:30 GMT' }, null],
  [{ 'retry-after': 'soon', date: 'Sat, 10 Oct 2026 09:00:00 GMT' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
])('Retry-After of %j is %s ms', (headers, expected) => {
  expect(readRetryAfter(headers as Record<string, string>)).toBe(expected);
});
