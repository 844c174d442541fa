import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDay } from '../../core/index.ts';
import { filledQuarters, quartersOfDay } from './quarters-of-day.ts';

const without = (from: number, until: number) =>
  Array.from({ length: 96 }, (_, index) => (index >= from && index < until ? null : index));

test.each([
  ['2026-06-06', 'America/New_York', 96],
  ['2026-03-08', 'America/New_York', 92],
  ['2026-11-01', 'America/New_York', 100],
  ['2026-04-05', 'Australia/Lord_Howe', 98],
  ['2026-06-06', 'Asia/Kathmandu', 96],
])('%s in %s has %d quarter hours, all of them in the day', (day, timeZone, count) => {
  const found = localDay(day, timeZone);
  const quarters = quartersOfDay(found);
  expect(quarters.length).toBe(count);
  expect(quarters[0]).toBe(found.from);
  expect((quarters.at(-1) ?? 0) + 900_000).toBe(found.until);
});

test('a hole of two hours is crossed by a line; a longer one leaves the day without a value', () => {
  expect(filledQuarters(without(30, 38))).toEqual(without(0, 0));
  expect(filledQuarters(without(30, 39))).toBeNull();
  expect(filledQuarters(without(0, 8))?.slice(0, 10)).toEqual([8, 8, 8, 8, 8, 8, 8, 8, 8, 9]);
  expect(filledQuarters(without(87, 96))).toBeNull();
  expect(filledQuarters([])).toEqual([]);
});

test('twenty of 24 hours are enough, nineteen are not', () => {
  const missingHours = (hours: readonly number[]) =>
    Array.from({ length: 96 }, (_, index) => (hours.includes(Math.floor(index / 4)) ? null : 1));
  expect(filledQuarters(missingHours([2, 7, 12, 17]))).not.toBeNull();
  expect(filledQuarters(missingHours([2, 7, 12, 17, 22]))).toBeNull();
});

test('one report an hour is a whole day; what does not count may be missing', () => {
  const hourly = Array.from({ length: 96 }, (_, index) => (index % 4 === 3 ? 5 : null));
  expect(filledQuarters(hourly)).toEqual(hourly.map(() => 5));
  expect(filledQuarters(without(0, 40), (index) => index >= 40)).not.toBeNull();
  expect(filledQuarters(without(0, 49), (index) => index >= 40)).toBeNull();
});

test('whatever is there stays, and the rest lies between its least and greatest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ min: -50, max: 50, noNaN: true }), { freq: 3 }), {
        minLength: 92,
        maxLength: 100,
      }),
      (values) => {
        const filled = filledQuarters(values);
        if (filled === null) return;
        const there = values.filter((value) => value !== null);
        for (const [index, value] of values.entries()) {
          if (value !== null) expect(filled[index]).toBe(value);
          expect(filled[index]).toBeGreaterThanOrEqual(Math.min(...there) - 1e-9);
          expect(filled[index]).toBeLessThanOrEqual(Math.max(...there) + 1e-9);
        }
      },
    ),
  );
});
