import { expect, it } from 'vitest';
import { nightsBetween } from './nights.ts';

const at = (iso: string) => Date.parse(iso);
const minute = 60_000;
const tampa = { latitude: 27.95, longitude: -82.46 };

it('is dark from sunset to sunrise: in Tampa in June from about 8:23 PM to 6:33 AM', () => {
  const [night, ...others] = nightsBetween(at('2026-06-06T16:00:00Z'), at('2026-06-07T16:00:00Z'), tampa);
  expect(others).toEqual([]);
  expect(Math.abs(night!.fromMs - at('2026-06-07T00:23:00Z'))).toBeLessThanOrEqual(6 * minute);
  expect(Math.abs(night!.toMs - at('2026-06-07T10:33:00Z'))).toBeLessThanOrEqual(6 * minute);
});

it('begins and ends with what is asked about', () => {
  const from = at('2026-06-07T02:02:00Z');
  expect(nightsBetween(from, from + 60 * minute, tampa)).toEqual([
    { fromMs: from, toMs: from + 60 * minute },
  ]);
});

it('has none under the midnight sun, one under the polar night, and none without a place', () => {
  const north = { latitude: 78.2, longitude: 15.6 };
  expect(nightsBetween(at('2026-06-20T00:00:00Z'), at('2026-06-22T00:00:00Z'), north)).toEqual([]);
  expect(nightsBetween(at('2026-12-20T00:00:00Z'), at('2026-12-22T00:00:00Z'), north)).toHaveLength(1);
  expect(nightsBetween(0, 3_600_000, { latitude: Number.NaN, longitude: 0 })).toEqual([]);
  expect(nightsBetween(3_600_000, 0, tampa)).toEqual([]);
});
