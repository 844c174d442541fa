import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, localTime, MINUTE_MS } from '../core/index.ts';
import { checkDuty, type Duty, onDutyAt, type StandIn, standInsMax } from './place-duties.ts';

const zone = 'America/New_York';
const everybody = () => true;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const standIn = (userId: string, startsAt: string, endsAt: string, weekdays = everyDay): StandIn => ({
  ...{ userId, startsAt, endsAt, weekdays },
});
const at = (text: string) => Date.parse(text);

describe('who is on duty', () => {
  const duty: Duty = {
    userId: 'main',
    standIns: [standIn('first', '16:00', '18:00'), standIn('second', '17:00', '19:00')],
  };
  it('is the first stand-in of those whose times hold, otherwise the person of the duty', () => {
    const on = (text: string) => onDutyAt(duty, everybody, zone, at(text));
    expect(on('2026-06-06T15:59:59-04:00')).toBe('main');
    expect(on('2026-06-06T16:00:00-04:00')).toBe('first');
    expect(on('2026-06-06T17:30:00-04:00')).toBe('first');
    expect(on('2026-06-06T18:00:00-04:00')).toBe('second');
    expect(on('2026-06-06T19:00:00-04:00')).toBe('main');
  });
  it('is never somebody who is not active: the next one is', () => {
    const without = (...gone: string[]) =>
      onDutyAt(duty, (userId) => !gone.includes(userId), zone, at('2026-06-06T17:30:00-04:00'));
    expect(without('first')).toBe('second');
    expect(without('first', 'second')).toBe('main');
    expect(without('first', 'second', 'main')).toBeNull();
    expect(onDutyAt({ userId: null, standIns: [] }, everybody, zone, 0)).toBeNull();
  });
  it('holds over midnight, and by the clock of the place when clocks change', () => {
    const night: Duty = { userId: null, standIns: [standIn('night', '22:00', '06:00', [6])] };
    // Clocks are set back in the night from Saturday to Sunday, November 1: nine hours.
    expect(onDutyAt(night, everybody, zone, at('2026-10-31T22:00:00-04:00'))).toBe('night');
    expect(onDutyAt(night, everybody, zone, at('2026-11-01T05:59:59-05:00'))).toBe('night');
    expect(onDutyAt(night, everybody, zone, at('2026-11-01T06:00:00-05:00'))).toBeNull();
    // And set ahead in that of March 14, 2026: the 02:30 of that day does not exist.
    const early: Duty = { userId: null, standIns: [standIn('early', '02:30', '04:00', [0])] };
    expect(onDutyAt(early, everybody, zone, at('2026-03-08T03:00:00-04:00'))).toBe('early');
    expect(onDutyAt(early, everybody, zone, at('2026-03-08T01:59:59-05:00'))).toBeNull();
  });
  it('follows the wall clock of any day of the year', () => {
    const clock = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const times = fc
      .tuple(fc.integer({ min: 0, max: 1_438 }), fc.integer({ min: 1, max: 1_439 }))
      .filter(([from, to]) => from < to);
    const year = fc.integer({ min: 0, max: 365 * 24 * 60 - 1 });
    fc.assert(
      fc.property(times, fc.subarray(everyDay, { minLength: 1 }), year, ([from, to], weekdays, minute) => {
        const now = at('2026-01-01T05:00:00Z') + minute * MINUTE_MS;
        const { day, minutes } = localTime(now, zone);
        const duty: Duty = { userId: 'main', standIns: [standIn('other', clock(from), clock(to), weekdays)] };
        const expected = weekdays.includes(day) && minutes >= from && minutes < to ? 'other' : 'main';
        // In the hours around a change the wall clock repeats or skips: there the first and last instants count.
        const isChange =
          localTime(now - 2 * HOUR_MS, zone).minutes !== (minutes + 1_320) % 1_440 ||
          localTime(now + 2 * HOUR_MS, zone).minutes !== (minutes + 120) % 1_440;
        if (!isChange) expect(onDutyAt(duty, everybody, zone, now)).toBe(expected);
        expect(['main', 'other']).toContain(onDutyAt(duty, everybody, zone, now));
      }),
      { numRuns: 500 },
    );
  });
  it('does not depend on stand-ins who are not active', () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 22 }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.subarray(['a', 'b', 'c', 'main']), (list, active) => {
        const standIns = list.map(([userId, hour]) =>
          standIn(userId, `${String(hour).padStart(2, '0')}:00`, '23:00'),
        );
        const isActive = (userId: string) => active.includes(userId);
        const now = at('2026-06-06T15:30:00-04:00');
        const found = onDutyAt({ userId: 'main', standIns }, isActive, zone, now);
        const only = standIns.filter(({ userId }) => isActive(userId));
        expect(found).toBe(onDutyAt({ userId: 'main', standIns: only }, isActive, zone, now));
        expect(found === null || isActive(found)).toBe(true);
      }),
    );
  });
});

describe('a duty', () => {
  it('is refused with a sentence for each wrong field', () => {
    expect(checkDuty({ userId: null, standIns: [standIn('a', '16:00', '18:00')] })).toEqual({});
    expect(checkDuty({ userId: null, standIns: [standIn('a', '9', '18:00', [])] })).toEqual({
      'StandIns[1].StartsAt': ['Start must be a time like 16:00'],
      'StandIns[1].Weekdays': ['Choose at least one day'],
    });
    const many = Array.from({ length: standInsMax + 1 }, () => standIn('a', '16:00', '18:00'));
    expect(checkDuty({ userId: null, standIns: many })).toEqual({
      StandIns: ['A duty can have at most 20 stand-ins'],
    });
  });
});
