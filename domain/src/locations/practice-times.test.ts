import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, localTime, MINUTE_MS } from '../core/index.ts';
import {
  checkPracticeTimes,
  type PracticeTime,
  practiceTimesBetween,
  practiceTimesMax,
  practiceTimeText,
} from './practice-times.ts';

const football = (part: Partial<PracticeTime> = {}): PracticeTime => ({
  id: 'football',
  name: 'Football',
  weekdays: [1, 2, 3, 4],
  startsAt: '16:00',
  endsAt: '18:00',
  validFrom: null,
  validUntil: null,
  exceptions: [],
  ...part,
});
const zone = 'America/Chicago';
const every = [0, 1, 2, 3, 4, 5, 6];
const between = (times: readonly PracticeTime[], from: string, to: string, timeZone = zone) =>
  practiceTimesBetween(times, timeZone, Date.parse(from), Date.parse(to)).map(({ name, from, to }) => [
    name,
    new Date(from).toISOString().slice(0, 16),
    new Date(to).toISOString().slice(0, 16),
  ]);
const week = ['2026-06-07T05:00:00Z', '2026-06-14T05:00:00Z'] as const;

describe('practices of a period', () => {
  it('are those of its days by the clock of the place, in order', () => {
    const swimming = football({ name: 'Swimming', weekdays: [1], startsAt: '06:30', endsAt: '07:30' });
    expect(between([football({ weekdays: [1, 3] }), swimming], ...week)).toEqual([
      ['Swimming', '2026-06-08T11:30', '2026-06-08T12:30'],
      ['Football', '2026-06-08T21:00', '2026-06-08T23:00'],
      ['Football', '2026-06-10T21:00', '2026-06-10T23:00'],
    ]);
  });

  it.each<[string, Partial<PracticeTime>, number]>([
    ['all of them', {}, 4],
    ['from its first day on', { validFrom: '2026-06-09' }, 3],
    ['through its last day', { validUntil: '2026-06-09' }, 2],
    ['without its days off', { exceptions: ['2026-06-10', '2026-06-13'] }, 3],
    ['none on no day', { weekdays: [] }, 0],
    ['none with an unreadable time', { startsAt: '4 PM' }, 0],
    ['none of no length', { endsAt: '16:00' }, 0],
  ])('%s', (_, part, count) => {
    expect(between([football(part)], ...week)).toHaveLength(count);
  });

  it('across midnight belongs to the day on which it begins', () => {
    const night = football({ weekdays: [5], startsAt: '22:00', endsAt: '01:00' });
    const saturday = ['2026-06-13T05:30:00Z', '2026-06-14T05:00:00Z'] as const;
    expect(between([night], ...saturday)).toEqual([['Football', '2026-06-13T03:00', '2026-06-13T06:00']]);
    expect(between([{ ...night, exceptions: ['2026-06-12'] }], ...saturday)).toEqual([]);
    expect(between([{ ...night, exceptions: ['2026-06-13'] }], ...saturday)).toHaveLength(1);
  });

  it.each([
    ['begins in the skipped hour: from the jump', '02:30', '04:00', ['2026-03-08T08:00', '2026-03-08T09:00']],
    ['ends in the skipped hour: until the jump', '01:00', '02:30', ['2026-03-08T07:00', '2026-03-08T08:00']],
    ['lies in the skipped hour: not at all', '02:10', '02:50', null],
  ])('when clocks go forward, one that %s', (_, startsAt, endsAt, expected) => {
    const found = between(
      [football({ weekdays: [0], startsAt, endsAt })],
      '2026-03-08T06:00:00Z',
      '2026-03-09T05:00:00Z',
    );
    expect(found).toEqual(expected === null ? [] : [['Football', ...expected]]);
  });

  it('when clocks go back, one that touches the hour twice covers it twice', () => {
    const found = (startsAt: string, endsAt: string) =>
      between(
        [football({ weekdays: [0], startsAt, endsAt })],
        '2026-11-01T05:00:00Z',
        '2026-11-02T06:00:00Z',
      );
    expect(found('01:30', '03:00')).toEqual([['Football', '2026-11-01T06:30', '2026-11-01T09:00']]);
    expect(found('00:00', '01:30')).toEqual([['Football', '2026-11-01T05:00', '2026-11-01T07:30']]);
  });

  it('touch the period, begin on their days at their times, and are the same however a period is cut', () => {
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'));
    const time = fc
      .record({
        weekdays: fc.subarray(every),
        start: clock,
        end: clock,
        exceptions: fc.subarray(['2026-03-07', '2026-03-08', '2026-11-01']),
      })
      .map(({ start, end, ...rest }) => {
        const text = ([hour, minute]: [number, string]) => `${String(hour).padStart(2, '0')}:${minute}`;
        return football({ ...rest, startsAt: text(start), endsAt: text(end) });
      });
    const around = fc.constantFrom('2026-03-07T12:00:00Z', '2026-06-06T12:00:00Z', '2026-10-31T12:00:00Z');
    const zones = fc.constantFrom(zone, 'America/St_Johns', 'Pacific/Auckland', 'Asia/Kathmandu');
    fc.assert(
      fc.property(time, around, zones, fc.integer({ min: 1, max: 71 }), (one, start, timeZone, hours) => {
        const from = Date.parse(start);
        const to = from + 3 * DAY_MS;
        const found = practiceTimesBetween([one], timeZone, from, to);
        for (const practice of found) {
          expect(practice.from < to && practice.to > from && practice.from < practice.to).toBe(true);
          const shown = localTime(practice.from, timeZone);
          const wanted = Number(one.startsAt.slice(0, 2)) * 60 + Number(one.startsAt.slice(3));
          const jumped = localTime(practice.from - MINUTE_MS, timeZone).minutes < wanted;
          expect(shown.minutes === wanted || jumped).toBe(true);
          expect(one.weekdays).toContain(shown.day);
        }
        const cut = from + hours * HOUR_MS;
        const halves = [
          ...practiceTimesBetween([one], timeZone, from, cut),
          ...practiceTimesBetween([one], timeZone, cut, to),
        ];
        const unique = [...new Map(halves.map((practice) => [practice.from, practice])).values()];
        expect(unique).toEqual(found);
      }),
    );
  });
});

describe('practice times before they are stored', () => {
  it.each<[string, Partial<PracticeTime>, Record<string, string[]>]>([
    ['correct', { validFrom: '2026-08-03', validUntil: '2026-11-20', exceptions: ['2026-09-07'] }, {}],
    ['overnight', { startsAt: '22:00', endsAt: '01:00' }, {}],
    ['no name', { name: ' ' }, { Name: ['Name is required'] }],
    ['a long name', { name: 'x'.repeat(61) }, { Name: ['Name can be at most 60 characters'] }],
    ['markup', { name: '<b>' }, { Name: ['Name cannot contain < or > or control characters'] }],
    ['no day', { weekdays: [] }, { Weekdays: ['Choose at least one day'] }],
    [
      'a day twice',
      { weekdays: [1, 1] },
      { Weekdays: ['Days must be different numbers from 0 (Sunday) to 6 (Saturday)'] },
    ],
    [
      'an unknown day',
      { weekdays: [7] },
      { Weekdays: ['Days must be different numbers from 0 (Sunday) to 6 (Saturday)'] },
    ],
    ['no start', { startsAt: '' }, { StartsAt: ['Start must be a time like 16:00'] }],
    ['24:00', { endsAt: '24:00' }, { EndsAt: ['End must be a time like 18:00'] }],
    ['no length', { endsAt: '16:00' }, { EndsAt: ['Start and end cannot be equal'] }],
    ['no such date', { validFrom: '2026-02-30' }, { ValidFrom: ['First day must be a date'] }],
    [
      'dates in the wrong order',
      { validFrom: '2026-08-03', validUntil: '2026-08-02' },
      { ValidUntil: ['Last day cannot be before the first day'] },
    ],
    ['a day off that is no date', { exceptions: ['Labor Day'] }, { Exceptions: ['Days off must be dates'] }],
  ])('%s', (_, part, errors) => {
    const labeled = Object.fromEntries(
      Object.entries(errors).map(([field, sentences]) => [`Times[2].${field}`, sentences]),
    );
    expect(checkPracticeTimes([football(), football(part)])).toEqual(labeled);
  });

  it('there are not too many', () => {
    const times = Array.from({ length: practiceTimesMax + 1 }, () => football());
    expect(checkPracticeTimes(times)).toEqual({ Times: ['A place can have at most 40 practice times'] });
    expect(checkPracticeTimes(times.slice(1))).toEqual({});
  });
});

it('a practice time in words', () => {
  expect(practiceTimeText(football())).toBe('Mon, Tue, Wed and Thu, 4:00 PM – 6:00 PM');
  expect(practiceTimeText(football({ weekdays: every }))).toBe('Every day, 4:00 PM – 6:00 PM');
  expect(practiceTimeText(football({ weekdays: [5], startsAt: '22:00', endsAt: '00:30' }))).toBe(
    'Fri, 10:00 PM – 12:30 AM (next day)',
  );
});
