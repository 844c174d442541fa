import { expect, test } from 'vitest';
import { compareRules } from './compare.ts';

const seed = Number(process.env.PROPERTY_SEED) || 20_261_121;

// `npm run bench -- rules` plays 10,000.
test(`in 200 histories of a feed with faults (seed ${seed}) only observed quiet never clears falsely`, () => {
  const { rules } = compareRules(200, seed);
  const { allclear, ...others } = rules;
  expect(allclear).toMatchObject({ falseClears: 0, falseClearMinutes: 0, histories: 0 });
  // It is no rule that never opens a place.
  expect(allclear.said.clear).toBeGreaterThan(0.2);
  for (const [name, { falseClears }] of Object.entries(others)) expect(falseClears, name).toBeGreaterThan(20);
});

test('a blind satellite that sees again gives no clear before what it does see is confirmed', () => {
  // Of these histories, one was clear for half a minute once.
  expect(compareRules(1, 223).rules.allclear).toMatchObject({ falseClears: 0 });
  expect(compareRules(1, 223).rules.allclear.said.unknown).toBeGreaterThan(0.1);
});
