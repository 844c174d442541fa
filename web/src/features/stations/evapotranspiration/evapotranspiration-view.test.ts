import { expect, it } from 'vitest';
import { missingText } from './evapotranspiration-view.ts';

it.each([
  [['2026-06-12'], 'Fri, Jun 12 is missing'],
  [['2026-06-12', '2026-06-13'], 'Fri, Jun 12 and Sat, Jun 13 are missing'],
  [
    ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-12'],
    'Mon, Jun 8 to Wed, Jun 10 and Fri, Jun 12 are missing',
  ],
  [['2026-05-30', '2026-05-31', '2026-06-01'], 'Sat, May 30 to Mon, Jun 1 are missing'],
])('of the days %j it says: %s', (days, text) => {
  expect(missingText(days)).toBe(text);
});
