import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dbzOfLevel, NO_ECHO, radarColorIndex, radarColors, radarLevel } from './radar-palette.ts';

describe('levels of the composite', () => {
  test.each([
    [-32, 1],
    [-31.5, 2],
    [0, 65],
    [45, 155],
    [95, 255],
    [200, 255],
    [-99, 1],
    [null, NO_ECHO],
    [Number.NaN, NO_ECHO],
  ])('%s dBZ is level %i', (dbz, level) => {
    expect(radarLevel(dbz)).toBe(level);
  });
  test('there and back again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 255 }), (level) => radarLevel(dbzOfLevel(level)) === level),
    );
    expect([0, 256, 1.5, -1].map(dbzOfLevel)).toEqual([null, null, null, null]);
  });
});

describe('colors', () => {
  test.each([
    [4.9, 0],
    [5, 1],
    [9.9, 1],
    [50, 10],
    [75, 15],
    [95, 15],
    [null, 0],
  ])('%s dBZ takes color %i', (dbz, index) => {
    expect(radarColorIndex(dbz)).toBe(index);
  });
  test('with none they fit four bits', () => {
    expect(radarColors).toHaveLength(15);
    // Of the composite's ramp: level 170, 52.5 dBZ.
    expect(radarColors[9]).toEqual({ fromDbz: 50, red: 205, green: 0, blue: 0 });
  });
});
