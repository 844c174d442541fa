import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinReach, scaleBetween, spanOf, timeTicks, valueScale } from './chart-scale.ts';

describe('values', () => {
  it.each<[string, number[], Parameters<typeof valueScale>[1], number[]]>([
    ['temperatures', [71, 88], { tickCount: 4, decimals: 0 }, [70, 80, 90, 100]],
    ['below zero', [-12, 30], { tickCount: 4, decimals: 0 }, [-20, 0, 20, 40]],
    ['one value', [88.4], { tickCount: 4, decimals: 1 }, [88.4, 88.5, 88.6, 88.7]],
    ['no rain at all', [0, 0], { tickCount: 4, decimals: 2 }, [0, 0.01, 0.02, 0.03]],
    ['whole numbers never read alike', [5, 6], { tickCount: 4, decimals: 0 }, [5, 6, 7, 8]],
    ['a step that is asked for', [71, 88], { tickStep: 5, decimals: 1 }, [70, 75, 80, 85, 90]],
    ['a step and one value on it', [75, 75], { tickStep: 5, decimals: 1 }, [75, 80]],
    ['nothing', [], { tickCount: 4, decimals: 0 }, [0, 1, 2, 3]],
    ['winter', [12, 24], { tickCount: 4, decimals: 0, minSpan: 6 }, [10, 15, 20, 25]],
    [
      'a flat line is in the middle',
      [88.4, 88.5],
      { tickCount: 4, decimals: 1, minSpan: 6 },
      [86, 88, 90, 92],
    ],
    ['one value below zero', [-3], { tickCount: 4, decimals: 0, minSpan: 6 }, [-6, -4, -2, 0]],
    ['calm wind', [0, 1], { tickCount: 4, decimals: 0, minSpan: 9 }, [0, 5, 10, 15]],
    ['a flat line near zero', [1, 1], { tickCount: 4, decimals: 0, minSpan: 6 }, [0, 2, 4, 6]],
    ['a heat record', [95, 134], { tickCount: 4, decimals: 0, minSpan: 6 }, [80, 100, 120, 140]],
    ['a cold record', [-129, -60], { tickCount: 4, decimals: 0, minSpan: 6 }, [-150, -100, -50, 0]],
    ['a hurricane', [20, 186], { tickCount: 4, decimals: 0, minSpan: 9 }, [0, 100, 200, 300]],
    ['what is no number', [Number.NaN, 3], { tickCount: 2, decimals: 0 }, [3, 4]],
  ])('%s', (_, values, wish, ticks) => {
    expect(valueScale(values, wish).ticks).toEqual(ticks);
  });

  it('has as many marks as asked for, in even steps, over every value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom(0, 6, 9),
        (values, tickCount, decimals, minSpan) => {
          const { from, to, ticks } = valueScale(values, { tickCount, decimals, minSpan });
          expect(to - from).toBeGreaterThanOrEqual(minSpan - 1e-5);
          expect(ticks).toHaveLength(tickCount);
          expect(ticks.map((tick) => tick.toFixed(decimals)).length).toBe(
            new Set(ticks.map((tick) => tick.toFixed(decimals))).size,
          );
          // A tick may be off by a billionth of a step, and the largest steps are thousands.
          expect(Math.min(...values)).toBeGreaterThanOrEqual(from - 1e-5);
          expect(Math.max(...values)).toBeLessThanOrEqual(to + 1e-5);
          if (Math.min(...values) >= 0) expect(from).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('a limit', () => {
  it.each<[string, number, number[], boolean]>([
    ['of heat, in summer', 88, [74, 86], true],
    ['of heat, in winter', 88, [12, 24], false],
    ['of wind chill, in summer', 10, [74, 86], false],
    ['near a flat line', 80, [76, 76], true],
    ['far from a flat line', 90, [76, 76], false],
    ['without any value', 88, [], true],
  ])('%s: on the scale', (_, limit, values, expected) => {
    expect(isWithinReach(limit, values, 6)).toBe(expected);
  });
});

describe('the span of an axis', () => {
  const noon = Date.UTC(2026, 5, 6, 12);
  const hours = (count: number) => noon + count * 3_600_000;
  it.each<[string, number[], number | undefined, number | undefined, [number, number]]>([
    ['of two points', [hours(0), hours(2)], undefined, undefined, [hours(0), hours(2)]],
    ['that is given', [hours(1)], hours(0), hours(12), [hours(0), hours(12)]],
    ['of one point, which is in its middle', [hours(0)], undefined, undefined, [hours(-0.5), hours(0.5)]],
    ['of one point at the given end', [hours(0)], hours(0), hours(0), [hours(-0.5), hours(0.5)]],
  ])('%s', (_, instants, from, to, expected) => {
    const rows = instants.map((atMs) => ({ atMs }));
    expect(spanOf(rows, from, to)).toEqual(expected);
    expect(timeTicks(...spanOf(rows, from, to), 'UTC', 6).length).toBeGreaterThan(0);
  });
});

describe('times', () => {
  const chicago = 'America/Chicago';
  const at = (iso: string) => Date.parse(iso);
  const labels = (from: string, to: string, maximum: number, zone = chicago) =>
    timeTicks(at(from), at(to), zone, maximum).map(({ label }) => label);

  it.each<[string, string, string, number, string[]]>([
    [
      'half a day',
      '2026-06-06T12:10:00Z',
      '2026-06-07T00:10:00Z',
      6,
      ['8 AM', '10 AM', '12 PM', '2 PM', '4 PM', '6 PM'],
    ],
    ['an hour', '2026-06-06T12:10:00Z', '2026-06-06T13:10:00Z', 5, ['7:15 AM', '7:30 AM', '7:45 AM', '8 AM']],
    [
      'three days',
      '2026-06-06T12:00:00Z',
      '2026-06-09T12:00:00Z',
      6,
      ['12 PM', 'Sun', '12 PM', 'Mon', '12 PM', 'Tue'],
    ],
    ['a month', '2026-06-01T05:00:00Z', '2026-07-01T05:00:00Z', 5, ['Jun 4', 'Jun 11', 'Jun 18', 'Jun 25']],
    ['clocks put forward', '2026-03-08T06:00:00Z', '2026-03-08T12:00:00Z', 6, ['12 AM', '4 AM', '6 AM']],
    [
      'and each hour of it',
      '2026-03-08T06:00:00Z',
      '2026-03-08T12:00:00Z',
      7,
      ['12 AM', '1 AM', '3 AM', '4 AM', '5 AM', '6 AM', '7 AM'],
    ],
    ['nothing', '2026-06-06T12:00:00Z', '2026-06-06T12:00:00Z', 6, []],
  ])('%s', (_, from, to, maximum, expected) => {
    expect(labels(from, to, maximum)).toEqual(expected);
  });

  it('marks are within, rising and few, on any clock and over its changes', () => {
    const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') });
    const zones = fc.constantFrom(
      chicago,
      'America/St_Johns',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'UTC',
    );
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 600_000, max: 100 * 86_400_000 }),
        zones,
        fc.integer({ min: 3, max: 12 }),
        (from, spanMs, zone, maximum) => {
          const ticks = timeTicks(from, from + spanMs, zone, maximum);
          expect(ticks.length).toBeLessThanOrEqual(maximum);
          for (const [index, { atMs }] of ticks.entries()) {
            expect(atMs).toBeGreaterThanOrEqual(from);
            expect(atMs).toBeLessThanOrEqual(from + spanMs);
            if (index > 0) expect(atMs).toBeGreaterThan(ticks[index - 1]!.atMs);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a scale between two ends as they are given', () => {
  it.each([
    [50, 98, [50, 60, 70, 80, 90]],
    [-12, 31, [-10, 0, 10, 20, 30]],
    [0, 27, [0, 10, 20]],
    [0, 0.62, [0, 0.2, 0.4, 0.6]],
  ])('from %s to %s has round ticks between them', (from, to, ticks) => {
    expect(scaleBetween(from, to, 5)).toEqual({ from, to, ticks });
  });

  it('never leaves its ends, and has at least two ticks', () => {
    const end = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(end, fc.double({ min: 0.5, max: 500, noNaN: true }), (from, span) => {
        const scale = scaleBetween(from, from + span, 5);
        expect([scale.from, scale.to]).toEqual([from, from + span]);
        expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
        expect(scale.ticks.length).toBeLessThanOrEqual(7);
        for (const tick of scale.ticks) {
          expect(tick).toBeGreaterThanOrEqual(from - 1e-6);
          expect(tick).toBeLessThanOrEqual(from + span + 1e-6);
        }
      }),
    );
  });
});
