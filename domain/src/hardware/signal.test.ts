import { describe, expect, test } from 'vitest';
import type { PlaceHold } from '../locations/index.ts';
import {
  isMuted,
  nextSignal,
  noSignal,
  type SignalEffect,
  type SignalEvent,
  type SignalSettings,
  type SignalState,
  waitingLimitMs,
} from './signal.ts';
import { isAllClearEarned, maxSpokenCharacters, type SignalEvidence } from './signal-evidence.ts';

const minute = 60_000;
const start = Date.UTC(2026, 6, 4, 18);
const settings: SignalSettings = {
  ...{ canSound: true, canLight: true, allClearMinutes: 30, durationSeconds: 10, plays: 3 },
  ...{ allClearDurationSeconds: 10, allClearPlays: 1, postWarnMessage: '', postAllClearMessage: '' },
  lifeSafety: false,
};
const quiet: SignalEvidence = {
  lightning: { kind: 'clear', since: start - 60 * minute, lastStrikeAt: null },
  ...{ policyWarnings: [], placeHolds: [], isDelayInEarshot: false, isInAlertTimes: true },
};
const delayHold: PlaceHold = { kind: 'delay', stop: true, radiusMiles: 10, clearAt: start + 30 * minute };
const windHold: PlaceHold = {
  ...{ kind: 'warning', policyId: 'p', typeShortName: 'WIND', policyName: 'High wind' },
  ...{ event: null, heldSince: null },
};
const strike = (at: number): SignalEvidence => ({
  ...quiet,
  lightning: { kind: 'delay', reason: 'strike', clearAt: at + 30 * minute, lastStrikeAt: at },
  placeHolds: [delayHold],
});
const clearAfter = (at: number): SignalEvidence => ({
  ...quiet,
  lightning: { kind: 'clear', since: at + 30 * minute, lastStrikeAt: at },
});
const wind = (isHeld = false): SignalEvidence => ({
  ...quiet,
  policyWarnings: [{ id: 'w1', name: 'High wind', since: start, isHeld }],
  placeHolds: [windHold],
});
const muted = (evidence: SignalEvidence): SignalEvidence => ({ ...evidence, isInAlertTimes: false });

interface Given {
  readonly at: number;
  readonly evidence: SignalEvidence;
  readonly event?: SignalEvent;
  readonly with?: Partial<SignalSettings>;
}

/** What each step does, minutes after the start: 'light on', 'sound warning'. */
function live(steps: readonly Given[], from: SignalState = noSignal) {
  let state = from;
  const done = steps.map(({ at, evidence, event = 'evidence', with: changed }) => {
    const now = start + at * minute;
    const step = nextSignal({ ...settings, ...changed }, state, event, evidence, now);
    state = step.state;
    if (event === 'evidence')
      expect(nextSignal({ ...settings, ...changed }, state, event, evidence, now)).toEqual({
        state,
        effects: [],
      });
    return step.effects.map(words);
  });
  return { done, state };
}

function words(effect: SignalEffect): string {
  if (effect.kind === 'light') return `light ${effect.on ? 'on' : 'off'} (${effect.cause})`;
  return effect.kind === 'say-holds' ? effect.text : effect.kind;
}

const warned = ['light on (warning)', 'sound-warning'];
const clearedAll = ['light off (all-clear)', 'sound-all-clear'];

describe('lightning within the radius', () => {
  test('lights and sounds once, and is cleared once', () => {
    const { done, state } = live([
      { at: 0, evidence: strike(start) },
      { at: 5, evidence: strike(start + 5 * minute) },
      { at: 35, evidence: clearAfter(start + 5 * minute) },
      { at: 40, evidence: clearAfter(start + 5 * minute) },
    ]);
    expect(done).toEqual([warned, [], clearedAll, []]);
    expect(state).toEqual({ kind: 'none', clearedAt: start + 35 * minute });
  });

  test('is muted outside alert times, and sounded when they open while it is on', () => {
    const { done } = live([
      { at: 0, evidence: muted(strike(start)) },
      { at: 10, evidence: strike(start) },
      { at: 30, evidence: muted(clearAfter(start)) },
    ]);
    expect(done).toEqual([['light on (warning)'], ['sound-warning'], clearedAll]);
  });

  test('that was never sounded only goes dark', () => {
    const { done } = live([
      { at: 0, evidence: muted(strike(start)) },
      { at: 30, evidence: clearAfter(start) },
    ]);
    expect(done).toEqual([['light on (warning)'], ['light off (all-clear)']]);
  });

  test('is sounded at night by a unit that is life safety', () => {
    const { done } = live([{ at: 0, evidence: muted(strike(start)), with: { lifeSafety: true } }]);
    expect(done).toEqual([warned]);
  });

  test('counts while observation lags, until its quiet time is over', () => {
    const unknown = (at: number): SignalEvidence => ({
      ...quiet,
      lightning: { kind: 'unknown', lastStrikeAt: at },
      placeHolds: [{ kind: 'lightning-unknown', since: null }],
    });
    expect(live([{ at: 5, evidence: unknown(start) }]).done).toEqual([warned]);
    expect(live([{ at: 31, evidence: unknown(start) }]).done).toEqual([[]]);
  });

  test('that begins while a warning of a policy is signalled is sounded too', () => {
    const both = { ...strike(start + minute), policyWarnings: wind().policyWarnings };
    const { done } = live([
      { at: 0, evidence: wind() },
      { at: 1, evidence: both },
      { at: 2, evidence: both },
    ]);
    expect(done).toEqual([warned, ['sound-warning'], []]);
  });

  test('that a smaller radius leaves outside ends only after its quiet time', () => {
    const outside = { ...quiet, lightning: { kind: 'clear', since: 0, lastStrikeAt: null } as const };
    const { done } = live([
      { at: 0, evidence: strike(start) },
      { at: 10, evidence: outside },
      { at: 30, evidence: outside },
    ]);
    expect(done).toEqual([warned, [], clearedAll]);
  });
});

test.each<[string, SignalEvidence]>([
  [
    'observing',
    { ...quiet, lightning: { kind: 'delay', reason: 'observing', clearAt: start, lastStrikeAt: null } },
  ],
  ['unknown', { ...quiet, lightning: { kind: 'unknown', lastStrikeAt: null } }],
  ['no coverage', { ...quiet, lightning: null }],
  ['warnings that are not read', { ...quiet, policyWarnings: null }],
  ['a held warning', wind(true)],
  ['an unknown earshot', { ...quiet, isDelayInEarshot: null }],
  ['an outer zone in delay', { ...quiet, placeHolds: [{ ...delayHold, stop: false }] }],
  [
    'a zone that is observed',
    { ...quiet, placeHolds: [{ kind: 'observing', radiusMiles: 20, clearAt: start }] },
  ],
  ['a place that is being asked', { ...quiet, placeHolds: [{ kind: 'checking' }] }],
  ['a place without lightning data', { ...quiet, placeHolds: [{ kind: 'no-lightning-data' }] }],
  ['unknown warnings of the place', { ...quiet, placeHolds: [{ kind: 'warnings-unknown' }] }],
  ['a lightning warning alone', { ...quiet, placeHolds: [{ ...windHold, typeShortName: 'LR1' }] }],
])('%s starts nothing and leaves the light as it is', (_, evidence) => {
  expect(live([{ at: 0, evidence }]).done).toEqual([[]]);
  const { done, state } = live([
    { at: 0, evidence: strike(start) },
    { at: 90, evidence },
    { at: 200, evidence },
  ]);
  expect(done).toEqual([warned, [], []]);
  expect(state.kind).toBe('warning');
  expect(isAllClearEarned(evidence)).toBe(false);
});

describe('after the lightning', () => {
  test('the all-clear signal waits for what holds the place, and words say what', () => {
    const held = { ...clearAfter(start), placeHolds: [windHold] };
    const { done } = live([
      { at: 0, evidence: strike(start) },
      { at: 30, evidence: held },
      { at: 40, evidence: held },
      { at: 50, evidence: muted(clearAfter(start)) },
      { at: 51, evidence: clearAfter(start) },
    ]);
    expect(done).toEqual([
      warned,
      ['light off (all-clear)', 'No all clear yet. High wind warning still in effect.'],
      [],
      ['sound-all-clear'],
      [],
    ]);
  });

  test('it waits for a place in earshot, four hours at most', () => {
    const held = { ...clearAfter(start), isDelayInEarshot: true };
    const at = 30 + waitingLimitMs / minute;
    const { done, state } = live([
      { at: 0, evidence: strike(start) },
      { at: 30, evidence: held },
      { at: at + 1, evidence: clearAfter(start) },
    ]);
    expect(done[1]?.[1]).toBe('No all clear yet. A place nearby is still in a lightning delay.');
    expect(done[2]).toEqual([]);
    expect(state).toEqual(noSignal);
  });

  test('a strike while it waits warns again, and the people inside are sounded out although it was muted', () => {
    const { done } = live([
      { at: 0, evidence: strike(start) },
      { at: 30, evidence: { ...clearAfter(start), placeHolds: [windHold] } },
      { at: 40, evidence: muted(strike(start + 40 * minute)) },
      { at: 70, evidence: muted(clearAfter(start + 40 * minute)) },
    ]);
    expect(done.slice(2)).toEqual([['light on (warning)'], clearedAll]);
  });

  test('the words fit what can be spoken', () => {
    const placeHolds = Array.from({ length: 30 }, (): PlaceHold => windHold);
    const { done } = live([
      { at: 0, evidence: strike(start) },
      { at: 30, evidence: { ...clearAfter(start), placeHolds } },
    ]);
    expect(done[1]?.[1]?.length).toBeLessThanOrEqual(maxSpokenCharacters);
  });

  test('an uncovered place is never cleared, even when only a wind warning fired it', () => {
    const uncovered: Partial<SignalEvidence> = {
      lightning: null,
      placeHolds: [{ kind: 'no-lightning-data' }],
    };
    const { done } = live([
      { at: 0, evidence: { ...wind(), ...uncovered } },
      { at: 60, evidence: { ...quiet, ...uncovered } },
    ]);
    expect(done).toEqual([warned, []]);
  });
});

describe('without an all clear', () => {
  test('a unit that is disabled or moved goes dark', () => {
    const { done, state } = live([
      { at: 0, evidence: strike(start) },
      { at: 5, evidence: strike(start), event: 'withdrawn' },
    ]);
    expect(done[1]).toEqual(['light off (dark)']);
    expect(state).toEqual(noSignal);
  });

  test('one that waits stays silent when it is withdrawn', () => {
    const { done } = live([
      { at: 0, evidence: strike(start) },
      { at: 30, evidence: { ...clearAfter(start), placeHolds: [windHold] } },
      { at: 31, evidence: quiet, event: 'withdrawn' },
      { at: 32, evidence: quiet },
    ]);
    expect(done.slice(2)).toEqual([[], []]);
  });

  test('the policy that alone fired it is deleted', () => {
    const { done } = live([
      { at: 0, evidence: wind() },
      { at: 5, evidence: quiet, event: 'policy-withdrawn' },
      { at: 6, evidence: quiet },
    ]);
    expect(done).toEqual([warned, ['light off (dark)'], []]);
  });

  test('a deleted policy leaves the delay of lightning and its all clear', () => {
    const both = { ...strike(start), policyWarnings: wind().policyWarnings };
    const { done } = live([
      { at: 0, evidence: both },
      { at: 5, evidence: strike(start), event: 'policy-withdrawn' },
      { at: 30, evidence: clearAfter(start) },
    ]);
    expect(done).toEqual([warned, [], clearedAll]);
  });
});

describe('clocks that jump', () => {
  test('one that was ahead counts the quiet time from when it is right again', () => {
    const ahead = start + 600 * minute;
    const { done } = live([
      { at: 600, evidence: strike(ahead) },
      { at: 0, evidence: clearAfter(ahead) },
      { at: 29, evidence: clearAfter(ahead) },
      { at: 30, evidence: clearAfter(ahead) },
    ]);
    expect(done).toEqual([warned, [], [], clearedAll]);
  });

  test('one that goes back does not make it wait longer', () => {
    const waiting = { kind: 'waiting', since: start, clearedAt: start + 600 * minute } as const;
    const held = { ...quiet, placeHolds: [windHold] };
    const { state } = live([{ at: 0, evidence: held }], waiting);
    expect(state).toEqual({ ...waiting, clearedAt: start });
  });
});

test('muted is what its alert times keep silent', () => {
  expect(isMuted(live([{ at: 0, evidence: muted(strike(start)) }]).state)).toBe(true);
  expect(isMuted(live([{ at: 0, evidence: strike(start) }]).state)).toBe(false);
  expect(isMuted(noSignal)).toBe(false);
});

test('a unit with words only speaks, and one with a light only stays silent', () => {
  const wordsOnly = { canSound: false, postWarnMessage: 'Take shelter' };
  expect(live([{ at: 0, evidence: strike(start), with: wordsOnly }]).done).toEqual([warned]);
  const lightOnly = { canSound: false };
  const { done } = live([
    { at: 0, evidence: strike(start), with: lightOnly },
    { at: 30, evidence: clearAfter(start), with: lightOnly },
  ]);
  expect(done).toEqual([['light on (warning)'], ['light off (all-clear)']]);
});
