import { expect, it } from 'vitest';
import { pageTitle } from './page-title.ts';

it.each([
  ['live', 'Pier · Allclear'],
  ['simulated', 'SIMULATED · Pier · Allclear'],
  ['replay:storm', 'REPLAYED · Pier · Allclear'],
])('a title on %s weather', (weather, title) => {
  expect(pageTitle('Pier', weather)).toBe(title);
});
