import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localInstants } from './local-instants.ts';
import { DAY_MS, MINUTE_MS } from './time-units.ts';
import { offsetMinutes } from './time-zones.ts';

const instants = (date: string, minutes: number, timeZone = 'America/Chicago') => {
  const { first, last } = localInstants(Date.parse(`${date}T00:00:00Z`), minutes, timeZone);
  return [first, last].map((at) => new Date(at).toISOString().slice(0, 16));
};

describe('the instants at which a clock shows a time', () => {
  it.each([
    ['on a usual day', '2026-07-15', 16 * 60, ['2026-07-15T21:00', '2026-07-15T21:00']],
    ['after midnight', '2026-07-15', 25 * 60, ['2026-07-16T06:00', '2026-07-16T06:00']],
    ['before the jump in spring', '2026-03-08', 119, ['2026-03-08T07:59', '2026-03-08T07:59']],
    ['in the skipped hour: the jump', '2026-03-08', 150, ['2026-03-08T08:00', '2026-03-08T08:00']],
    ['after the jump', '2026-03-08', 180, ['2026-03-08T08:00', '2026-03-08T08:00']],
    ['in the hour that occurs twice', '2026-11-01', 90, ['2026-11-01T06:30', '2026-11-01T07:30']],
    ['after it', '2026-11-01', 120, ['2026-11-01T08:00', '2026-11-01T08:00']],
  ])('%s', (_, date, minutes, expected) => {
    expect(instants(date, minutes)).toEqual(expected);
  });

  it('of a half hour, and of a day that a country left out', () => {
    expect(instants('2026-10-04', 135, 'Australia/Lord_Howe')).toEqual([
      '2026-10-03T15:30',
      '2026-10-03T15:30',
    ]);
    expect(instants('2011-12-30', 12 * 60, 'Pacific/Apia')).toEqual(['2011-12-30T10:00', '2011-12-30T10:00']);
  });

  it('the clock shows the time, or has just jumped over it; a later time is never an earlier instant', () => {
    const zones = [
      'America/Chicago',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Europe/Dublin',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 20_000, max: 21_500 }),
        fc.integer({ min: 0, max: 2879 }),
        (zone, day, minutes) => {
          const shownMs = day * DAY_MS + minutes * MINUTE_MS;
          const shows = (at: number) => at + offsetMinutes(at, zone) * MINUTE_MS;
          const { first, last } = localInstants(day * DAY_MS, minutes, zone);
          const next = localInstants(day * DAY_MS, minutes + 1, zone);
          expect(first).toBeLessThanOrEqual(last);
          expect(next.first).toBeGreaterThanOrEqual(first);
          expect(next.last).toBeGreaterThanOrEqual(last);
          if (shows(first) === shownMs) expect(shows(last)).toBe(shownMs);
          else {
            expect(shows(first)).toBeGreaterThan(shownMs);
            expect(shows(first - MINUTE_MS)).toBeLessThan(shownMs);
          }
        },
      ),
    );
  });
});
