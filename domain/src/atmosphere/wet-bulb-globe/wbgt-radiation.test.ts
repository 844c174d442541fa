import { describe, expect, test } from 'vitest';
import { radiation } from './wbgt-radiation.ts';

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);

describe('radiation', () => {
  test('a measurement that the atmosphere cannot let through is capped at 0.85 of what comes in', () => {
    expect(radiation(2000, 0.5, 1)).toEqual({ solarWm2: 0.85 * 1367 * 0.5, directFraction: 0.9 });
    expect(radiation(2000, 0.5, 2).solarWm2).toBeCloseTo((0.85 * 1367 * 0.5) / 4, 9);
    expect(radiation(300, 0.5, 1).solarWm2).toBeCloseTo(300, 9);
  });

  test('the direct fraction follows the transmission', () => {
    const n = 400 / (1367 * 0.6);
    expect(radiation(400, 0.6, 1).directFraction).toBeCloseTo(Math.exp(3 - 1.34 * n - 1.65 / n), 12);
    expect(radiation(1, 0.6, 1).directFraction).toBeCloseTo(0, 12);
  });

  test('no light has no direct part', () => {
    for (const measured of [0, -5, 5e-324, 0.99e-6])
      expect(radiation(measured, 0.9, 1)).toEqual({ solarWm2: 0, directFraction: 0 });
  });

  test('with the sun below 2° all of it is diffuse and believed', () => {
    for (const cosZenith of [-1, -0.1, 0, 0.004, 0.011, sine(2)])
      expect(radiation(100, cosZenith, 1)).toEqual({ solarWm2: 100, directFraction: 0 });
  });

  test('between 2° and 3° the full treatment fades in without a jump', () => {
    const middle = (sine(2) + sine(3)) / 2;
    const capped = 0.85 * 1367 * middle;
    const half = radiation(100, middle, 1);
    expect(half.solarWm2).toBeCloseTo((100 + capped) / 2, 9);
    expect(half.directFraction * half.solarWm2).toBeCloseTo(0.5 * 0.9 * capped, 9);
    expect(radiation(100, sine(2) + 1e-9, 1).solarWm2).toBeCloseTo(100, 4);
    expect(radiation(100, sine(3), 1)).toEqual({ solarWm2: 0.85 * 1367 * sine(3), directFraction: 0.9 });
    expect(radiation(100, sine(3) - 1e-9, 1).directFraction).toBeCloseTo(0.9, 5);
  });
});
