import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { machines } from './machines.ts';
import { mutations } from './mutations.ts';
import { play } from './run.ts';
import { noTally, playSeed } from './tally.ts';
import { worldOf } from './world.ts';

const asked = process.env.PROPERTY_SEED;
const seed = asked === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(asked ?? 20_261_121);

test(`random histories of a siren (seed ${seed}): no false all clear, no missed warning`, () => {
  console.log(`hardware histories from seed ${seed}`);
  const tally = noTally();
  const until = performance.now() + 10_000;
  for (let at = seed; performance.now() < until; at++) playSeed(at, tally);
  expect(tally.faults).toEqual([]);
  expect(tally.histories).toBeGreaterThan(500);
  // The histories are worth something only if everything really occurs in them.
  const all = [
    'warn',
    'all-clear',
    'say-holds',
    'light-off',
    'resume',
    'light for dark',
    'page clear',
    'page null',
  ];
  for (const what of all) expect(tally.seen[what], what).toBeGreaterThan(20);
});

test('a history is the same each time', () => {
  fc.assert(
    fc.property(fc.nat(), (one) => {
      expect(play(worldOf(one), machines)).toEqual(play(worldOf(one), machines));
    }),
    { numRuns: 20 },
  );
});

describe('the judge finds a machine where', () => {
  test.each(Object.entries(mutations))('%s', (_, mutation) => {
    const isFound = (one: number) => {
      const world = worldOf(one);
      return judge(world, play(world, { ...machines, ...mutation })).length > 0;
    };
    expect(Array.from({ length: 3_000 }, (_, index) => index + 1).some(isFound)).toBe(true);
  });
});
