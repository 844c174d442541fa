import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HistoryValue, withGaps } from './history-gaps.ts';

const minute = 60_000;
const at = (minutes: number, value: number | null = 1): HistoryValue => ({ atMs: minutes * minute, value });
const minutesOf = (points: readonly HistoryValue[]) =>
  points.map(({ atMs, value }) => (value === null ? -atMs : atMs) / minute);

describe('gaps', () => {
  it.each<[string, number[], number[]]>([
    ['of 30 minutes are none', [0, 30], [0, 30]],
    ['of more are said every 15 minutes', [0, 31], [0, -15, -30, 31]],
    ['end before the next point', [0, 45], [0, -15, -30, 45]],
    ['are found in any order', [60, 0], [0, -15, -30, -45, 60]],
    ['of one point are none', [7], [7]],
    ['of nothing are none', [], []],
  ])('%s', (_, given, expected) => {
    expect(minutesOf(withGaps(given.map((minutes) => at(minutes))))).toEqual(expected);
  });

  it('no two points are farther apart than 30 minutes, every point is kept, and what is added is null', () => {
    const point = fc.record({
      atMs: fc.integer({ min: 0, max: 2 * 24 * 60 * minute }),
      value: fc.option(fc.integer()),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        const filled = withGaps(points);
        for (const [index, { atMs }] of filled.entries()) {
          if (index > 0) {
            expect(atMs - filled[index - 1]!.atMs).toBeGreaterThanOrEqual(0);
            expect(atMs - filled[index - 1]!.atMs).toBeLessThanOrEqual(30 * minute);
          }
        }
        expect(filled.filter((one) => points.includes(one))).toHaveLength(points.length);
        expect(filled.filter((one) => !points.includes(one)).every(({ value }) => value === null)).toBe(true);
        expect(withGaps(filled)).toEqual(filled);
      }),
    );
  });
});
