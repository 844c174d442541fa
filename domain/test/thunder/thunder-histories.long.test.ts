import { describe, expect, test } from 'vitest';
import { placeAnswer } from '../../src/warnings/place-answer.ts';
import { nextWarning } from '../../src/warnings/warning.ts';
import { judge } from './judge.ts';
import { type Machines, machines, play } from './run.ts';
import { noTally, playSeed } from './tally.ts';
import { worldOf } from './world.ts';

const asked = process.env.PROPERTY_SEED;
const seed = asked === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(asked ?? 20_261_121);

test(`random histories of thunder and closures (seed ${seed}): no clear under them, no report lost`, () => {
  console.log(`thunder histories from seed ${seed}`);
  const tally = noTally();
  const until = performance.now() + 10_000;
  for (let at = seed; performance.now() < until; at++) playSeed(at, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.histories).toBeGreaterThan(300);
  // The histories are worth something only if everything really occurs in them.
  const all = [
    'zone report',
    'zone unknown',
    'answer stop',
    'all-clear',
    'report-taken-back',
    'not-observed',
  ];
  for (const what of all) expect(tally.seen[what], what).toBeGreaterThan(10);
});

test('a history is the same each time', () => {
  for (const one of [1, 7, 99]) expect(play(worldOf(one))).toEqual(play(worldOf(one)));
});

describe('the judge finds machines that', () => {
  const wrong: Record<string, Partial<Machines>> = {
    'believe a clock that was set': {
      pressAge: ({ pressedAt, sentAt }) => ({ kind: 'known', ageMs: Math.max(0, sentAt - pressedAt) }),
    },
    'count every report from its receipt': { pressAge: () => ({ kind: 'clock-stepped' }) },
    'forget reports when they start again': { isReadAgain: () => false },
    'listen only while the feeds are silent': {
      lightningAt: (index, place, now) => {
        const status = machines.lightningAt(index, place, now);
        return status.kind === 'known'
          ? machines.lightningAt(index, { ...place, placeId: null }, now)
          : status;
      },
    },
    'open a place that has no end': {
      isClosed: ({ until, openedAt }, now) => until !== null && machines.isClosed({ until, openedAt }, now),
    },
    'leave closures out of the answer': { placeAnswer: (input) => placeAnswer({ ...input, closures: [] }) },
    'let taking back end what a strike holds': {
      nextWarning: (rule, state, input, now) =>
        nextWarning(
          rule,
          state,
          input.kind === 'report-taken-back' ? { ...input, standing: null } : input,
          now,
        ),
    },
    'clear a place that nobody looks at': {
      nextWarning: (rule, state, input, now) =>
        nextWarning(
          rule,
          state,
          input.kind === 'lost' && input.isUncovered ? { kind: 'clear', at: now } : input,
          now,
        ),
    },
  };
  test.each(Object.entries(wrong))('%s', (_, mutation) => {
    const isFound = (one: number) => {
      const world = worldOf(one);
      return judge(world, play(world, { ...machines, ...mutation })).length > 0;
    };
    expect(Array.from({ length: 1_500 }, (_, index) => index + 1).some(isFound)).toBe(true);
  });
});
