import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedAmount, forecastChance, MAX_CHANCE_STEP } from './forecast-chance.ts';

const HOURS = 260;
const MIDDLE = 130;
const oneEvent = Array.from({ length: HOURS }, (_, hour) => (hour === MIDDLE ? 1 : 0));
const chancesAt = (lead: number) =>
  oneEvent.map((_, hour) => forecastChance(oneEvent, hour, lead)).filter((chance) => chance > 0);

test('an event now is certain, and what does not happen has no chance', () => {
  expect(forecastChance(oneEvent, MIDDLE, 0)).toBe(1);
  expect(forecastChance(oneEvent, MIDDLE, -5)).toBe(1);
  for (const lead of [0, 1, 48, 190]) {
    expect(forecastChance(oneEvent, MIDDLE + 20, lead)).toBe(0);
    expect(forecastChance(new Array(HOURS).fill(0), MIDDLE, lead)).toBe(0);
  }
});

test('further ahead a chance is lower and spreads over no fewer hours', () => {
  for (let lead = 1; lead < 190; lead++) {
    expect(Math.max(...chancesAt(lead))).toBeLessThanOrEqual(Math.max(...chancesAt(lead - 1)));
    expect(chancesAt(lead).length).toBeGreaterThanOrEqual(chancesAt(lead - 1).length);
  }
  expect(Math.max(...chancesAt(96))).toBeLessThan(0.1);
  expect(chancesAt(96).length).toBeGreaterThan(4 * chancesAt(0).length);
});

test('chances stay within 0 and 1, and no two hours in a row differ by more than the step', () => {
  const course = fc.array(fc.constantFrom(0, 0, 1), { minLength: HOURS, maxLength: HOURS });
  fc.assert(
    fc.property(course, fc.integer({ min: -30, max: 0 }), (occurs, first) => {
      let before = forecastChance(occurs, 0, first);
      for (let hour = 1; hour < HOURS; hour++) {
        const chance = forecastChance(occurs, hour, first + hour);
        expect(chance >= 0 && chance <= 1).toBe(true);
        expect(Math.abs(chance - before)).toBeLessThanOrEqual(MAX_CHANCE_STEP);
        before = chance;
      }
    }),
    { numRuns: 200 },
  );
});

test('an amount is exact now, and a mean of what falls around it far ahead', () => {
  const amounts = oneEvent.map((one) => 10 * one);
  expect(expectedAmount(amounts, MIDDLE, 0)).toBe(10);
  expect(expectedAmount(amounts, MIDDLE + 5, 0)).toBe(0);
  expect(expectedAmount(amounts, MIDDLE, 150)).toBeLessThan(1);
  expect(expectedAmount(amounts, MIDDLE + 5, 150)).toBeGreaterThan(0.1);
});
