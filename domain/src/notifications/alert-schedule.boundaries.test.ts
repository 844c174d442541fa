import { describe, expect, test } from 'vitest';
import { type AlertTime, checkAlertTimes, isOpenAt, nextChangeAt, overnightNote } from './alert-schedule.ts';

const chicago = 'America/Chicago';
const row = (day: number, startTime: string, endTime: string, more: Partial<AlertTime> = {}): AlertTime => ({
  day,
  startTime: `${startTime}:00`,
  endTime: `${endTime}:00`,
  allDay: false,
  enabled: true,
  ...more,
});
/** 15 July 2026 is a Wednesday; Chicago is five hours behind UTC. */
const july = (day: number, clock: string) => Date.parse(`2026-07-${day}T${clock}-05:00`);
const openAt = (times: readonly AlertTime[], at: number, zone = chicago) => isOpenAt(times, zone, at);
const iso = (at: number | null) => at && new Date(at).toISOString();

describe('the edges of a day from 05:00 to 23:00', () => {
  const times = [row(3, '05:00', '23:00')];

  test.each([
    ['04:59:59.999', false],
    ['05:00:00.000', true],
    ['05:00:00.001', true],
    ['22:59:59.999', true],
    ['23:00:00.000', false],
  ])('%s', (clock, expected) => {
    expect(openAt(times, july(15, clock))).toBe(expected);
  });

  test('other days are closed', () => {
    for (const day of [14, 16]) expect(openAt(times, july(day, '12:00:00'))).toBe(false);
  });

  test('it turns at exactly its start and its end', () => {
    expect(nextChangeAt(times, chicago, july(15, '04:59:59.999'))).toBe(july(15, '05:00:00'));
    expect(nextChangeAt(times, chicago, july(15, '05:00:00'))).toBe(july(15, '23:00:00'));
    expect(nextChangeAt(times, chicago, july(15, '22:59:59.999'))).toBe(july(15, '23:00:00'));
    expect(nextChangeAt(times, chicago, july(15, '23:00:00'))).toBe(july(22, '05:00:00'));
  });
});

describe('midnight', () => {
  test.each([
    ['00:00', 'the midnight that ends the day'],
    ['24:00', 'the same'],
  ])('%s as an end is %s', (end) => {
    const times = [row(3, '22:00', end)];
    expect(openAt(times, july(15, '23:59:59.999'))).toBe(true);
    expect(openAt(times, july(16, '00:00:00'))).toBe(false);
    expect(nextChangeAt(times, chicago, july(15, '22:00:00'))).toBe(july(16, '00:00:00'));
  });

  test('00:00 to 00:00 is the whole day, and so are the rows of all day', () => {
    for (const times of [[row(3, '00:00', '00:00')], [row(3, '05:00', '06:00', { allDay: true })]]) {
      expect(openAt(times, july(15, '00:00:00') - 1)).toBe(false);
      expect(openAt(times, july(15, '00:00:00'))).toBe(true);
      expect(openAt(times, july(16, '00:00:00') - 1)).toBe(true);
      expect(openAt(times, july(16, '00:00:00'))).toBe(false);
    }
  });

  test('all of every day never changes', () => {
    const always = [0, 1, 2, 3, 4, 5, 6].map((day) => row(day, '00:00', '24:00'));
    expect(nextChangeAt(always, chicago, july(15, '12:00:00'))).toBeNull();
  });
});

describe('overnight, Saturday 22:00 to 06:00', () => {
  // 18 July 2026 is a Saturday.
  const times = [row(6, '22:00', '06:00')];

  test.each([
    [18, '21:59:59.999', false],
    [18, '22:00:00', true],
    [19, '00:00:00', true],
    [19, '05:59:59.999', true],
    [19, '06:00:00', false],
    [18, '05:00:00', false],
  ])('July %d, %s', (day, clock, expected) => {
    expect(openAt(times, july(day, clock))).toBe(expected);
  });

  test('it is noted with both days', () => {
    expect(overnightNote(times[0] as AlertTime)).toBe('Overnight: Saturday 10:00 PM to Sunday 6:00 AM');
    expect(overnightNote(row(6, '22:00', '24:00'))).toBeNull();
    expect(overnightNote(row(6, '22:00', '00:00'))).toBeNull();
    expect(overnightNote(row(6, '22:00', '06:00', { enabled: false }))).toBeNull();
    expect(overnightNote(row(5, '22:00', '00:30'))).toBe('Overnight: Friday 10:00 PM to Saturday 12:30 AM');
  });
});

describe('the days on which clocks change in Chicago', () => {
  // 8 March 2026: 02:00 CST becomes 03:00 CDT at 08:00 UTC. 1 November: 02:00 CDT becomes 01:00 CST at 07:00 UTC.
  const sunday = (start: string, end: string) => [row(0, start, end)];

  test.each([
    ['a span that starts in the skipped hour opens at the jump', '02:30', '04:00', '08:00', '09:00'],
    ['a span that ends in the skipped hour closes at the jump', '01:00', '02:30', '07:00', '08:00'],
    ['a span around the skipped hour is an hour shorter', '01:00', '04:00', '07:00', '09:00'],
  ])('in spring: %s', (_name, start, end, opens, closes) => {
    const begin = Date.parse('2026-03-08T06:30:00Z');
    const opening = nextChangeAt(sunday(start, end), chicago, begin);
    expect(iso(opening)).toBe(`2026-03-08T${opens}:00.000Z`);
    expect(iso(nextChangeAt(sunday(start, end), chicago, opening as number))).toBe(
      `2026-03-08T${closes}:00.000Z`,
    );
    expect(openAt(sunday(start, end), (opening as number) - 1)).toBe(false);
    expect(openAt(sunday(start, end), opening as number)).toBe(true);
  });

  test('in spring a span inside the skipped hour does not open', () => {
    const begin = Date.parse('2026-03-08T06:30:00Z');
    expect(iso(nextChangeAt(sunday('02:15', '02:45'), chicago, begin))).toBe('2026-03-15T07:15:00.000Z');
  });

  test('in autumn a span in the repeated hour opens twice', () => {
    const times = sunday('01:15', '01:45');
    const turns: (string | null | 0)[] = [];
    let at = Date.parse('2026-11-01T05:00:00Z');
    for (let i = 0; i < 4; i++) {
      at = nextChangeAt(times, chicago, at) as number;
      turns.push(iso(at));
    }
    expect(turns).toEqual([
      '2026-11-01T06:15:00.000Z',
      '2026-11-01T06:45:00.000Z',
      '2026-11-01T07:15:00.000Z',
      '2026-11-01T07:45:00.000Z',
    ]);
  });

  test('in autumn a span around the repeated hour is an hour longer', () => {
    const begin = Date.parse('2026-11-01T05:00:00Z');
    const opening = nextChangeAt(sunday('00:30', '03:00'), chicago, begin) as number;
    expect(iso(opening)).toBe('2026-11-01T05:30:00.000Z');
    expect(iso(nextChangeAt(sunday('00:30', '03:00'), chicago, opening))).toBe('2026-11-01T09:00:00.000Z');
  });
});

describe('a change is searched eight days ahead', () => {
  // In July the clock of Chicago does not change.
  const times = [row(3, '05:00', '06:00')];

  test('the same time a week later is found', () => {
    expect(nextChangeAt(times, chicago, july(15, '06:00:00'))).toBe(july(22, '05:00:00'));
  });

  test('without an enabled row there is none', () => {
    expect(nextChangeAt([], chicago, july(15, '06:00:00'))).toBeNull();
    expect(nextChangeAt([row(3, '05:00', '06:00', { enabled: false })], chicago, 0)).toBeNull();
  });

  test('an instant with a fraction of a millisecond does not find itself', () => {
    expect(nextChangeAt(times, chicago, july(15, '05:00:00') + 0.5)).toBe(july(15, '06:00:00'));
  });

  test('an unknown time zone is open and never changes', () => {
    expect(openAt(times, july(15, '12:00:00'), 'Nowhere/Land')).toBe(true);
    expect(nextChangeAt(times, 'Nowhere/Land', july(15, '04:00:00'))).toBeNull();
  });
});

describe('a row with an unreadable time leaves its day open', () => {
  test.each([
    ['start', { startTime: 'x' }],
    ['end', { endTime: 'x' }],
    ['start with something before it', { startTime: 'x05:00:00' }],
    ['end with something after it', { endTime: '06:00:00x' }],
    ['start at 24:00', { startTime: '24:00:00' }],
    ['start with seconds', { startTime: '05:00:30' }],
    ['start with 60 minutes', { startTime: '05:60:00' }],
  ])('%s', (_name, more) => {
    const times = [row(3, '05:00', '06:00', more)];
    for (const clock of ['00:00:00', '04:00:00', '12:00:00', '23:59:59'])
      expect(openAt(times, july(15, clock))).toBe(true);
    expect(openAt(times, july(16, '00:00:00'))).toBe(false);
  });
});

describe('the steps of a schedule', () => {
  const labels = (start: string, end: string, stepMinutes: 15 | 30) =>
    Object.keys(checkAlertTimes([row(2, start, end)], { stepMinutes }));

  test.each([
    ['05:15', '23:45', 15, []],
    ['05:15', '23:45', 30, ['AlertTimes[2].StartTime', 'AlertTimes[2].EndTime']],
    ['05:14', '23:45', 15, ['AlertTimes[2].StartTime']],
    ['05:15', '23:59', 15, ['AlertTimes[2].EndTime']],
    ['05:30', '24:00', 30, []],
    ['24:00', '06:00', 30, ['AlertTimes[2].StartTime']],
    ['05:00', '24:30', 30, ['AlertTimes[2].EndTime']],
    ['00:00', '00:00', 30, []],
    ['05:30', '05:30', 30, ['AlertTimes[2].StartTime']],
  ] as const)('%s to %s in steps of %d minutes', (start, end, step, expected) => {
    expect(labels(start, end, step)).toEqual(expected);
  });
});
