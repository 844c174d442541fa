import { describe, expect, test } from 'vitest';
import type { Observation } from './coverage.ts';
import { observationLimitMs, remainingMs, type ZoneStatus, zoneStatus } from './zone-status.ts';

const minute = 60_000;
const t0 = Date.UTC(2026, 5, 6, 20);
/** Minutes after `t0`, and milliseconds. */
const at = (minutes: number, ms = 0) => t0 + minutes * minute + ms;

const observation = (
  fromMinutes: number,
  through: number,
  ...gaps: [from: number, to: number][]
): Observation => ({
  observedFrom: at(fromMinutes),
  observedThrough: through,
  confirmedThrough: through,
  gaps: gaps.map(([from, to]) => ({ from, to })),
});
const unknown: ZoneStatus = { kind: 'unknown' };
const delay = (reason: 'strike' | 'observing', clearAt: number): ZoneStatus => ({
  kind: 'delay',
  reason,
  clearAt,
});
const clear = (since: number): ZoneStatus => ({ kind: 'clear', since });

test('the observation limit is 180 s', () => {
  expect(observationLimitMs).toBe(180_000);
});

describe('an observation that lags behind the clock', () => {
  const seen = observation(-600, at(0));

  test.each([
    [0, clear(at(-570))],
    [179_999, clear(at(-570))],
    [180_000, clear(at(-570))],
    [180_001, unknown],
  ])('by %d ms', (lagMs, expected) => {
    expect(zoneStatus(null, 30, seen, at(0, lagMs))).toEqual(expected);
  });

  test('is unknown past the feed’s own limit, and only past it', () => {
    expect(zoneStatus(null, 30, seen, at(0, 500), 500)).toEqual(clear(at(-570)));
    expect(zoneStatus(null, 30, seen, at(0, 501), 500)).toEqual(unknown);
    expect(zoneStatus(null, 30, seen, at(10), 600_000)).toEqual(clear(at(-570)));
  });

  test('is unknown more than a minute ahead of a clock that was set back, and in delay while thunder was heard', () => {
    expect(zoneStatus(null, 30, seen, at(-1))).toEqual(clear(at(-570)));
    expect(zoneStatus(null, 30, seen, at(-1, -1))).toEqual(unknown);
    expect(zoneStatus(null, 30, seen, at(-60), undefined, at(-61)).kind).toBe('delay');
  });

  test('is unknown with a strike too', () => {
    expect(zoneStatus(at(-1), 30, seen, at(0, 180_001))).toEqual(unknown);
  });

  test('that never happened is unknown', () => {
    expect(zoneStatus(null, 30, null, at(0))).toEqual(unknown);
    expect(zoneStatus(at(-1), 30, null, at(0))).toEqual(unknown);
  });
});

describe('the all clear after a strike', () => {
  test.each([
    ['1 ms before the quiet time is observed', at(30, -1), delay('strike', at(30))],
    ['when exactly the quiet time is observed', at(30), clear(at(30))],
    ['1 ms later, since when it was earned', at(30, 1), clear(at(30))],
  ])('%s', (_name, through, expected) => {
    expect(zoneStatus(at(0), 30, observation(-600, through), through)).toEqual(expected);
  });

  test('needs observation: the clock alone earns nothing', () => {
    expect(zoneStatus(at(0), 30, observation(-600, at(29)), at(31))).toEqual(delay('strike', at(30)));
  });

  test.each([10, 20, 30, 60])('waits for the timer of %d minutes', (minutes) => {
    const status = (through: number) => zoneStatus(at(0), minutes, observation(-600, through), through).kind;
    expect(status(at(minutes, -1))).toBe('delay');
    expect(status(at(minutes))).toBe('clear');
  });
});

describe('an observation that is not confirmed to its end', () => {
  const unconfirmed = (through: number, confirmedThrough: number): Observation => ({
    ...observation(-600, through),
    confirmedThrough,
  });

  test.each([
    ['1 ms before the quiet time is confirmed', at(30, -1), delay('strike', at(30))],
    ['when exactly the quiet time is confirmed', at(30), clear(at(30))],
  ])('gives the all clear by what is confirmed: %s', (_name, confirmed, expected) => {
    expect(zoneStatus(at(0), 30, unconfirmed(at(32), confirmed), at(32))).toEqual(expected);
  });

  test('is not unknown while the observation itself is fresh', () => {
    expect(zoneStatus(at(0), 30, unconfirmed(at(20), at(17)), at(23))).toEqual(delay('strike', at(30)));
    expect(zoneStatus(at(0), 30, unconfirmed(at(20), at(17)), at(23, 1))).toEqual(unknown);
  });

  test('leaves what is unconfirmed to count', () => {
    expect(remainingMs(delay('strike', at(30)), unconfirmed(at(20), at(18)))).toBe(12 * minute);
  });
});

describe('the all clear after unseen time', () => {
  test.each([
    ['1 ms before the quiet time since the first observation', at(30, -1), delay('observing', at(30))],
    ['at exactly the quiet time since the first observation', at(30), clear(at(30))],
  ])('%s', (_name, through, expected) => {
    expect(zoneStatus(null, 30, observation(0, through), through)).toEqual(expected);
  });

  test('a gap of 60 s is tolerated, a longer one starts the quiet time again', () => {
    const tolerated = observation(-600, at(10), [at(0), at(0, 60_000)]);
    const tooLong = observation(-600, at(10), [at(0), at(0, 60_001)]);
    expect(zoneStatus(null, 30, tolerated, at(10))).toEqual(clear(at(-570)));
    expect(zoneStatus(null, 30, tooLong, at(10))).toEqual(delay('observing', at(30, 60_001)));
  });
});

describe('a strike and unseen time together', () => {
  // The strike holds the delay until :30, the unseen time until :35.
  const seen = (through: number) => observation(-600, through, [at(0), at(5)]);

  test('the strike is the reason while it alone would hold the delay, the later instant is the all clear', () => {
    expect(zoneStatus(at(0), 30, seen(at(30, -1)), at(30))).toEqual(delay('strike', at(35)));
    expect(zoneStatus(at(0), 30, seen(at(30)), at(30))).toEqual(delay('observing', at(35)));
    expect(zoneStatus(at(0), 30, seen(at(35, -1)), at(35))).toEqual(delay('observing', at(35)));
    expect(zoneStatus(at(0), 30, seen(at(35)), at(35))).toEqual(clear(at(35)));
  });

  test('a strike after the unseen time holds longer', () => {
    expect(zoneStatus(at(10), 30, seen(at(40, -1)), at(40))).toEqual(delay('strike', at(40)));
    expect(zoneStatus(at(10), 30, seen(at(40)), at(40))).toEqual(clear(at(40)));
  });
});

describe('the observed quiet that is missing', () => {
  test.each<[string, ZoneStatus, Observation | null, number]>([
    ['in a delay', delay('strike', at(30)), observation(0, at(12)), 18 * minute],
    ['1 ms before the end', delay('strike', at(30)), observation(0, at(30, -1)), 1],
    ['when clear', clear(at(30)), observation(0, at(31)), 0],
    ['when unknown', unknown, observation(0, at(31)), 0],
    ['in a delay without an observation', delay('strike', at(30)), null, 0],
  ])('%s', (_name, status, seen, expected) => {
    expect(remainingMs(status, seen)).toBe(expected);
  });
});
