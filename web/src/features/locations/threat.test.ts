import { expect, it } from 'vitest';
import { type Standing, warningSentence } from './threat.ts';

const calm: Standing = { threats: [], lightning: 'known' };
const asking: Standing = { threats: [], lightning: 'asking' };
const unknown: Standing = { threats: [], lightning: 'unknown' };
const warned: Standing = { threats: [{ code: 'LR1', label: 'Lightning Policy Alert', tone: 'danger' }], lightning: 'known' };

it.each([
  [[], 'You have no locations in a policy warning'],
  [[calm], 'You have no locations in a policy warning'],
  [[calm, asking], 'Checking your locations…'],
  [[asking, warned], 'You have 1 location in a policy warning'],
  [[calm, warned], 'You have 1 location in a policy warning'],
  [[warned, warned], 'You have 2 locations in a policy warning'],
  [[unknown, calm], 'You have no locations in a policy warning · lightning status unavailable for 1 location'],
  [[unknown, unknown, warned], 'You have 1 location in a policy warning · lightning status unavailable for 2 locations'],
])('counts the locations', (standings, sentence) => {
  expect(warningSentence(standings)).toBe(sentence);
});
