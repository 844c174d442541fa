import { expect, it } from 'vitest';
import { missingText } from './evapotranspiration-view.ts';

it.each([
  [['2026-06-12'], 'Fri, Jun 12 is missing'],
  [['2026-06-12', '2026-06-13'], '2 of 7 days are missing: Fri, Jun 12 and Sat, Jun 13'],
  [
    ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-12'],
    '4 of 7 days are missing: Mon, Jun 8 to Wed, Jun 10 and Fri, Jun 12',
  ],
  [['2026-05-30', '2026-05-31', '2026-06-01'], '3 of 7 days are missing: Sat, May 30 to Mon, Jun 1'],
])('of the days %j it says: %s', (days, text) => {
  expect(missingText(days, 7)).toBe(text);
});
