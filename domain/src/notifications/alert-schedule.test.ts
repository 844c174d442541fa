import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AlertTime,
  checkAlertTimes,
  defaultAlertTimes,
  isOpenAt,
  nextChangeAt,
  overnightNote,
} from './alert-schedule.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const chicago = 'America/Chicago';
const row = (day: number, startTime: string, endTime: string, more: Partial<AlertTime> = {}): AlertTime => ({
  day,
  startTime: `${startTime}:00`,
  endTime: `${endTime}:00`,
  allDay: false,
  enabled: true,
  ...more,
});
const openAt = (times: readonly AlertTime[], at: string, zone = chicago) =>
  isOpenAt(times, zone, Date.parse(at));

describe('checking a schedule', () => {
  test('the default is well on both steps', () => {
    expect(defaultAlertTimes()).toHaveLength(7);
    for (const stepMinutes of [15, 30] as const)
      expect(checkAlertTimes(defaultAlertTimes(), { stepMinutes })).toEqual({});
  });

  test.each<[string, AlertTime[], Record<string, string[]>]>([
    ['overnight', [row(5, '22:00', '06:00')], {}],
    ['to midnight', [row(5, '05:00', '00:00'), row(6, '05:00', '24:00')], {}],
    ['all day by its times', [row(5, '00:00', '00:00')], {}],
    ['all day by its switch, whatever its times', [row(5, '05:00', '05:00', { allDay: true })], {}],
    ['equal', [row(5, '05:00', '05:00')], { 'AlertTimes[5].StartTime': ['Start and end cannot be equal'] }],
    [
      'off the step',
      [row(1, '05:15', '06:45')],
      {
        'AlertTimes[1].StartTime': ['Start must be in steps of 30 minutes'],
        'AlertTimes[1].EndTime': ['End must be in steps of 30 minutes'],
      },
    ],
    [
      'no times',
      [
        row(2, '5:00', '25:00'),
        row(3, '24:00', '06:60'),
        { ...row(4, '05:00', '06:00'), startTime: '05:00:30', endTime: '' },
      ],
      {
        'AlertTimes[2].StartTime': ['Start must be a time like 05:00:00'],
        'AlertTimes[2].EndTime': ['End must be a time like 23:00:00'],
        'AlertTimes[3].StartTime': ['Start must be a time like 05:00:00'],
        'AlertTimes[3].EndTime': ['End must be a time like 23:00:00'],
        'AlertTimes[4].StartTime': ['Start must be a time like 05:00:00'],
        'AlertTimes[4].EndTime': ['End must be a time like 23:00:00'],
      },
    ],
    [
      'a day twice',
      [row(2, '05:00', '06:00'), row(2, '07:00', '08:00')],
      { 'AlertTimes[2].Day': ['Tuesday is there more than once'] },
    ],
    [
      'no day',
      [row(7, '05:00', '06:00')],
      { 'AlertTimes[7].Day': ['Day must be a number from 0 (Sunday) to 6 (Saturday)'] },
    ],
  ])('%s', (_, times, errors) => {
    expect(checkAlertTimes(times, { stepMinutes: 30 })).toEqual(errors);
  });

  test('a schedule whose days are counted from 1 is refused with those numbers', () => {
    const times = [row(7, '05:00', '06:00'), row(0, '05:00', '05:00')];
    expect(checkAlertTimes(times, { stepMinutes: 30, firstDay: 1 })).toEqual({
      'AlertTimes[8].Day': ['Day must be a number from 1 (Sunday) to 7 (Saturday)'],
      'AlertTimes[1].StartTime': ['Start and end cannot be equal'],
    });
  });

  test('a quarter of an hour is for personal schedules', () => {
    expect(checkAlertTimes([row(1, '05:15', '06:45')], { stepMinutes: 15 })).toEqual({});
  });
});

describe('open or closed', () => {
  // 15 July 2026 is a Wednesday; Chicago is five hours behind UTC.
  test.each<[string, AlertTime[], string, boolean]>([
    ['at its start', [row(3, '05:00', '23:00')], '2026-07-15T10:00:00Z', true],
    ['a millisecond before its start', [row(3, '05:00', '23:00')], '2026-07-15T09:59:59.999Z', false],
    ['at its end', [row(3, '05:00', '23:00')], '2026-07-16T04:00:00Z', false],
    ['on another day', [row(4, '05:00', '23:00')], '2026-07-15T15:00:00Z', false],
    ['switched off', [row(3, '05:00', '23:00', { enabled: false })], '2026-07-15T15:00:00Z', false],
    ['all day', [row(3, '05:00', '05:30', { allDay: true })], '2026-07-15T05:00:00Z', true],
    ['all day by equal midnights', [row(3, '00:00', '00:00')], '2026-07-16T04:59:59Z', true],
    ['until midnight', [row(3, '05:00', '24:00')], '2026-07-16T04:59:00Z', true],
    ['not beyond midnight', [row(3, '05:00', '00:00')], '2026-07-16T05:00:00Z', false],
    ['overnight, before midnight', [row(3, '22:00', '06:00')], '2026-07-16T04:00:00Z', true],
    ['overnight, after midnight', [row(3, '22:00', '06:00')], '2026-07-16T10:59:00Z', true],
    ['overnight, over', [row(3, '22:00', '06:00')], '2026-07-16T11:00:00Z', false],
    ['not the morning of its own day', [row(3, '22:00', '06:00')], '2026-07-15T10:00:00Z', false],
    [
      'into a day that is switched off',
      [row(3, '22:00', '06:00'), row(4, '05:00', '23:00', { enabled: false })],
      '2026-07-16T08:00:00Z',
      true,
    ],
    ['Saturday into Sunday', [row(6, '22:00', '06:00')], '2026-07-19T08:00:00Z', true],
    ['no rows', [], '2026-07-15T15:00:00Z', false],
  ])('%s', (_, times, at, open) => {
    expect(openAt(times, at)).toBe(open);
  });

  test('where clocks go forward 01:30–03:00 is half an hour, and 02:00–03:00 is nothing', () => {
    const early = [row(0, '01:30', '03:00')];
    expect(
      ['07:29', '07:30', '07:59', '08:00'].map((time) => openAt(early, `2026-03-08T${time}:00Z`)),
    ).toEqual([false, true, true, false]);
    const skipped = [row(0, '02:00', '03:00')];
    expect(nextChangeAt(skipped, chicago, Date.parse('2026-03-08T00:00:00Z'))).toBe(
      Date.parse('2026-03-15T07:00:00Z'),
    );
    const late = [row(0, '02:30', '04:00')];
    expect(nextChangeAt(late, chicago, Date.parse('2026-03-08T00:00:00Z'))).toBe(
      Date.parse('2026-03-08T08:00:00Z'),
    );
  });

  test('where clocks go back the hour that comes twice is open twice', () => {
    const times = [row(0, '01:00', '01:30')];
    expect(
      ['05:59', '06:00', '06:29', '06:30', '07:00', '07:29', '07:30'].map((time) =>
        openAt(times, `2026-11-01T${time}:00Z`),
      ),
    ).toEqual([false, true, true, false, true, true, false]);
  });

  test('bad data silences nobody', () => {
    expect(openAt([{ ...row(3, '05:00', '06:00'), startTime: 'soon' }], '2026-07-15T20:00:00Z')).toBe(true);
    expect(openAt([], '2026-07-15T20:00:00Z', 'Nowhere')).toBe(true);
    expect(nextChangeAt([row(3, '05:00', '06:00')], 'Nowhere', 0)).toBeNull();
  });
});

test('a schedule that never changes has no next change', () => {
  const always = [0, 1, 2, 3, 4, 5, 6].map((day) => row(day, '00:00', '24:00'));
  expect(nextChangeAt(always, chicago, Date.parse('2026-03-07T00:00:00Z'))).toBeNull();
  expect(nextChangeAt([], chicago, Date.parse('2026-03-07T00:00:00Z'))).toBeNull();
});

test('the note of an overnight span', () => {
  expect(overnightNote(row(5, '22:00', '06:00'))).toBe('Overnight: Friday 10:00 PM to Saturday 6:00 AM');
  expect(overnightNote(row(6, '23:30', '00:30'))).toBe('Overnight: Saturday 11:30 PM to Sunday 12:30 AM');
  for (const time of [
    row(5, '05:00', '23:00'),
    row(5, '05:00', '00:00'),
    row(5, '22:00', '06:00', { enabled: false }),
    row(5, '22:00', '06:00', { allDay: true }),
  ])
    expect(overnightNote(time)).toBeNull();
});

describe('in zones with odd rules, against a clock read minute by minute', () => {
  const zones = [
    chicago,
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'America/Havana',
  ] as const;
  const steps = Array.from(
    { length: 97 },
    (_, index) =>
      `${String(Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
  );
  const times = fc.uniqueArray(
    fc
      .record({
        day: fc.integer({ min: 0, max: 6 }),
        start: fc.constantFrom(...steps.slice(0, 96)),
        end: fc.constantFrom(...steps),
        allDay: fc.integer({ max: 9, min: 0 }),
        enabled: fc.integer({ min: 0, max: 4 }),
      })
      .map(({ day, start, end, allDay, enabled }) =>
        row(day, start, end, { allDay: allDay === 0, enabled: enabled > 0 }),
      ),
    { selector: ({ day }) => day, maxLength: 7 },
  );
  /** Half of the days are such on which a clock steps in one of the zones. */
  const at = fc
    .tuple(
      fc.oneof(
        fc
          .constantFrom('2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2027-03-14')
          .map((date) => Date.parse(date) - DAY),
        fc.integer({ min: 0, max: 900 }).map((days) => Date.parse('2025-01-01') + days * DAY),
      ),
      fc.integer({ min: 0, max: 3 * DAY }),
    )
    .map(([day, ms]) => day + ms);

  /** The rules once more, applied to the text of the zone's clock: its weekday and its time as texts. */
  function bruteForce(rows: readonly AlertTime[], zone: string, instant: number): boolean {
    const { weekday, time } = wallClock(zone, instant);
    const of = (day: number) => rows.find((candidate) => candidate.day === day && candidate.enabled);
    const whole = (one: AlertTime) =>
      one.allDay || (one.startTime === '00:00:00' && ['00:00:00', '24:00:00'].includes(one.endTime));
    const endOf = (one: AlertTime) => (one.endTime === '00:00:00' ? '24:00:00' : one.endTime);
    const today = of(weekday);
    if (today) {
      if (whole(today)) return true;
      const ends = endOf(today);
      if (time >= today.startTime && (ends <= today.startTime || time < ends)) return true;
    }
    const yesterday = of((weekday + 6) % 7);
    return (
      yesterday !== undefined &&
      !whole(yesterday) &&
      endOf(yesterday) <= yesterday.startTime &&
      time < endOf(yesterday)
    );
  }
  const writers = new Map<string, Intl.DateTimeFormat>();
  function wallClock(zone: string, instant: number): { weekday: number; time: string } {
    const writer =
      writers.get(zone) ??
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      });
    writers.set(zone, writer);
    const text = writer.format(instant);
    return {
      weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(text.slice(0, 3)),
      time: text.slice(-8),
    };
  }

  test('a schedule is open when the clock on the wall says so', () => {
    fc.assert(
      fc.property(times, fc.constantFrom(...zones), at, (rows, zone, instant) => {
        for (let step = 0; step < 200; step++) {
          const minute = instant + step * MINUTE;
          if (isOpenAt(rows, zone, minute) !== bruteForce(rows, zone, minute))
            expect.fail(`${zone} ${new Date(minute).toISOString()}`);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('the next change is exactly where it flips, and nothing flips before it', () => {
    let changes = 0;
    fc.assert(
      fc.property(times, fc.constantFrom(...zones), at, (rows, zone, instant) => {
        const next = nextChangeAt(rows, zone, instant);
        const open = bruteForce(rows, zone, instant);
        // Every change falls on a quarter of an hour of UTC, in these zones.
        for (
          let quarter = Math.ceil((instant + 1) / (15 * MINUTE)) * 15 * MINUTE;
          quarter < (next ?? instant + 8 * DAY);
          quarter += 15 * MINUTE
        ) {
          if (bruteForce(rows, zone, quarter) !== open)
            expect.fail(`${zone} flips at ${new Date(quarter).toISOString()}, before ${next}`);
        }
        if (next === null) return;
        changes++;
        expect(next).toBeGreaterThan(instant);
        expect(bruteForce(rows, zone, next)).toBe(!open);
        expect(bruteForce(rows, zone, next - 1)).toBe(open);
      }),
      { numRuns: 200 },
    );
    expect(changes).toBeGreaterThan(100);
  });
});
