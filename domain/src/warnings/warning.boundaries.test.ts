import { describe, expect, test } from 'vitest';
import {
  nextClearAt,
  nextWarning,
  noWarning,
  type OpenWarning,
  type WarningInput,
  type WarningRule,
  type WarningState,
} from './warning.ts';

const minute = 60_000;
const t0 = Date.UTC(2026, 6, 4, 18);
/** Minutes after `t0`, and milliseconds. */
const at = (minutes: number, ms = 0) => t0 + minutes * minute + ms;

const reading: WarningRule = {
  evidence: 'reading',
  allClearMinutes: 30,
  reAlertMinutes: 10,
  readingLimitMs: 20 * minute,
};
const lightning: WarningRule = { ...reading, evidence: 'lightning' };
const alert: WarningRule = { ...reading, evidence: 'alert' };

const open: OpenWarning = {
  kind: 'open',
  phase: 'exceeded',
  startedAt: at(0),
  value: 91,
  evidenceAt: at(0),
  lastExceededAt: at(0),
  allClearTime: null,
  lastAlertAt: at(0),
  heldSince: null,
  lastUpdateAt: at(0),
};
const atFirstStrike: OpenWarning = { ...open, value: 4, allClearTime: at(0) };
/** Under the threshold since :10, last read at :30. */
const quiet: OpenWarning = {
  ...open,
  phase: 'quiet',
  value: 88,
  evidenceAt: at(30),
  allClearTime: at(10),
  lastUpdateAt: at(30),
};

/** The notices and ends of one step. */
const effects = (rule: WarningRule, state: WarningState, input: WarningInput, now: number) =>
  nextWarning(rule, state, input, now).effects.map((effect) =>
    effect.kind === 'notify' ? effect.notice : effect.reason,
  );
const stateAfter = (rule: WarningRule, state: WarningState, input: WarningInput, now: number) =>
  nextWarning(rule, state, input, now).state;
const exceeded = (instant: number, value: number | null = 92): WarningInput => ({
  kind: 'exceeded',
  at: instant,
  value,
});
const under = (instant: number, value: number | null = 87): WarningInput => ({
  kind: 'under',
  at: instant,
  value,
});
const clear = (instant: number): WarningInput => ({ kind: 'clear', at: instant });
const lostWith = (instant: number): WarningInput => ({ kind: 'lost', strike: { at: instant, value: 3 } });

describe('a reading starts a warning while it is fresh', () => {
  test.each([
    [20 * minute, ['started']],
    [20 * minute + 1, []],
  ])('%d ms after it was taken', (age, expected) => {
    expect(effects(reading, noWarning, exceeded(at(0)), at(0) + age)).toEqual(expected);
  });

  test('an alert and a strike start one whatever their age', () => {
    expect(effects(alert, noWarning, exceeded(at(-600)), at(0))).toEqual(['started']);
    expect(effects(lightning, noWarning, exceeded(at(-29)), at(0))).toEqual(['started']);
  });

  test('it starts no later than now', () => {
    expect(stateAfter(reading, noWarning, exceeded(at(5)), at(0))).toMatchObject({
      startedAt: at(0),
      evidenceAt: at(0),
      lastExceededAt: at(0),
      lastAlertAt: at(0),
      lastUpdateAt: at(0),
    });
  });
});

describe('lost data with a known strike', () => {
  test.each([
    ['1 ms before its quiet time is over', at(30, -1), ['started']],
    ['when its quiet time is over', at(30), []],
  ])('start a lightning warning %s', (_name, now, expected) => {
    expect(effects(lightning, noWarning, lostWith(at(0)), now)).toEqual(expected);
  });

  test('start no warning of another kind, and are no evidence in one', () => {
    for (const rule of [reading, alert]) {
      expect(nextWarning(rule, noWarning, lostWith(at(0)), at(1))).toEqual({ state: noWarning, effects: [] });
      expect(stateAfter(rule, open, lostWith(at(5)), at(6))).toEqual({ ...open, heldSince: at(6) });
    }
  });

  test('count as the newest strike in a lightning warning, no later than now', () => {
    expect(stateAfter(lightning, atFirstStrike, lostWith(at(5)), at(6))).toEqual({
      ...atFirstStrike,
      evidenceAt: at(5),
      lastExceededAt: at(5),
      value: 3,
      allClearTime: at(5),
      lastUpdateAt: at(6),
      heldSince: at(6),
    });
    expect(stateAfter(lightning, atFirstStrike, lostWith(at(7)), at(6))).toMatchObject({ evidenceAt: at(6) });
    expect(stateAfter(lightning, atFirstStrike, lostWith(at(0)), at(6))).toEqual({
      ...atFirstStrike,
      heldSince: at(6),
    });
    // Without a begin of the quiet time there is none to move.
    expect(
      stateAfter(lightning, { ...atFirstStrike, allClearTime: null }, lostWith(at(5)), at(6)),
    ).toMatchObject({ evidenceAt: at(5), allClearTime: null });
    // Unseen time that ended after the strike counts further.
    expect(
      stateAfter(lightning, { ...atFirstStrike, allClearTime: at(9) }, lostWith(at(5)), at(10)),
    ).toMatchObject({ evidenceAt: at(5), allClearTime: at(9) });
  });
});

describe('the all clear of lightning', () => {
  test.each([
    ['1 ms before the quiet time since the last strike', at(30, -1), []],
    ['at the end of the quiet time', at(30), ['all-clear', 'all-clear']],
  ])('%s', (_name, now, expected) => {
    expect(effects(lightning, atFirstStrike, clear(at(30)), now)).toEqual(expected);
  });
});

describe('the all clear of an alert', () => {
  test.each([
    ['from 1 ms before the newest evidence', at(0, -1), []],
    ['from the instant of the newest evidence', at(0), ['all-clear', 'all-clear']],
    ['from later', at(0, 1), ['all-clear', 'all-clear']],
  ])('%s', (_name, instant, expected) => {
    expect(effects(alert, open, clear(instant), at(1))).toEqual(expected);
  });

  test('from before the evidence counts once the quiet time is over', () => {
    expect(effects(alert, open, clear(at(-1)), at(30, -1))).toEqual([]);
    expect(effects(alert, open, clear(at(-1)), at(30))).toEqual(['all-clear', 'all-clear']);
  });

  test('does not end a warning of readings', () => {
    expect(effects(reading, open, clear(at(600)), at(600))).toEqual([]);
  });
});

describe('the all clear of readings', () => {
  test.each([
    ['1 ms before the quiet time', at(40, -1), []],
    ['at exactly the quiet time', at(40), ['all-clear', 'all-clear']],
  ])('%s, read now', (_name, now, expected) => {
    expect(effects(reading, quiet, under(now), now)).toEqual(expected);
  });

  test.each([
    [20 * minute, ['all-clear', 'all-clear']],
    [20 * minute + 1, []],
  ])('a reading that is %d ms old', (age, expected) => {
    const state = { ...quiet, evidenceAt: at(40) };
    expect(effects(reading, state, under(at(50)), at(50) + age)).toEqual(expected);
  });

  test.each([
    ['at most the limit apart', 20 * minute, at(10)],
    ['1 ms further apart', 20 * minute + 1, at(30) + 20 * minute + 1],
  ])('readings %s', (_name, apart, allClearTime) => {
    const now = at(30) + apart;
    const rule = { ...reading, allClearMinutes: 60 };
    expect(stateAfter(rule, quiet, under(now), now)).toMatchObject({ phase: 'quiet', allClearTime });
  });

  test('a reading of the future counts not at all, one of now does', () => {
    expect(stateAfter(reading, quiet, under(at(31, 1)), at(31))).toBe(quiet);
    expect(stateAfter(reading, quiet, under(at(31)), at(31))).toMatchObject({ evidenceAt: at(31) });
  });

  test('a reading at the instant of the newest evidence counts, an older one does not', () => {
    expect(stateAfter(reading, open, under(at(0)), at(1))).toMatchObject({
      phase: 'quiet',
      allClearTime: at(0),
      lastUpdateAt: at(0),
    });
    expect(stateAfter(reading, open, under(at(0, -1)), at(1))).toBe(open);
  });

  test('quiet time begins again after an edit and after an exceeded reading', () => {
    for (const state of [
      { ...quiet, allClearTime: null },
      { ...quiet, phase: 'exceeded' as const },
    ])
      expect(stateAfter(reading, state, under(at(35)), at(35))).toMatchObject({ allClearTime: at(35) });
  });
});

describe('a late exceeded reading', () => {
  test.each([
    ['1 ms before the quiet time', at(10, -1), at(10)],
    ['at its begin', at(10), at(30)],
    ['within it', at(20), at(30)],
  ])('%s', (_name, instant, allClearTime) => {
    expect(stateAfter(reading, quiet, exceeded(instant), at(31))).toEqual({
      ...quiet,
      lastExceededAt: instant,
      allClearTime,
    });
  });

  test('at the instant of the newest reading is not late', () => {
    expect(stateAfter(reading, quiet, exceeded(at(30)), at(31))).toMatchObject({
      phase: 'exceeded',
      allClearTime: null,
    });
  });
});

describe('reminders', () => {
  test.each([
    ['1 ms before they are due', at(10, -1), []],
    ['when they are due', at(10), ['reminder']],
  ])('of a reading, %s', (_name, now, expected) => {
    expect(effects(reading, open, exceeded(now), now)).toEqual(expected);
  });

  test.each([
    ['fresh', 20 * minute, ['reminder']],
    ['stale by 1 ms', 20 * minute + 1, []],
  ])('of a reading that is %s', (_name, age, expected) => {
    expect(effects(reading, open, exceeded(at(1)), at(1) + age)).toEqual(expected);
  });

  test('of lightning need a strike since the last notice', () => {
    expect(effects(lightning, atFirstStrike, exceeded(at(0)), at(10))).toEqual([]);
    expect(effects(lightning, atFirstStrike, exceeded(at(0, 1)), at(10))).toEqual(['reminder']);
    const updated = { ...atFirstStrike, evidenceAt: at(1), lastAlertAt: at(1), lastUpdateAt: at(1) };
    expect(effects(lightning, updated, exceeded(at(1)), at(11))).toEqual([]);
  });

  test('of an alert need nothing new', () => {
    expect(effects(alert, open, exceeded(at(0)), at(10, -1))).toEqual([]);
    expect(effects(alert, open, exceeded(at(0)), at(10))).toEqual(['reminder']);
  });

  test('are none for a rule without them; one minute is the shortest', () => {
    expect(effects({ ...reading, reAlertMinutes: 0 }, open, exceeded(at(600)), at(600))).toEqual([]);
    expect(effects({ ...reading, reAlertMinutes: 1 }, open, exceeded(at(1)), at(1))).toEqual(['reminder']);
  });
});

describe('ends', () => {
  test('an end is a notice and the end itself, at the instant of the step', () => {
    expect(nextWarning(alert, open, clear(at(5)), at(6))).toEqual({
      state: noWarning,
      effects: [
        { kind: 'notify', notice: 'all-clear', at: at(6) },
        { kind: 'ended', at: at(6), reason: 'all-clear' },
      ],
    });
    for (const reason of ['policy-deleted', 'location-moved', 'location-removed'] as const)
      expect(nextWarning(alert, open, { kind: reason }, at(6))).toEqual({
        state: noWarning,
        effects: [
          { kind: 'notify', notice: 'withdrawn', at: at(6) },
          { kind: 'ended', at: at(6), reason },
        ],
      });
  });
});

describe('the next possible clear', () => {
  test.each<[string, WarningRule, WarningState, number | null]>([
    ['of lightning', lightning, { ...atFirstStrike, lastUpdateAt: at(3) }, at(30)],
    ['of a quiet reading', reading, quiet, at(40)],
    ['of an exceeded reading', reading, { ...open, lastUpdateAt: at(3) }, at(33)],
    ['of an alert', alert, open, null],
    ['without a warning', reading, noWarning, null],
  ])('%s', (_name, rule, state, expected) => {
    expect(nextClearAt(rule, state)).toBe(expected);
  });
});
