import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  frameAt,
  framesSoon,
  nextFrame,
  opacities,
  type Playback,
  type PlaybackAction,
  playback,
  progressOf,
  radarStyles,
  speedMs,
  startingPlayback,
} from './playback.ts';

const at = (mode: Playback['mode'], progress: number, style: Playback['style'] = 'past'): Playback => ({
  mode,
  progress,
  style,
});
const all = [true, true, true, true, true];

describe('the radar bar', () => {
  it.each<[string, Playback, PlaybackAction, Playback]>([
    ['play starts', at('static', 100), { type: 'toggle' }, at('play', 100)],
    ['play stops', at('play', 50), { type: 'toggle' }, at('static', 50)],
    ['play goes on after a scrub', at('scrub', 40), { type: 'toggle' }, at('play', 40)],
    ['the slider scrubs', at('play', 50), { type: 'scrub', progress: 20 }, at('scrub', 20)],
    ['a key steps by five', at('static', 100), { type: 'step', by: -1 }, at('scrub', 95)],
    ['a key stops at the end', at('scrub', 98), { type: 'step', by: 1 }, at('scrub', 100)],
    ['a key stops at the beginning', at('scrub', 2), { type: 'step', by: -1 }, at('scrub', 0)],
    [
      'the past shows the newest',
      at('play', 30, 'future'),
      { type: 'style', style: 'past' },
      at('static', 100, 'past'),
    ],
    [
      'another type begins',
      at('scrub', 30),
      { type: 'style', style: 'extended' },
      at('static', 0, 'extended'),
    ],
    ['the same type changes nothing', at('scrub', 30), { type: 'style', style: 'past' }, at('scrub', 30)],
    ['another view stops play', at('play', 30), { type: 'viewport' }, at('static', 30)],
    ['another view ends a scrub', at('scrub', 30), { type: 'viewport' }, at('static', 30)],
    ['a tick shows the next frame', at('play', 25), { type: 'tick', playable: all }, at('play', 50)],
    ['from the last to the first', at('play', 100), { type: 'tick', playable: all }, at('play', 0)],
    [
      'past a frame that is missing',
      at('play', 0),
      { type: 'tick', playable: [true, false, true, true, true] },
      at('play', 50),
    ],
    [
      'a tick that comes late changes nothing',
      at('static', 25),
      { type: 'tick', playable: all },
      at('static', 25),
    ],
  ])('%s', (_name, before, action, after) => {
    expect(playback(before, action)).toEqual(after);
  });

  const action: fc.Arbitrary<PlaybackAction> = fc.oneof(
    fc.constant({ type: 'toggle' as const }),
    fc.record({ type: fc.constant('scrub' as const), progress: fc.double() }),
    fc.record({ type: fc.constant('step' as const), by: fc.constantFrom(1 as const, -1 as const) }),
    fc.record({ type: fc.constant('style' as const), style: fc.constantFrom(...radarStyles) }),
    fc.constant({ type: 'viewport' as const }),
    fc.record({ type: fc.constant('tick' as const), playable: fc.array(fc.boolean(), { maxLength: 80 }) }),
  );

  it('stays within its bounds whatever happens, and plays only when asked to', () => {
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        let state = startingPlayback('past');
        for (const one of actions) {
          const next = playback(state, one);
          expect(next.progress >= 0 && next.progress <= 100).toBe(true);
          if (next.mode === 'play') expect(state.mode === 'play' || one.type === 'toggle').toBe(true);
          state = next;
        }
      }),
    );
  });

  it('plays every frame that can be shown once a round, in order, and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 80 }), (playable) => {
        fc.pre(playable.some(Boolean));
        const expected = playable.flatMap((can, i) => (can ? [i] : []));
        let state = at('play', 100);
        const shown: number[] = [];
        for (const _ of expected) {
          state = playback(state, { type: 'tick', playable });
          shown.push(frameAt(state.progress, playable.length));
        }
        expect(shown).toEqual(expected);
      }),
    );
  });

  it.each([
    [0, 3, [0, 1, 3]],
    [3, 3, [3, 4, 0]],
    [2, 2, [3, 4]],
    [4, 1, [4]],
    [-1, 9, [0, 1, 3, 4]],
  ])('from frame %i on, at most %i: %j are shown soon', (from, maximum, expected) => {
    expect(framesSoon(from, ['ready', 'ready', 'missing', 'ready', 'ready'], maximum)).toEqual(expected);
  });

  it('a frame’s progress is that frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(199), (count, frame) => {
        fc.pre(frame < count);
        expect(frameAt(progressOf(frame, count), count)).toBe(frame);
      }),
    );
    expect(frameAt(50, 0)).toBe(-1);
    expect(nextFrame(50, [])).toBe(-1);
  });
});

it('has the speeds of the specification, in milliseconds a frame', () => {
  expect(speedMs).toEqual({ slow: 1_000, normal: 750, fast: 500, 'very-fast': 115 });
});

it('has the opacities of the specification', () => {
  expect(Object.values(opacities)).toEqual([0.4, 0.6, 1]);
});
