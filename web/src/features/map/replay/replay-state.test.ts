import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantOf,
  lastStep,
  milesOfView,
  noReplay,
  type ReplayAction,
  type ReplaySpot,
  replay,
  replayMinutes,
  stepMs,
} from './replay-state.ts';

const spot: ReplaySpot = { latitude: 28, longitude: -82, miles: 100, name: 'a storm' };
const begun = replay(noReplay, { type: 'begin', spot, playing: true });

const action: fc.Arbitrary<ReplayAction> = fc.oneof(
  fc.record({ type: fc.constant('begin' as const), spot: fc.constant(spot), playing: fc.boolean() }),
  fc.constantFrom<ReplayAction>(
    { type: 'leave' },
    { type: 'toggle' },
    { type: 'tick' },
    { type: 'skip', by: 1 },
    { type: 'skip', by: -1 },
  ),
  fc.record({
    type: fc.constant('scrub' as const),
    step: fc.oneof(fc.double(), fc.integer({ min: -10, max: 200 })),
  }),
  fc.record({
    type: fc.constant('speed' as const),
    speed: fc.constantFrom('slow' as const, 'fast' as const),
  }),
  fc.record({ type: fc.constant('focus' as const), id: fc.string() }),
);

describe('a replay', () => {
  it('never shows an instant after the one at which it was asked for, whatever is pressed', () => {
    const toMs = Date.UTC(2026, 5, 6, 20);
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        let state = noReplay;
        for (const one of actions) {
          const before = state;
          state = replay(state, one);
          const at = instantOf(state.step, toMs);
          expect(at).toBeLessThanOrEqual(toMs);
          expect(at).toBeGreaterThanOrEqual(toMs - replayMinutes * 60_000);
          expect(Number.isInteger(state.step)).toBe(true);
          // Only a start starts, nothing plays outside a replay, and time advances by one step a tick.
          if (before.spot === null && one.type !== 'begin') expect(state).toEqual(before);
          if (state.spot === null) expect(state.playing).toBe(false);
          if (one.type === 'tick' && before.spot)
            expect(state.step - before.step).toBe(before.playing && before.step < lastStep ? 1 : 0);
          if (one.type === 'leave')
            expect(state).toMatchObject({ spot: null, step: 0, playing: false, speed: before.speed });
        }
      }),
    );
  });

  it('plays to its end and stops there; played again it begins again', () => {
    let state = begun;
    for (let i = 0; i < lastStep + 10; i++) state = replay(state, { type: 'tick' });
    expect(state).toMatchObject({ step: lastStep, playing: false });
    expect(replay(state, { type: 'toggle' })).toMatchObject({ step: 0, playing: true });
  });

  it('is paused by a hand on the slider and by the arrows, which go five of a hundred', () => {
    expect(replay(begun, { type: 'scrub', step: 40 })).toMatchObject({ step: 40, playing: false });
    const skipped = replay(begun, { type: 'skip', by: 1 });
    expect(skipped).toMatchObject({ step: 6, playing: false });
    expect(replay(skipped, { type: 'skip', by: -1 }).step).toBe(0);
  });

  it('goes from half an hour before to the instant itself', () => {
    expect(instantOf(lastStep, 0)).toBe(0);
    expect(instantOf(0, 0)).toBe(-30 * 60_000);
    expect(instantOf(1, 0) - instantOf(0, 0)).toBe(stepMs);
  });
});

it.each([
  [3, 50],
  [120.4, 120],
  [4_000, 250],
  [Number.POSITIVE_INFINITY, 250],
])('a view of %d miles to its corner is replayed within %d', (half, miles) => {
  expect(milesOfView(half)).toBe(miles);
});
