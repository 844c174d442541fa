import { expect, it } from 'vitest';
import { pageCount, pageSizes, rangeText, smallPageSizes } from './table-pages.ts';

it('pages of users are of 10, 25 or 50 rows', () => expect(smallPageSizes).toEqual([10, 25, 50]));

it('pages are of 25, 50 or 100 rows', () => expect(pageSizes).toEqual([25, 50, 100]));

it.each([
  [0, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [132, 50, 3],
])('%d rows by %d', (total, size, pages) => expect(pageCount(total, size)).toBe(pages));

it.each([
  [1, 25, 0, '0 rows'],
  [1, 25, 1, '1 row'],
  [1, 25, 25, '25 rows'],
  [2, 25, 132, '26–50 of 132'],
  [6, 25, 132, '126–132 of 132'],
])('page %d by %d of %d', (page, size, total, text) => expect(rangeText(page, size, total)).toBe(text));
