import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartHeightPx, columnPx, metricLine } from './metric-line.ts';
import { thresholdsOf, type WatchingPolicy } from './thresholds.ts';

const scale = { floor: null, nearBy: 8 };
const policy = (policyTypeShortName: string, threshold: number, isDesc = false): WatchingPolicy => ({
  policyTypeShortName,
  threshold,
  isDesc,
});

describe('the line', () => {
  it('has its points in the middle of the columns and a gap where a value is missing', () => {
    const line = metricLine([70, 72, null, 75], [], scale)!;
    expect(line.points.map(({ x }) => x)).toEqual([30, 90, 210]);
    expect(line.paths).toHaveLength(2);
    expect(line.paths[1]).toMatch(/^M210 /);
    expect(metricLine([null, null], [], scale)).toBeNull();
  });

  it('draws a threshold that is near, and says of one that is far where it lies', () => {
    const line = metricLine(
      [80, 90, 95],
      [
        { name: 'Heat', value: 105 },
        { name: 'Chill', value: 20 },
      ],
      scale,
    )!;
    expect(line.thresholds.map(({ name }) => name)).toEqual(['Heat']);
    expect(line.beyond).toEqual([{ name: 'Chill', value: 20, side: 'below' }]);
    expect(line.thresholds[0]!.y).toBeLessThan(line.points[2]!.y);
  });

  it.each([
    [[60, 84], 8, null, [60, 70, 80, 90]],
    [[0, 0], 0.3, 0, [0, 0.1, 0.2]],
    [[0, 1.36], 0.3, 0, [0, 0.5, 1, 1.5]],
    [[71, 71.4], 8, null, [70, 75, 80]],
    [[-3, 4], 8, null, [-5, 0, 5]],
  ])('round numbers around %j', (values, nearBy, floor, ticks) => {
    expect(metricLine(values, [], { floor, nearBy })!.ticks.map(({ value }) => value)).toEqual(ticks);
  });

  it('stays within the chart, higher values higher, each in its column', () => {
    const value = fc.option(fc.double({ min: -60, max: 150, noNaN: true }), { nil: null });
    const threshold = fc.record({ name: fc.string(), value: fc.integer({ min: -100, max: 250 }) });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 36 }),
        fc.array(threshold, { maxLength: 2 }),
        (values, thresholds) => {
          const line = metricLine(values, thresholds, scale);
          expect(line === null).toBe(values.every((one) => one === null));
          if (line === null) return;
          for (const { index, x, y } of line.points) {
            expect(x).toBe((index + 0.5) * columnPx);
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y).toBeLessThanOrEqual(chartHeightPx);
          }
          const byHeight = line.points.toSorted((a, b) => values[a.index]! - values[b.index]!);
          for (let i = 1; i < byHeight.length; i++)
            expect(byHeight[i]!.y).toBeLessThanOrEqual(byHeight[i - 1]!.y);
          for (const { y } of [...line.thresholds, ...line.ticks]) {
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y).toBeLessThanOrEqual(chartHeightPx);
          }
          expect(line.thresholds.length + line.beyond.length).toBe(thresholds.length);
          expect(line.ticks.length).toBeLessThanOrEqual(8);
        },
      ),
    );
  });
});

describe('thresholds of a metric', () => {
  const policies = [
    policy('HEAT', 105),
    policy('HEAT', 100),
    policy('CHILL', 10, true),
    policy('CHILL', 20, true),
    policy('WIND', 30),
    policy('GUST', 25),
  ];

  it('are the most restrictive of each type that speaks of it', () => {
    expect(thresholdsOf('feels', policies)).toEqual([
      { name: 'Heat index policy', value: 100 },
      { name: 'Wind chill policy', value: 20 },
    ]);
    expect(thresholdsOf('wind', policies)).toEqual([{ name: 'Wind policy', value: 30 }]);
  });

  it.each(['ambient', 'high', 'low', 'snow', 'wbgt'] as const)('%s has none here', (metric) => {
    expect(thresholdsOf(metric, policies)).toEqual([]);
  });
});
