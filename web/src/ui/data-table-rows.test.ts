import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSorting, pageCount, pageSizes, rangeWords, sortRows } from './data-table-rows.ts';

describe('sorting', () => {
  it('reads as people do, and puts what is missing last either way', () => {
    const rows = ['Site 10', null, 'site 2', 'Alpha'];
    expect(sortRows(rows, (row) => row, false)).toEqual(['Alpha', 'site 2', 'Site 10', null]);
    expect(sortRows(rows, (row) => row, true)).toEqual(['Site 10', 'site 2', 'Alpha', null]);
    expect(sortRows(rows, undefined, true)).toBe(rows);
  });

  it('is stable, loses nothing, and is the other way round downwards', () => {
    const row = fc.record({ id: fc.nat(), value: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }) });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const up = sortRows(rows, ({ value }) => value, false);
        const down = sortRows(rows, ({ value }) => value, true);
        expect(up).toHaveLength(rows.length);
        const known = (list: readonly { value: number | null }[]) => list.flatMap(({ value }) => value ?? []);
        expect(known(up)).toEqual(known(rows).toSorted((a, b) => a - b));
        expect(known(down)).toEqual(known(up).toReversed());
        for (const value of [0, 1, 2, 3, null])
          expect(up.filter((one) => one.value === value)).toEqual(rows.filter((one) => one.value === value));
      }),
    );
  });

  it('goes upwards, downwards and back', () => {
    const up = nextSorting(null, 'name');
    expect(up).toEqual({ key: 'name', descending: false });
    expect(nextSorting(up, 'name')).toEqual({ key: 'name', descending: true });
    expect(nextSorting({ key: 'name', descending: true }, 'name')).toBeNull();
    expect(nextSorting({ key: 'name', descending: true }, 'sent')).toEqual({
      key: 'sent',
      descending: false,
    });
  });
});

describe('pages', () => {
  it('are of 25, 50 or 100 rows', () => expect(pageSizes).toEqual([25, 50, 100]));

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
  ])('page %d by %d of %d', (page, size, total, words) => expect(rangeWords(page, size, total)).toBe(words));
});
