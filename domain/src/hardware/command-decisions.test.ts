import { describe, expect, test } from 'vitest';
import {
  afterLostOutcome,
  afterRefusal,
  type CommandToDecide,
  decisionHolds,
  lightToCorrect,
  mayStillGo,
  readBackOf,
  retryAfterMs,
  whyNot,
} from './command-decisions.ts';
import type { CommandCause, HardwareAction } from './hardware-action.ts';
import { noSignal, type SignalState } from './signal.ts';
import type { SignalEvidence } from './signal-evidence.ts';

const givenAt = Date.UTC(2026, 6, 4, 18);
const sound: HardwareAction = { kind: 'sound', signal: 'warning', seconds: 10, plays: 3 };
const light = (on: boolean): HardwareAction => ({ kind: 'light', on, limitSeconds: null });
const relay: HardwareAction = { kind: 'relay', output: '1', on: true, limitSeconds: null };
const words: HardwareAction = { kind: 'play', text: 'All clear', clip: null, plays: 1 };
const command = (cause: CommandCause, action: HardwareAction = sound, isResume = false): CommandToDecide => ({
  ...{ cause, action, isResume, givenAt, deadlineAt: givenAt + 3_600_000 },
});
const clear: SignalEvidence = {
  lightning: { kind: 'clear', since: 0, lastStrikeAt: null },
  ...{ policyWarnings: [], placeHolds: [], isDelayInEarshot: false, isInAlertTimes: true },
};
const warning: SignalState = {
  ...{ kind: 'warning', since: givenAt, strikeAt: givenAt, isLightningOn: true },
  ...{ warningIds: [], sounded: ['lightning'], wasSounded: true },
};
const earned: SignalState = { kind: 'none', clearedAt: givenAt };

describe('an all clear', () => {
  test('goes out within two minutes, and only while it is earned', () => {
    for (const calming of [
      command('all-clear'),
      command('all-clear', words),
      command('automation', relay, true),
    ]) {
      expect(mayStillGo(calming, true, givenAt)).toBe(true);
      expect(mayStillGo(calming, true, givenAt + 120_000)).toBe(true);
      expect(mayStillGo(calming, true, givenAt + 120_001)).toBe(false);
      expect(mayStillGo(calming, true, givenAt - 1)).toBe(false);
      expect(mayStillGo(calming, false, givenAt)).toBe(false);
    }
    expect(whyNot(command('all-clear'), false, givenAt)).toBe('Dropped: the all clear is no longer earned.');
  });

  test('is never repeated, whatever is read back', () => {
    for (const readBack of [undefined, null, 'as-asked', 'otherwise'] as const)
      for (const calming of [
        command('all-clear'),
        command('all-clear', words),
        command('automation', relay, true),
      ])
        expect(afterLostOutcome(calming, true, readBack)).toBe('unknown');
  });

  test('holds only for a unit that earned it, and while nothing is missing', () => {
    const holds = (state: SignalState, evidence: SignalEvidence | null) =>
      decisionHolds({ cause: 'all-clear', action: sound }, state, evidence);
    expect(holds(earned, clear)).toBe(true);
    expect(holds(noSignal, clear)).toBe(false);
    expect(holds(warning, clear)).toBe(false);
    expect(holds(earned, null)).toBe(false);
    expect(holds(earned, { ...clear, isDelayInEarshot: true })).toBe(false);
    expect(holds(earned, { ...clear, lightning: null })).toBe(false);
  });
});

describe('when an outcome is unknown', () => {
  test('a warning is read back, and given again unless it is seen on', () => {
    for (const action of [sound, light(true)]) {
      expect(afterLostOutcome(command('warning', action), true, undefined)).toBe('read-back');
      expect(afterLostOutcome(command('warning', action), true, 'as-asked')).toBe('done');
      expect(afterLostOutcome(command('warning', action), true, 'otherwise')).toBe('again');
      expect(afterLostOutcome(command('warning', action), true, null)).toBe('again');
      expect(afterLostOutcome(command('warning', action), false, null)).toBe('unknown');
    }
  });

  test.each<[CommandCause, HardwareAction, string, string]>([
    ['dark', light(false), 'read-back', 'again'],
    ['all-clear', light(false), 'read-back', 'again'],
    ['automation', relay, 'read-back', 'again'],
    ['person', relay, 'read-back', 'unknown'],
    ['person', words, 'unknown', 'unknown'],
    ['test', sound, 'unknown', 'unknown'],
    ['drill', sound, 'unknown', 'unknown'],
    ['person', { kind: 'stop-sound' }, 'read-back', 'again'],
    ['test', { kind: 'stop-sound' }, 'again', 'again'],
  ])('%s %j: first %s, then %s', (cause, action, first, then) => {
    expect(afterLostOutcome(command(cause, action), true, undefined)).toBe(first);
    expect(afterLostOutcome(command(cause, action), true, null)).toBe(then);
  });
});

test.each<[CommandCause, Parameters<typeof afterRefusal>[1], boolean, string]>([
  ['warning', 'network', true, 'again'],
  ['warning', 'device', true, 'again'],
  ['warning', 'password', true, 'again'],
  ['warning', 'unsupported', true, 'failed'],
  ['dark', 'password', true, 'failed'],
  ['warning', 'network', false, 'failed'],
  ['all-clear', 'network', true, 'again'],
  ['test', 'network', true, 'failed'],
  ['person', 'network', true, 'failed'],
  ['drill', 'clock', true, 'failed'],
])('%s refused because of %s, may go %s: %s', (cause, because, mayGo, expected) => {
  expect(afterRefusal(command(cause), because, mayGo)).toBe(expected);
});

test('a warning holds while it is signalled, what holds is said while it waits', () => {
  const waiting: SignalState = { kind: 'waiting', since: givenAt, clearedAt: givenAt };
  const holds = (action: HardwareAction, state: SignalState) =>
    decisionHolds({ cause: 'warning', action }, state, null);
  expect(holds(sound, warning)).toBe(true);
  expect(holds(sound, waiting)).toBe(false);
  expect(holds(words, waiting)).toBe(true);
  expect(holds(sound, noSignal)).toBe(false);
  expect(decisionHolds({ cause: 'dark', action: light(false) }, warning, clear)).toBe(false);
  expect(decisionHolds({ cause: 'dark', action: light(false) }, noSignal, null)).toBe(true);
  expect(decisionHolds({ cause: 'test', action: sound }, warning, null)).toBe(true);
});

test('a reading says what it can', () => {
  const reading = { sounding: true, lit: false, relays: { '1': true } };
  expect(readBackOf(sound, reading, 5_000)).toBe('as-asked');
  expect(readBackOf(sound, { ...reading, sounding: false }, 5_000)).toBe('otherwise');
  expect(readBackOf(sound, { ...reading, sounding: false }, 10_000)).toBeNull();
  expect(readBackOf(light(true), reading, 0)).toBe('otherwise');
  expect(readBackOf(relay, reading, 0)).toBe('as-asked');
  expect(readBackOf({ ...relay, output: 'toString' }, reading, 0)).toBeNull();
  expect(readBackOf({ kind: 'stop-sound' }, reading, 0)).toBe('otherwise');
  expect(readBackOf(words, reading, 0)).toBeNull();
});

test('a light is lit again in a warning, and goes dark only when that is earned', () => {
  expect(lightToCorrect(warning, false, clear, false)).toBe('on');
  expect(lightToCorrect(warning, true, clear, false)).toBeNull();
  expect(lightToCorrect(noSignal, true, clear, false)).toBe('off');
  expect(lightToCorrect(noSignal, true, { ...clear, lightning: null }, false)).toBeNull();
  expect(lightToCorrect(noSignal, true, null, false)).toBeNull();
  expect(lightToCorrect(warning, null, clear, false)).toBeNull();
  expect(lightToCorrect(warning, false, clear, true)).toBeNull();
});

test('what is refused is tried again soon, then every 15 seconds', () => {
  expect([1, 2, 3, 5, 50].map(retryAfterMs)).toEqual([1_000, 2_000, 4_000, 15_000, 15_000]);
});
