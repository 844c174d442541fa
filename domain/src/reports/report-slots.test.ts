import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUARTER_MS } from '../air-quality/index.ts';
import { localDay, localTime, offsetMinutes } from '../core/index.ts';
import { offsetTimeText, reportHours, slotsOfDay, utcTimeText } from './report-slots.ts';

const whole = { between: null, daysOfWeek: [] };
const filter = (start: string | null, end: string | null, days: number[] = []) =>
  reportHours({ StartTimeOfDay: start, EndTimeOfDay: end, DaysOfWeek: days });
const times = (
  day: string,
  zone: string,
  interval: 15 | 30 | 60 | 1440,
  hours: ReturnType<typeof filter> = whole,
) =>
  slotsOfDay(localDay(day, zone), zone, { interval, hours }).map(({ from, offsetMinutes: offset }) =>
    offsetTimeText(from, offset).slice(11),
  );

describe('the rows of a day', () => {
  test('are 24 hours, 23 and 25 where clocks change', () => {
    expect(times('2026-06-06', 'America/Chicago', 60)).toHaveLength(24);
    const spring = times('2026-03-08', 'America/Chicago', 60);
    expect(spring.slice(1, 3)).toEqual(['01:00:00-06:00', '03:00:00-05:00']);
    expect(spring).toHaveLength(23);
    const autumn = times('2026-11-01', 'America/Chicago', 60);
    expect(autumn.slice(1, 3)).toEqual(['01:00:00-05:00', '01:00:00-06:00']);
    expect(autumn).toHaveLength(25);
  });

  test('begin at whole hours where clocks change by half an hour', () => {
    const autumn = times('2026-04-05', 'Australia/Lord_Howe', 60);
    expect(autumn.slice(1, 4)).toEqual(['01:00:00+11:00', '01:30:00+10:30', '02:00:00+10:30']);
  });

  test('are those of the hours, which may span midnight', () => {
    expect(times('2026-06-06', 'Asia/Kolkata', 60, filter('08:00:00', '10:00:00'))).toEqual([
      ...['08:00:00+05:30', '09:00:00+05:30'],
    ]);
    // 6 June is a Saturday: the first hour belongs to the night of Friday.
    const night = (days: number[]) => times('2026-06-06', 'UTC', 60, filter('23:00:00', '01:00:00', days));
    expect(night([])).toEqual(['00:00:00+00:00', '23:00:00+00:00']);
    expect(night([5])).toEqual(['00:00:00+00:00']);
    expect(night([6])).toEqual(['23:00:00+00:00']);
  });

  test('of 24 hours are one, with the hours that begin on it', () => {
    const zone = 'America/Chicago';
    const day = localDay('2026-06-06', zone);
    expect(slotsOfDay(day, zone, { interval: 1440, hours: whole })).toEqual([
      { from: day.from, until: day.until, offsetMinutes: -300 },
    ]);
    const [night] = slotsOfDay(day, zone, { interval: 1440, hours: filter('22:00:00', '06:00:00', [6]) });
    expect([utcTimeText(night?.from ?? 0), utcTimeText(night?.until ?? 0)]).toEqual([
      ...['2026-06-07T03:00:00Z', '2026-06-07T11:00:00Z'],
    ]);
    expect(slotsOfDay(day, zone, { interval: 1440, hours: filter(null, null, [0]) })).toEqual([]);
  });

  test('cover each day of any zone without gap, and begin where its clock says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 730 }),
        fc.constantFrom(
          'America/Chicago',
          'Australia/Lord_Howe',
          'Asia/Kolkata',
          'Asia/Kathmandu',
          'Africa/Cairo',
        ),
        fc.constantFrom(15 as const, 30 as const, 60 as const),
        (offset, zone, interval) => {
          const day = localDay(new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10), zone);
          const slots = slotsOfDay(day, zone, { interval, hours: whole });
          let at = day.from;
          for (const slot of slots) {
            expect(slot.from).toBe(at);
            expect(slot.until - slot.from).toBeLessThanOrEqual(interval * 60_000);
            expect(slot.offsetMinutes).toBe(offsetMinutes(slot.from, zone));
            if (slot.until - slot.from === interval * 60_000)
              expect(localTime(slot.from, zone).minutes % interval).toBe(0);
            at = slot.until;
          }
          expect(at).toBe(day.until);
          expect((day.until - day.from) % QUARTER_MS).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('instants are written with the offset of the clock', () => {
  const at = Date.parse('2026-06-06T20:00:00Z');
  expect(offsetTimeText(at, -300)).toBe('2026-06-06T15:00:00-05:00');
  expect(offsetTimeText(at, 345)).toBe('2026-06-07T01:45:00+05:45');
});
