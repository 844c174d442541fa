import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fallingRoot } from './falling-root.ts';

test('finds the root of a straight line in a step, and stops there', () => {
  let steps = 0;
  const line = (x: number) => {
    steps += 1;
    return { value: 6 - 2 * x, slope: -2 };
  };
  expect(fallingRoot(line, -100, 100, 0)).toBe(3);
  expect(steps).toBe(2);
});

test('a slope that is wrong, zero or no number costs steps and not the answer', () => {
  for (const slope of [-1e-3, -1e6, 5, 0, Number.NaN]) {
    expect(fallingRoot((x) => ({ value: 1 - x ** 3, slope }), -50, 70, 60)).toBeCloseTo(
      1,
      slope === -1e6 ? 1 : 5,
    );
  }
});

test('holds for any cubic, start and bounds', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -9, max: 9, noNaN: true }),
      fc.double({ min: -10, max: 10, noNaN: true }),
      (root, start) => {
        const cubic = (x: number) => ({
          value: (root - x) ** 3 + (root - x),
          slope: -1 - 3 * (root - x) ** 2,
        });
        expect(Math.abs(fallingRoot(cubic, -10, 10, start) - root)).toBeLessThan(1e-6);
      },
    ),
  );
});
