import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTime } from '../core/index.ts';
import { calendarOf } from './calendar.ts';
import {
  isTestOverdue,
  nextScheduled,
  retryAt,
  scheduledBetween,
  type TestSchedule,
} from './test-schedule.ts';

const zone = 'America/Chicago';
const at = (text: string) => Date.parse(text);
const text = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16);
const schedule = (part: Partial<TestSchedule> = {}): TestSchedule => ({
  ...{ every: 'week', weekday: 3, time: '10:00:00' },
  ...part,
});

describe('the next time', () => {
  test.each<[string, TestSchedule, string, string]>([
    ['this week', schedule(), '2026-07-06T12:00Z', '2026-07-08T15:00'],
    ['next week when it is now', schedule(), '2026-07-08T15:00Z', '2026-07-15T15:00'],
    ['the first Wednesday', schedule({ every: 'month' }), '2026-07-02T00:00Z', '2026-08-05T15:00'],
    [
      'the first Wednesday of this month',
      schedule({ every: 'month' }),
      '2026-06-30T00:00Z',
      '2026-07-01T15:00',
    ],
    [
      'a skipped time is the jump',
      schedule({ weekday: 0, time: '02:30:00' }),
      '2026-03-07T00:00Z',
      '2026-03-08T08:00',
    ],
    [
      'a time that occurs twice is the first',
      schedule({ weekday: 0, time: '01:30:00' }),
      '2026-10-31T12:00Z',
      '2026-11-01T06:30',
    ],
    ['never the second', schedule({ weekday: 0, time: '01:30:00' }), '2026-11-01T06:30Z', '2026-11-08T07:30'],
  ])('%s', (_, one, after, expected) => {
    expect(text(nextScheduled(one, zone, at(after)))).toBe(expected);
  });

  test('does not exist for a time that cannot be read', () => {
    expect(nextScheduled(schedule({ time: '10:00' }), zone, 0)).toBeNull();
    expect(nextScheduled(schedule(), zone, Number.NaN)).toBeNull();
  });

  test('is later, on its weekday, and none is left out', () => {
    const any = fc.record({
      every: fc.constantFrom('week', 'month'),
      weekday: fc.integer({ min: 0, max: 6 }),
      time: fc.constantFrom('00:00:00', '01:30:00', '02:30:00', '10:00:00', '23:45:00'),
    });
    const zones = fc.constantFrom(zone, 'America/St_Johns', 'Pacific/Auckland', 'Asia/Kathmandu');
    const after = fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2027-12-31T00:00Z') });
    fc.assert(
      fc.property(any, zones, after, (one, timeZone, from) => {
        const next = nextScheduled(one, timeZone, from) ?? 0;
        expect(next).toBeGreaterThan(from);
        const { day, dayOfMonth } = localTime(next, timeZone);
        expect(day).toBe(one.weekday);
        if (one.every === 'month') expect(dayOfMonth).toBeLessThanOrEqual(7);
        const middle = from + Math.floor((next - from) / 2);
        expect(nextScheduled(one, timeZone, middle)).toBe(next);
      }),
    );
  });
});

describe('a skipped test', () => {
  const planned = at('2026-07-08T15:00Z');
  const retry = (now: string, isSilent = false) =>
    text(retryAt({ ...schedule(), isSilent }, zone, planned, at(now)));

  test('is tried an hour later, then at its time on the next day, and never after the next planned one', () => {
    expect(retry('2026-07-08T15:00Z')).toBe('2026-07-08T16:00');
    expect(retry('2026-07-08T17:00Z')).toBe('2026-07-08T18:00');
    expect(retry('2026-07-08T18:00Z')).toBe('2026-07-09T15:00');
    expect(retry('2026-07-09T15:00Z')).toBe('2026-07-09T16:00');
    expect(retry('2026-07-14T19:00Z')).toBe('2026-07-15T15:00');
    expect(retry('2026-07-16T00:00Z')).toBe('2026-07-22T15:00');
  });

  test('that is silent is tried every hour', () => {
    expect(retry('2026-07-09T03:00Z', true)).toBe('2026-07-09T04:00');
  });

  test('is overdue a day after it was planned', () => {
    const overdue = (lastDoneAt: string | null, now: string) =>
      isTestOverdue(
        schedule(),
        zone,
        { lastDoneAt: lastDoneAt === null ? null : at(lastDoneAt), createdAt: at('2026-07-06T00:00Z') },
        at(now),
      );
    expect(overdue(null, '2026-07-09T15:00Z')).toBe(false);
    expect(overdue(null, '2026-07-09T15:01Z')).toBe(true);
    expect(overdue('2026-07-09T16:00Z', '2026-07-10T00:00Z')).toBe(false);
  });
});

test('the planned ones of a period, its end excluded', () => {
  const found = scheduledBetween(schedule(), zone, at('2026-07-08T15:00Z'), at('2026-07-22T15:00Z'));
  expect(found.map(text)).toEqual(['2026-07-08T15:00', '2026-07-15T15:00']);
});

test('a calendar is iCalendar text', () => {
  const entry = {
    ...{ scheduleId: 'abc', at: at('2026-07-08T15:00Z'), seconds: 40, location: 'Field; north, 1' },
    ...{
      summary: 'Test of the warning signal: '.padEnd(120, 'ü'),
      description: 'This is a test.\nNo action',
    },
  };
  const calendar = calendarOf([entry], 'Tests', at('2026-07-01T00:00Z'));
  const lines = calendar.split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = calendar.replaceAll('\r\n ', '');
  expect(unfolded).toContain(`SUMMARY:${entry.summary}\r\n`);
  expect(unfolded).toContain('LOCATION:Field\\; north\\, 1\r\n');
  expect(unfolded).toContain('DESCRIPTION:This is a test.\\nNo action\r\n');
  expect(unfolded).toContain(
    'UID:abc-20260708T150000Z@allclear\r\nDTSTAMP:20260701T000000Z\r\nDTSTART:20260708T150000Z\r\nDTEND:20260708T150040Z\r\n',
  );
});
