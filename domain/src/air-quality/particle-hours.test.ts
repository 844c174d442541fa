import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../core/index.ts';
import { hourlyMeans, QUARTER_MS } from './particle-hours.ts';

const T = Date.UTC(2026, 6, 15, 12);
/** Quarters by how many of them before T they begin. */
const before = (values: Readonly<Record<number, number>>) =>
  new Map(Object.entries(values).map(([quarters, value]) => [T - Number(quarters) * QUARTER_MS, value]));

test('an hour counts when it is over, by the mean of its quarters', () => {
  const quarters = before({ 4: 10, 3: 20, 2: 30, 1: 40 });
  expect(hourlyMeans(quarters, T - 1)).toBeNull();
  const available = hourlyMeans(quarters, T)!;
  expect(available.observedAt).toBe(T - HOUR_MS);
  expect(available.newestFirst).toEqual([25, ...Array.from({ length: 23 }, () => null)]);
});

test('three quarters make an hour, two do not', () => {
  expect(hourlyMeans(before({ 4: 10, 3: 20, 2: 30 }), T)?.newestFirst[0]).toBe(20);
  expect(hourlyMeans(before({ 4: 10, 2: 30 }), T)).toBeNull();
});

test('when the newest hours are missing the newest that is known leads, and holes stay where they are', () => {
  const quarters = before({ 12: 9, 11: 9, 10: 9, 9: 9, 20: 5, 19: 5, 18: 5 });
  expect(hourlyMeans(quarters, T + 40 * 60_000)).toMatchObject({
    observedAt: T - 3 * HOUR_MS,
    newestFirst: [9, null, 5, ...Array(21).fill(null)],
  });
  expect(hourlyMeans(quarters, T + 22 * HOUR_MS - 1), 'a day later nothing is known').not.toBeNull();
  expect(hourlyMeans(quarters, T + 22 * HOUR_MS)).toBeNull();
});

test('means lie within what was reported, of hours that are over, for any history', () => {
  const history = fc.array(
    fc.tuple(fc.integer({ min: -8, max: 220 }), fc.double({ min: 0, max: 500, noNaN: true })),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: HOUR_MS }), (entries, into) => {
      const quarters = new Map(entries.map(([ago, value]) => [T - ago * QUARTER_MS, value]));
      const available = hourlyMeans(quarters, T + into);
      if (available === null) return;
      const values = [...quarters.values()];
      expect(available.newestFirst).toHaveLength(24);
      expect(available.newestFirst[0]).not.toBeNull();
      expect(available.observedAt + HOUR_MS).toBeLessThanOrEqual(T + into);
      for (const mean of available.newestFirst) {
        if (mean === null) continue;
        expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      }
    }),
  );
});
