import { expect, it } from 'vitest';
import { initialsOf, weatherWarning } from './weather-text.ts';

it.each([
  ['live', 1, null],
  ['simulated', 1, 'Simulated weather: for trying out only, not for safety decisions'],
  ['simulated', 20, 'Simulated weather: for trying out only, not for safety decisions · 20× speed'],
  [
    'replay:gulf-tampa',
    1,
    'Replayed weather: recorded earlier (gulf-tampa), for trying out only, not for safety decisions',
  ],
  // Anything not known to be live must not be shown as live.
  ['', 1, 'Simulated weather: for trying out only, not for safety decisions'],
])('%s at speed %d', (weather, speed, words) => {
  expect(weatherWarning(weather, speed)).toBe(words);
});

it.each([
  [{ firstName: 'Ada', lastName: 'Lovelace', fullName: '', userName: '' }, 'AL'],
  [{ firstName: '', lastName: '', fullName: 'plato', userName: '' }, 'P'],
  [{ firstName: '', lastName: '', fullName: '', userName: '' }, '?'],
])('initials', (user, initials) => {
  expect(initialsOf(user)).toBe(initials);
});
