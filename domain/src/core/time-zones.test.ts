import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockText,
  defaultTimeZone,
  ianaTimeZone,
  localDateTimeText,
  localText,
  localTime,
  offsetMinutes,
  timeZoneOptions,
} from './time-zones.ts';

describe('names of time zones', () => {
  test.each([
    ['Central', 'America/Chicago'],
    ['Pacific', 'America/Los_Angeles'],
    ['Eastern', 'America/New_York'],
    ['Mountain', 'America/Denver'],
    ['CST', 'America/Chicago'],
    ['CDT', 'America/Chicago'],
    // IANA's own EST and MST are clocks without daylight saving; the product means the places.
    ['EST', 'America/New_York'],
    ['EDT', 'America/New_York'],
    ['MST', 'America/Denver'],
    ['mdt', 'America/Denver'],
    ['PST', 'America/Los_Angeles'],
    [' pdt ', 'America/Los_Angeles'],
    ['America/Phoenix', 'America/Phoenix'],
    ['america/st_johns', 'America/St_Johns'],
    ['Australia/Lord_Howe', 'Australia/Lord_Howe'],
    ['UTC', 'UTC'],
    ['', null],
    ['Nowhere/City', null],
    ['+05:00', null],
    ['constructor', null],
    ['__proto__', null],
    ['America/Chicago<script>', null],
  ])('%s is %s', (name, zone) => {
    expect(ianaTimeZone(name)).toBe(zone);
  });

  test('every offered zone is known by its name and its code, and the default is one of them', () => {
    for (const { name, code, timeZone } of timeZoneOptions)
      expect([ianaTimeZone(name), ianaTimeZone(code)]).toEqual([timeZone, timeZone]);
    expect(ianaTimeZone(defaultTimeZone)).toBe('America/Chicago');
  });

  test('never throws, and what it answers is a zone it answers itself for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...Intl.supportedValuesOf('timeZone'))), (name) => {
        const zone = ianaTimeZone(name);
        if (zone !== null) expect(ianaTimeZone(zone)).toBe(zone);
      }),
    );
  });
});

describe('the wall clock', () => {
  test.each([
    [
      'America/Chicago',
      '2026-07-15T20:42:59.999Z',
      { year: 2026, month: 7, dayOfMonth: 15, day: 3, minutes: 942 },
    ],
    [
      'America/Chicago',
      '2026-01-01T05:59:00Z',
      { year: 2025, month: 12, dayOfMonth: 31, day: 3, minutes: 1439 },
    ],
    ['America/Chicago', '2026-07-15T05:00:00Z', { year: 2026, month: 7, dayOfMonth: 15, day: 3, minutes: 0 }],
    ['Asia/Kathmandu', '2026-07-18T18:15:00Z', { year: 2026, month: 7, dayOfMonth: 19, day: 0, minutes: 0 }],
    // The clocks of Chicago jump from 2 to 3 on 8 March 2026 at 08:00 UTC, and from 2 back to 1 on 1 November
    // at 07:00 UTC.
    [
      'America/Chicago',
      '2026-03-08T07:59:00Z',
      { year: 2026, month: 3, dayOfMonth: 8, day: 0, minutes: 119 },
    ],
    [
      'America/Chicago',
      '2026-03-08T08:00:00Z',
      { year: 2026, month: 3, dayOfMonth: 8, day: 0, minutes: 180 },
    ],
    [
      'America/Chicago',
      '2026-11-01T06:30:00Z',
      { year: 2026, month: 11, dayOfMonth: 1, day: 0, minutes: 90 },
    ],
    [
      'America/Chicago',
      '2026-11-01T07:30:00Z',
      { year: 2026, month: 11, dayOfMonth: 1, day: 0, minutes: 90 },
    ],
    ['Nowhere', '2026-07-15T20:42:00Z', { year: 2026, month: 7, dayOfMonth: 15, day: 3, minutes: 1242 }],
  ])('%s at %s', (zone, at, expected) => {
    expect(localTime(Date.parse(at), zone)).toEqual(expected);
  });

  test('offsets, of half hours and quarters too', () => {
    const july = Date.parse('2026-07-15T00:00:00.500Z');
    expect(
      ['CST', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'].map((zone) =>
        offsetMinutes(july, zone),
      ),
    ).toEqual([-300, -150, 345, 630]);
  });

  test.each([
    ['America/Chicago', '2026-07-15T20:42:00Z', '3:42 PM CDT', '7/15/26 03:42 PM'],
    ['Eastern', '2026-01-05T05:05:00Z', '12:05 AM EST', '1/05/26 12:05 AM'],
    ['Asia/Kathmandu', '2026-01-05T06:20:00Z', '12:05 PM GMT+5:45', '1/05/26 12:05 PM'],
  ])('in words: %s at %s', (zone, at, short, long) => {
    expect(localText(Date.parse(at), zone, true)).toBe(short);
    expect(localText(Date.parse(at), zone)).toBe(short.split(' ').slice(0, 2).join(' '));
    expect(localDateTimeText(Date.parse(at), zone)).toBe(long);
  });

  test('an instant that is no number does not throw', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 1e16])
      expect(localText(at, 'UTC', true)).toBe('12:00 AM UTC');
  });

  test('minutes as a clock shows them', () => {
    expect([0, 59, 720, 1439, 1440].map(clockText)).toEqual([
      '12:00 AM',
      '12:59 AM',
      '12:00 PM',
      '11:59 PM',
      '12:00 AM',
    ]);
  });
});
