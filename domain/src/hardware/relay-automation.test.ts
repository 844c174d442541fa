import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkRelayToggle,
  idleRelay,
  nextRelay,
  type RelayEvidence,
  type RelayInput,
  type RelaySettings,
  type RelayState,
  relayToCorrect,
} from './relay-automation.ts';

const start = Date.UTC(2026, 6, 4, 18);
const settings: RelaySettings = {
  ...{ onAtStart: true, onAtClear: false, shortestOnSeconds: null, longestOnSeconds: null },
};
const clear: RelayEvidence = { warning: 'none', placeHolds: [], isExcludedOn: false };
const open: RelayEvidence = { ...clear, warning: 'open', placeHolds: [{ kind: 'checking' }] };
const held: RelayEvidence = { ...open, warning: 'held' };
const unknown: RelayEvidence = { ...open, warning: 'unknown' };
const otherHolds: RelayEvidence = { ...clear, placeHolds: [{ kind: 'lightning-unknown', since: null }] };
const seen = (evidence: RelayEvidence): RelayInput => ({ kind: 'evidence', evidence });
const person = (on: boolean, evidence: RelayEvidence): RelayInput => {
  return { kind: 'person', on, reason: 'Irrigation is being repaired', evidence };
};

function live(
  steps: readonly (readonly [seconds: number, input: RelayInput])[],
  given: Partial<RelaySettings> = {},
) {
  let state: RelayState = idleRelay;
  const done = steps.map(([seconds, input]) => {
    const step = nextRelay({ ...settings, ...given }, state, input, start + seconds * 1_000);
    state = step.state;
    return step.effects
      .map((one) =>
        one.kind === 'switch' ? `${one.on ? 'on' : 'off'}${one.isResume ? ' (resume)' : ''}` : one.kind,
      )
      .join();
  });
  return { done, state };
}

describe('a relay with automation', () => {
  test('goes to its state on start, and on the earned clear to the other', () => {
    const steps = [
      [0, seen(open)],
      [1, seen(open)],
      [2, seen(clear)],
      [3, seen(clear)],
    ] as const;
    expect(live(steps).done).toEqual(['on', '', 'off (resume)', '']);
    expect(live(steps, { onAtStart: false, onAtClear: true }).done).toEqual(['off', '', 'on (resume)', '']);
  });

  test.each([
    ['held', held],
    ['unknown', unknown],
    ['another hold', otherHolds],
  ])('resumes nothing from %s', (_, evidence) => {
    expect(live([[0, seen(evidence)]]).done).toEqual(['']);
    expect(
      live([
        [0, seen(open)],
        [9, seen(evidence)],
        [99, seen(clear)],
      ]).done,
    ).toEqual(['on', '', 'off (resume)']);
  });

  test('stays on for its shortest time, and a new warning in it starts again', () => {
    const given = { shortestOnSeconds: 60 };
    const end = [
      [0, seen(open)],
      [10, seen(clear)],
      [59, seen(clear)],
      [60, seen(clear)],
    ] as const;
    expect(live(end, given).done).toEqual(['on', '', '', 'off (resume)']);
    const held59 = [
      [0, seen(open)],
      [10, seen(clear)],
      [59, seen(otherHolds)],
      [61, seen(otherHolds)],
      [62, seen(clear)],
    ] as const;
    expect(live(held59, given).done).toEqual(['on', '', '', '', 'off (resume)']);
  });

  test('goes off after its longest time, and the device has the same limit', () => {
    const { effects } = nextRelay({ ...settings, longestOnSeconds: 60 }, idleRelay, seen(open), start);
    expect(effects).toEqual([expect.objectContaining({ on: true, limitSeconds: 60 })]);
    const steps = [
      [0, seen(open)],
      [59, seen(open)],
      [60, seen(open)],
      [61, seen(open)],
    ] as const;
    expect(live(steps, { longestOnSeconds: 60 }).done).toEqual(['on', '', 'off', '']);
  });

  test('a toggle by a person holds until the warning ends, and a new warning starts again', () => {
    const steps = [
      [0, seen(open)],
      [1, person(false, open)],
      [2, seen(open)],
      [3, seen(clear)],
    ] as const;
    expect(live(steps).done).toEqual(['on', 'off', '', 'off (resume)']);
    const again = [
      [0, seen(open)],
      [1, person(false, open)],
      [2, seen(otherHolds)],
      [3, seen(open)],
    ] as const;
    expect(live(again).done).toEqual(['on', 'off', '', 'on']);
  });

  test('a toggle needs a reason while automation is at work', () => {
    const { state } = live([[0, seen(open)]]);
    expect(checkRelayToggle(state, ' ')).toEqual({ Reason: ['Automation is active: enter a reason'] });
    expect(checkRelayToggle(state, 'Repair')).toEqual({});
    expect(checkRelayToggle(idleRelay, '')).toEqual({});
  });

  test('decides again on a resume that was dropped before it went out', () => {
    const { state } = nextRelay(settings, idleRelay, { kind: 'resume-dropped' }, 0);
    expect(state.phase).toBe('ending');
    expect(nextRelay(settings, state, seen(otherHolds), 1)).toEqual({ state, effects: [] });
    expect(nextRelay(settings, state, seen(clear), 2).effects).toMatchObject([{ on: false, isResume: true }]);
  });

  test('stays as it is when its automation is withdrawn', () => {
    expect(
      live([
        [0, seen(open)],
        [1, { kind: 'withdrawn' }],
        [2, seen(clear)],
      ]).done,
    ).toEqual(['on', '', '']);
  });
});

describe('of two relays that exclude each other', () => {
  const excludedOn = { ...open, isExcludedOn: true };

  test('the other goes off first, and this one on when that is confirmed', () => {
    const steps = [
      [0, seen(excludedOn)],
      [1, seen({ ...open, isExcludedOn: null })],
      [61, seen(excludedOn)],
      [62, seen(open)],
      [63, seen(open)],
    ] as const;
    expect(live(steps).done).toEqual(['excluded-off', '', 'excluded-off', 'on', '']);
  });

  test('the one that was switched off does not fight back, and resumes on the clear', () => {
    const steps = [
      [0, seen(open)],
      [1, { kind: 'displaced' }],
      [2, seen(excludedOn)],
      [3, seen(clear)],
    ] as const;
    expect(live(steps).done).toEqual(['on', '', '', 'off (resume)']);
  });

  test('a resume that waits for the other is dropped when it is no longer earned', () => {
    const steps = [
      [0, seen(open)],
      [1, seen({ ...clear, isExcludedOn: true })],
      [2, seen(otherHolds)],
      [3, seen(clear)],
    ] as const;
    expect(live(steps, { onAtStart: false, onAtClear: true }).done).toEqual([
      'off',
      'excluded-off',
      '',
      'on (resume)',
    ]);
  });
});

test('a relay that its device lost is switched again only while the warning lasts', () => {
  const { state } = live([[0, seen(open)]]);
  expect(relayToCorrect(settings, state, false, false)).toMatchObject({ on: true, isResume: false });
  expect(relayToCorrect(settings, state, true, false)).toBeNull();
  expect(relayToCorrect(settings, state, null, false)).toBeNull();
  expect(relayToCorrect(settings, state, false, true)).toBeNull();
  expect(relayToCorrect(settings, idleRelay, true, false)).toBeNull();
});

describe('whatever happens to two relays that exclude each other', () => {
  const moment = fc.record({
    seconds: fc.integer({ min: 1, max: 90 }),
    evidence: fc.constantFrom(open, open, held, unknown, otherHolds, clear, clear),
    toggled: fc.option(fc.record({ which: fc.constantFrom(0, 1), on: fc.boolean() }), { freq: 6 }),
    isConfirmed: fc.boolean(),
  });
  const rules = fc.record({
    ...{ onAtStart: fc.boolean(), onAtClear: fc.boolean() },
    shortestOnSeconds: fc.constantFrom(null, 30),
    longestOnSeconds: fc.constantFrom(null, 120),
  });

  test('they are never on together, resume only on a clear place, and keep their times', () => {
    let [ons, resumes] = [0, 0];
    fc.assert(
      fc.property(fc.tuple(rules, rules), fc.array(moment, { maxLength: 40 }), (settingsOf, moments) => {
        const states = [idleRelay, idleRelay];
        // As the devices are, and whether an off of theirs was confirmed.
        const on = [false, false];
        const since = [0, 0];
        const isSeen = [true, true];
        let now = start;
        const switchTo = (which: 0 | 1, isOn: boolean, isAnew = false) => {
          if (isOn && (isAnew || !on[which])) since[which] = now;
          on[which] = isOn;
        };
        for (const { seconds, evidence, toggled, isConfirmed } of moments) {
          now += seconds * 1_000;
          if (isConfirmed) isSeen.fill(true);
          for (const which of [0, 1] as const) {
            const other = which === 0 ? 1 : 0;
            const known = { ...evidence, isExcludedOn: isSeen[other] ? on[other]! : null };
            const input = toggled?.which === which ? person(toggled.on, known) : seen(known);
            const rule = settingsOf[which];
            const step = nextRelay(rule, states[which]!, input, now);
            states[which] = step.state;
            for (const effect of step.effects) {
              if (effect.kind === 'excluded-off') {
                switchTo(other, false);
                isSeen[other] = false;
                states[other] = nextRelay(
                  settingsOf[other],
                  states[other]!,
                  { kind: 'displaced' },
                  now,
                ).state;
                continue;
              }
              const onSeconds = (now - since[which]!) / 1_000;
              const isLate = rule.longestOnSeconds !== null && onSeconds >= rule.longestOnSeconds;
              if (!effect.on && on[which] && effect.cause === 'automation' && !isLate)
                expect(onSeconds).toBeGreaterThanOrEqual(rule.shortestOnSeconds ?? 0);
              if (effect.isResume) expect(evidence).toBe(clear);
              switchTo(which, effect.on, effect.cause === 'person');
              ons += effect.on ? 1 : 0;
              resumes += effect.isResume ? 1 : 0;
            }
            expect(on).not.toEqual([true, true]);
            const isOver =
              (now - since[which]!) / 1_000 >= (rule.longestOnSeconds ?? Number.POSITIVE_INFINITY);
            if (states[which]!.wanted === null) expect(on[which] && isOver).toBe(false);
          }
        }
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(ons, resumes)).toBeGreaterThan(500);
  });
});
