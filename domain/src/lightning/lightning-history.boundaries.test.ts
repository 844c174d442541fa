import { describe, expect, test } from 'vitest';
import { type Observation, type ObservationWindow, observationOf } from './coverage.ts';
import {
  type ObservedStep,
  observedSteps,
  type ReceivedStrike,
  stretchAt,
  zoneStretches,
} from './lightning-history.ts';

const second = 1_000;
const minute = 60 * second;
const t0 = Date.UTC(2026, 5, 6, 20);
const window = (from: number, to: number, received = to): ObservationWindow => ({
  from: t0 + from * second,
  to: t0 + to * second,
  receivedAt: t0 + received * second,
});
/** Steps as seconds after `t0`: when, and through when it was observed. */
const steps = (windows: readonly ObservationWindow[], from: number, to: number, limitMs?: number) =>
  observedSteps(windows, { from: t0 + from * second, to: t0 + to * second, limitMs }).map(
    ({ at, observation }) => [
      (at - t0) / second,
      observation && (observation.observedThrough - t0) / second,
      ...(observation?.gaps.map((gap) => (gap.from - t0) / second) ?? []),
    ],
  );

describe('what was observed, step by step', () => {
  test('without windows there is one step, without an observation', () => {
    expect(steps([], 0, 600)).toEqual([[0, null]]);
  });

  test('a step at the arrival of a window', () => {
    expect(steps([window(-20, 0, 5)], 0, 60)).toEqual([
      [0, null],
      [5, 0],
    ]);
  });

  test.each([
    ['at the begin of the span', 0, [[0, -1]]],
    ['before the span', -1, [[0, -1]]],
    [
      'at its end',
      60,
      [
        [0, null],
        [60, -1],
      ],
    ],
    ['after its end', 60.001, [[0, null]]],
  ])('a window that arrives %s', (_name, received, expected) => {
    expect(steps([window(-20, -1, received)], 0, 60)).toEqual(expected);
  });

  test('windows in any order give the same steps', () => {
    const windows = [window(20, 40, 45), window(-20, 0, 5), window(0, 20, 25)];
    expect(steps(windows, 0, 60)).toEqual([
      [0, null],
      [5, 0],
      [25, 20],
      [45, 40],
    ]);
    expect(windows.map(({ from }) => from)).toEqual([t0 + 20 * second, t0 - 20 * second, t0]);
  });

  test('a window that adds nothing adds no step', () => {
    expect(steps([window(-20, 0, 5), window(-10, -5, 20)], 0, 60)).toEqual([
      [0, null],
      [5, 0],
    ]);
  });

  test('a hole is given up 120 s after a newer window arrived', () => {
    const windows = [window(-20, 0, 0), window(40, 60, 60)];
    expect(steps(windows, 0, 200)).toEqual([
      [0, 0],
      [180, 60, 0],
    ]);
    expect(steps(windows, 0, 179)).toEqual([[0, 0]]);
  });

  test('a window that adds nothing adds no step beside a gap either', () => {
    const windows = [window(-20, 0, 0), window(40, 60, 60), window(-10, -5, 185)];
    expect(steps(windows, 0, 200)).toEqual([
      [0, 0],
      [180, 60, 0],
    ]);
  });

  test('a window that fills a part of a gap gives a step, the end being the same', () => {
    const windows = [window(-20, 0, 0), window(40, 60, 60), window(10, 30, 185)];
    expect(steps(windows, 0, 200)).toEqual([
      [0, 0],
      [180, 60, 0],
      [185, 60, 0, 30],
    ]);
  });

  test('a window that shortens a gap gives a step, at either end of it', () => {
    const windows = [window(-20, 0, 0), window(40, 60, 60)];
    const gapsWith = (more: ObservationWindow) =>
      observedSteps([...windows, more], { from: t0, to: t0 + 200 * second })
        .map(({ observation }) => observation?.gaps.map((gap) => [gap.from - t0, gap.to - t0]))
        .at(-1);
    expect(gapsWith(window(0, 20, 185))).toEqual([[20_000, 40_000]]);
    expect(gapsWith(window(20, 40, 185))).toEqual([[0, 20_000]]);
  });

  test('an earlier begin of the observation gives a step', () => {
    const found = observedSteps([window(-20, 0, 0), window(-40, -20, 30)], { from: t0, to: t0 + minute });
    expect(
      found.map(({ at, observation }) => [at - t0, observation && observation.observedFrom - t0]),
    ).toEqual([
      [0, -20_000],
      [30_000, -40_000],
    ]);
  });
});

describe('an outage', () => {
  test('begins 1 ms after the limit', () => {
    expect(steps([window(-20, 0, 0)], 0, 600)).toEqual([
      [0, 0],
      [180.001, 0],
    ]);
    expect(steps([window(-20, 0, 0)], 0, 600, 500)).toEqual([
      [0, 0],
      [0.501, 0],
    ]);
  });

  test.each([
    [180, [[0, 0]]],
    [
      180.001,
      [
        [0, 0],
        [180.001, 0],
      ],
    ],
  ])('in a span that ends at %d s', (to, expected) => {
    expect(steps([window(-20, 0, 0)], 0, to)).toEqual(expected);
  });

  test('that began before the span gives no step of its own', () => {
    expect(steps([window(-400, -300, -300)], 0, 600)).toEqual([[0, -300]]);
    expect(steps([window(-200.001, -180.001, -180)], 0, 600)).toEqual([[0, -180.001]]);
  });

  test.each([
    [
      180,
      [
        [0, 0],
        [180, 160],
        [340.001, 160],
      ],
    ],
    [
      180.001,
      [
        [0, 0],
        [180.001, 160],
        [340.001, 160],
      ],
    ],
    [
      180.002,
      [
        [0, 0],
        [180.001, 0],
        [180.002, 160],
        [340.001, 160],
      ],
    ],
  ])('ends with a window that arrives at %d s', (received, expected) => {
    expect(steps([window(-20, 0, 0), window(0, 160, received)], 0, 400)).toEqual(expected);
  });
});

const clearFrom = (seconds: number): ObservedStep => {
  const observation: Observation = {
    observedFrom: t0 - 600 * minute,
    observedThrough: t0 + seconds * second,
    confirmedThrough: t0 + seconds * second,
    gaps: [],
  };
  return { at: t0 + seconds * second, observation };
};
const strike = (at: number, received = at): ReceivedStrike => ({
  at: t0 + at * second,
  receivedAt: t0 + received * second,
});
/** Stretches in seconds after `t0`, observed each second without delay. */
const stretches = (strikes: readonly ReceivedStrike[], from: number, to: number, allClearMinutes = 1) =>
  zoneStretches(
    {
      observed: Array.from({ length: to - from + 1 }, (_, i) => clearFrom(from + i)),
      strikes,
      allClearMinutes,
    },
    { from: t0 + from * second, to: t0 + to * second },
  ).map((stretch) => [
    (stretch.from - t0) / second,
    (stretch.to - t0) / second,
    stretch.kind,
    stretch.reason,
  ]);

describe('the status of a zone over time', () => {
  test('is one stretch where nothing changes', () => {
    expect(stretches([], 0, 100)).toEqual([[0, 100, 'clear', null]]);
  });

  test('a strike delays from its arrival until its quiet time is observed', () => {
    expect(stretches([strike(10, 20)], 0, 100)).toEqual([
      [0, 20, 'clear', null],
      [20, 70, 'delay', 'strike'],
      [70, 100, 'clear', null],
    ]);
  });

  test('a strike that arrives at an end of the span counts', () => {
    expect(stretches([strike(0)], 0, 10)).toEqual([[0, 10, 'delay', 'strike']]);
    expect(stretches([strike(-10, -5)], 0, 10)).toEqual([[0, 10, 'delay', 'strike']]);
    expect(stretches([strike(5, 10)], 0, 10)).toEqual([
      [0, 10, 'clear', null],
      [10, 10, 'delay', 'strike'],
    ]);
    expect(stretches([strike(5, 10.001)], 0, 10)).toEqual([[0, 10, 'clear', null]]);
  });

  test('a later strike extends the delay, an older one that arrives later does not shorten it', () => {
    expect(stretches([strike(30), strike(10)], 0, 100)).toEqual([
      [0, 10, 'clear', null],
      [10, 90, 'delay', 'strike'],
      [90, 100, 'clear', null],
    ]);
    expect(stretches([strike(30, 30), strike(10, 40)], 0, 100)).toEqual([
      [0, 30, 'clear', null],
      [30, 90, 'delay', 'strike'],
      [90, 100, 'clear', null],
    ]);
  });

  test('strikes that arrive between two steps of the observation are their own turn', () => {
    const found = zoneStretches(
      { observed: [clearFrom(0), clearFrom(100)], strikes: [strike(10, 50)], allClearMinutes: 1 },
      { from: t0, to: t0 + 100 * second },
    );
    expect(found.map(({ from, kind }) => [(from - t0) / second, kind])).toEqual([
      [0, 'clear'],
      [50, 'delay'],
      [100, 'clear'],
    ]);
  });

  test('without a step of the observation it is unknown, until the first', () => {
    const found = zoneStretches(
      { observed: [clearFrom(10)], strikes: [], allClearMinutes: 1 },
      { from: t0, to: t0 + 20 * second },
    );
    expect(found.map(({ from, to, kind }) => [(from - t0) / second, (to - t0) / second, kind])).toEqual([
      [0, 10, 'unknown'],
      [10, 20, 'clear'],
    ]);
  });

  test('steps before the span count from its begin, steps after it do not', () => {
    const found = zoneStretches(
      { observed: [clearFrom(-20), clearFrom(-10), clearFrom(60)], strikes: [], allClearMinutes: 1 },
      { from: t0, to: t0 + 20 * second },
    );
    expect(found).toEqual([{ from: t0, to: t0 + 20 * second, kind: 'clear', reason: null }]);
  });

  test('what was lost after the span does not show in it', () => {
    const found = zoneStretches(
      { observed: [clearFrom(0), { at: t0 + 20_001, observation: null }], strikes: [], allClearMinutes: 1 },
      { from: t0, to: t0 + 20 * second },
    );
    expect(found).toEqual([{ from: t0, to: t0 + 20 * second, kind: 'clear', reason: null }]);
  });

  test('a change of the reason is a turn', () => {
    const observation = observationOf([window(-20, 100, 100)], t0 + 100 * second)!;
    const observed = [-10, 20, 45].map((seconds) => ({
      at: t0 + seconds * second,
      observation: {
        ...observation,
        observedThrough: t0 + seconds * second,
        confirmedThrough: t0 + seconds * second,
      },
    }));
    const found = zoneStretches(
      { observed, strikes: [strike(-50, -40)], allClearMinutes: 1 },
      { from: t0 - 10 * second, to: t0 + 60 * second },
    );
    expect(found.map(({ from, kind, reason }) => [(from - t0) / second, reason ?? kind])).toEqual([
      [-10, 'strike'],
      [20, 'observing'],
      [45, 'clear'],
    ]);
  });

  test('the limit of the span makes a zone unknown', () => {
    const at = t0 + 10 * second;
    const kinds = (limitMs?: number) =>
      zoneStretches(
        { observed: [clearFrom(0)], strikes: [strike(5, 10)], allClearMinutes: 1 },
        { from: t0, to: at, limitMs },
      ).map(({ kind }) => kind);
    expect(kinds()).toEqual(['clear', 'delay']);
    expect(kinds(9_999)).toEqual(['clear', 'unknown']);
  });
});

test('the stretch of an instant begins at or before it', () => {
  const all = [{ from: 10 }, { from: 20 }];
  expect(stretchAt(all, 9)).toBeUndefined();
  expect(stretchAt(all, 10)).toBe(all[0]);
  expect(stretchAt(all, 19)).toBe(all[0]);
  expect(stretchAt(all, 20)).toBe(all[1]);
  expect(stretchAt([], 20)).toBeUndefined();
});
