import { describe, expect, test } from 'vitest';
import {
  type Observation,
  type ObservationWindow,
  observationOf,
  pendingGapTimeoutMs,
  seamMs,
  seenSince,
  toleratedGapMs,
} from './coverage.ts';

const second = 1_000;
const t0 = Date.UTC(2026, 5, 6, 20);

/** A window in seconds after `t0`; received at its end unless given. */
const window = (from: number, to: number, received = to): ObservationWindow => ({
  from: t0 + from * second,
  to: t0 + to * second,
  receivedAt: t0 + received * second,
});
/** The observation in seconds after `t0`. */
const observed = (windows: readonly ObservationWindow[], now: number) => {
  const found = observationOf(windows, t0 + now * second);
  return (
    found && {
      from: (found.observedFrom - t0) / second,
      through: (found.observedThrough - t0) / second,
      gaps: found.gaps.map(({ from, to }) => [(from - t0) / second, (to - t0) / second]),
    }
  );
};

test('the limits are those of the safety rule', () => {
  expect(pendingGapTimeoutMs).toBe(120 * second);
  expect(toleratedGapMs).toBe(60 * second);
  expect(seamMs).toBe(second);
});

describe('joining observation windows', () => {
  test.each<[string, ObservationWindow[], number, ReturnType<typeof observed>]>([
    ['no window', [], 100, null],
    ['one window', [window(0, 20)], 20, { from: 0, through: 20, gaps: [] }],
    ['adjacent windows', [window(0, 20), window(20, 40)], 40, { from: 0, through: 40, gaps: [] }],
    ['overlapping windows', [window(0, 30), window(20, 40)], 40, { from: 0, through: 40, gaps: [] }],
    ['a window inside another', [window(0, 60), window(10, 20)], 60, { from: 0, through: 60, gaps: [] }],
    [
      'a window after a nested one',
      [window(0, 60), window(10, 20), window(60, 80)],
      80,
      { from: 0, through: 80, gaps: [] },
    ],
    ['a seam of exactly one second', [window(0, 20), window(21, 40)], 40, { from: 0, through: 40, gaps: [] }],
    [
      'a seam one millisecond longer',
      [window(0, 20), window(21.001, 40)],
      40,
      { from: 0, through: 20, gaps: [] },
    ],
    [
      'windows in any order',
      [window(40, 60), window(0, 20), window(20, 40)],
      60,
      { from: 0, through: 60, gaps: [] },
    ],
    [
      'a window out of order that leaves a hole',
      [window(80, 100), window(0, 20)],
      100,
      { from: 0, through: 20, gaps: [] },
    ],
  ])('%s', (_name, windows, now, expected) => {
    expect(observed(windows, now)).toEqual(expected);
  });

  test('the list of windows is not changed', () => {
    const windows = [window(40, 60), window(0, 20)];
    observed(windows, 60);
    expect(windows).toEqual([window(40, 60), window(0, 20)]);
  });
});

describe('a hole is given up 120 s after newer windows are at hand', () => {
  const windows = [window(0, 20), window(60, 80, 90)];

  test.each([
    [90, { from: 0, through: 20, gaps: [] }],
    [209.999, { from: 0, through: 20, gaps: [] }],
    [210, { from: 0, through: 80, gaps: [[20, 60]] }],
    [210.001, { from: 0, through: 80, gaps: [[20, 60]] }],
  ])('at %d s', (now, expected) => {
    expect(observed(windows, now)).toEqual(expected);
  });

  test('the earliest arrival of all later windows counts, not the arrival of the next one', () => {
    const late = [window(0, 20), window(60, 80, 200), window(80, 100, 100), window(100, 120, 150)];
    expect(observed(late, 219.999)?.through).toBe(20);
    expect(observed(late, 220)).toEqual({ from: 0, through: 120, gaps: [[20, 60]] });
  });

  test('a window before the hole does not shorten the wait, however early it arrived', () => {
    const early = [window(0, 20, -500), window(60, 80, 100)];
    expect(observed(early, 219.999)?.through).toBe(20);
    expect(observed(early, 220)?.through).toBe(80);
  });

  test('a window that arrives later closes the hole, also after it was given up', () => {
    expect(observed([...windows, window(20, 60, 300)], 300)).toEqual({ from: 0, through: 80, gaps: [] });
  });

  test('a late window that covers the hole in part leaves the rest of it open or given up', () => {
    const partly = [...windows, window(30, 50, 205)];
    expect(observed(partly, 210)).toEqual({
      from: 0,
      through: 80,
      gaps: [
        [20, 30],
        [50, 60],
      ],
    });
  });

  test('of two holes the older is given up first', () => {
    const two = [window(0, 20), window(60, 80, 90), window(140, 160, 170)];
    expect(observed(two, 209)).toEqual({ from: 0, through: 20, gaps: [] });
    expect(observed(two, 210)).toEqual({ from: 0, through: 80, gaps: [[20, 60]] });
    expect(observed(two, 289.999)).toEqual({ from: 0, through: 80, gaps: [[20, 60]] });
    expect(observed(two, 290)).toEqual({
      from: 0,
      through: 160,
      gaps: [
        [20, 60],
        [80, 140],
      ],
    });
  });

  test('a window beyond a second hole also gives up the first', () => {
    const two = [window(0, 20), window(60, 80, 400), window(140, 160, 170)];
    expect(observed(two, 289.999)).toEqual({ from: 0, through: 20, gaps: [] });
    expect(observed(two, 290)?.through).toBe(160);
  });
});

describe('a quiet period may contain 60 s of gaps together', () => {
  const observation = (...gaps: [from: number, to: number][]): Observation => ({
    observedFrom: t0,
    observedThrough: t0 + 3_600 * second,
    confirmedThrough: t0 + 3_600 * second,
    gaps: gaps.map(([from, to]) => ({ from: t0 + from * second, to: t0 + to * second })),
  });

  test.each<[string, Observation, number]>([
    ['no gap', observation(), 0],
    ['one gap of exactly 60 s', observation([100, 160]), 0],
    ['one gap that is 1 ms longer', observation([100, 160.001]), 160.001],
    ['two gaps of 60 s together', observation([100, 130], [200, 230]), 0],
    ['two gaps that are 1 ms longer together', observation([100, 130], [200, 230.001]), 130],
    ['three gaps, the newest two together too long', observation([50, 99], [100, 131], [200, 230]), 131],
    ['the newest gap alone too long', observation([100, 130], [200, 261]), 261],
    ['the oldest gap alone too long', observation([100, 161], [200, 201]), 161],
  ])('%s', (_name, given, seconds) => {
    expect((seenSince(given) - t0) / second).toBeCloseTo(seconds, 3);
  });
});
