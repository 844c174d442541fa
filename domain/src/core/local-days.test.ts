import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDay, localDayOf, localDaysBetween } from './local-days.ts';
import { HOUR_MS } from './time-units.ts';
import { localTime } from './time-zones.ts';

const hours = ({ from, until }: { from: number; until: number }) => (until - from) / HOUR_MS;

test('days have 23 to 25 hours where clocks change', () => {
  expect(hours(localDay('2026-03-08', 'America/Chicago'))).toBe(23);
  expect(hours(localDay('2026-11-01', 'America/Chicago'))).toBe(25);
  expect(hours(localDay('2026-06-06', 'America/Chicago'))).toBe(24);
  expect(hours(localDay('2026-10-04', 'Australia/Lord_Howe'))).toBe(23.5);
  // Cairo skips midnight.
  expect(new Date(localDay('2026-04-24', 'Africa/Cairo').from).toISOString()).toBe(
    '2026-04-23T22:00:00.000Z',
  );
});

test('a text that is no date is refused', () => {
  expect(() => localDay('2026-13-01', 'UTC')).toThrow(RangeError);
});

test('every instant lies in exactly one day, whose date its clock shows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 11, 31) }),
      (zone, at) => {
        const day = localDayOf(at, zone);
        expect(at).toBeGreaterThanOrEqual(day.from);
        expect(at).toBeLessThan(day.until);
        const { year, month, dayOfMonth } = localTime(at, zone);
        expect(day.day).toBe(new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10));
        const days = localDaysBetween(at, at + 100 * HOUR_MS, zone);
        for (const [index, next] of days.slice(1).entries()) expect(next.from).toBe(days[index]?.until);
      },
    ),
    { numRuns: 500 },
  );
});
