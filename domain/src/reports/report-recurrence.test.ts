import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, localTime } from '../core/index.ts';
import { dueRuns, nextRun, periodEndedAt, type ReportSchedule } from './report-recurrence.ts';

const chicago = 'America/Chicago';

test.each([
  ['tomorrow', { period: 'DAY' }, '2026-06-06T20:00:00Z', '2026-06-07T11:00:00.000Z'],
  ['today, before six', { period: 'DAY' }, '2026-06-06T10:59:59Z', '2026-06-06T11:00:00.000Z'],
  ['not again at six itself', { period: 'DAY' }, '2026-06-06T11:00:00Z', '2026-06-07T11:00:00.000Z'],
  ['the next Monday', { period: 'WEEK', weekday: 1 }, '2026-06-06T20:00:00Z', '2026-06-08T11:00:00.000Z'],
  ['the first', { period: 'MONTH', dayOfMonth: 1 }, '2026-06-06T20:00:00Z', '2026-07-01T11:00:00.000Z'],
  [
    'the last day of February',
    { period: 'MONTH', dayOfMonth: 30 },
    '2026-02-01T20:00:00Z',
    '2026-02-28T12:00:00.000Z',
  ],
  ['a leap day', { period: 'MONTH', dayOfMonth: 29 }, '2028-02-01T20:00:00Z', '2028-02-29T12:00:00.000Z'],
  [
    'winter time on the day of the change',
    { period: 'DAY' },
    '2026-10-31T20:00:00Z',
    '2026-11-01T12:00:00.000Z',
  ],
] as const)('the next run is %s', (_what, schedule, after, next) => {
  expect(new Date(nextRun(schedule, chicago, Date.parse(after))).toISOString()).toBe(next);
});

test('a day that a zone skipped has no run', () => {
  // Samoa had no 30 December 2011.
  const after = Date.parse('2011-12-29T17:00:00Z');
  expect(localTime(nextRun({ period: 'DAY' }, 'Pacific/Apia', after), 'Pacific/Apia')).toMatchObject({
    ...{ month: 12, dayOfMonth: 31, minutes: 360 },
  });
});

test('the period that has just ended', () => {
  const at = Date.parse('2026-03-30T11:00:00Z');
  expect(periodEndedAt({ period: 'DAY' }, chicago, at)).toEqual({
    ...{ startDate: '2026-03-29', endDate: '2026-03-29' },
  });
  expect(periodEndedAt({ period: 'WEEK', weekday: 1 }, chicago, at)).toEqual({
    ...{ startDate: '2026-03-23', endDate: '2026-03-29' },
  });
  // In February it was made on the 28th.
  expect(periodEndedAt({ period: 'MONTH', dayOfMonth: 30 }, chicago, at)).toEqual({
    ...{ startDate: '2026-02-28', endDate: '2026-03-29' },
  });
});

const schedules: fc.Arbitrary<ReportSchedule> = fc.oneof(
  fc.constant({ period: 'DAY' as const }),
  fc.integer({ min: 0, max: 6 }).map((weekday) => ({ period: 'WEEK' as const, weekday })),
  fc.integer({ min: 1, max: 30 }).map((dayOfMonth) => ({ period: 'MONTH' as const, dayOfMonth })),
);
const zones = fc.constantFrom(
  ...[
    chicago,
    'Europe/Berlin',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
    'UTC',
  ],
);

test('each run is due exactly once, whatever restarts, engines and changes of clocks lie between', () => {
  fc.assert(
    fc.property(
      schedules,
      zones,
      fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2027-01-01') }),
      fc.array(fc.integer({ min: 1, max: 20 * DAY_MS }), { minLength: 1, maxLength: 12 }),
      (schedule, zone, begin, rests) => {
        let nextAt = nextRun(schedule, zone, begin);
        let now = begin;
        const made: number[] = [];
        for (const rest of rests) {
          now += rest;
          // The second engine asks after the first one has stored when the next run is.
          for (let engine = 0; engine < 2; engine++) {
            const due = dueRuns(schedule, zone, { nextAt, now });
            made.push(...due.runs);
            expect(due.nextAt).toBeGreaterThan(now);
            nextAt = due.nextAt;
          }
        }
        const expected: number[] = [];
        for (let at = nextRun(schedule, zone, begin); at <= now; at = nextRun(schedule, zone, at))
          expected.push(at);
        expect(made).toEqual(expected);
        for (const at of made) expect(localTime(at, zone).minutes).toBe(360);
        // Periods adjoin: no day is missing and none is twice.
        const periods = made.map((at) => periodEndedAt(schedule, zone, at));
        for (const [index, { startDate }] of periods.entries()) {
          const before = periods[index - 1];
          if (before) expect(Date.parse(startDate) - Date.parse(before.endDate)).toBe(DAY_MS);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('of a year without a server the last month is made up for', () => {
  const nextAt = Date.parse('2025-06-07T11:00:00Z');
  const { runs } = dueRuns({ period: 'DAY' }, chicago, { nextAt, now: nextAt + 365 * DAY_MS });
  expect(runs).toHaveLength(31);
});
