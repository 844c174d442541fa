import { describe, expect, test } from 'vitest';
import { zoneHolds } from './zone-shape.ts';

const box = (west: number, south: number, east: number, north: number) =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
const at = (longitude: number, latitude: number) => ({ longitude, latitude });

describe('a zone', () => {
  const zone = [[box(-84, 27, -82, 29), box(-83.5, 27.5, -83, 28)], [box(-80, 27, -79, 28)]];

  test.each([
    ['inside', at(-82.5, 28.5), 0, true],
    ['in its second part', at(-79.5, 27.5), 0, true],
    ['between the parts', at(-81, 27.5), 0, false],
    ['on the edge', at(-84, 28), 0, true],
    ['in its hole', at(-83.25, 27.75), 0, false],
    ['in its hole, by the edge', at(-83.002, 27.75), 0.003, true],
    ['outside, by the edge', at(-81.998, 28), 0.003, true],
    ['outside, by a corner', at(-81.998, 29.002), 0.003, true],
    ['outside, further off', at(-81.99, 28), 0.003, false],
  ])('%s', (_name, place, marginDegrees, expected) => {
    expect(zoneHolds(zone, place, marginDegrees)).toBe(expected);
  });

  test.each([
    [at(179.5, 52), true],
    [at(-179.5, 52), true],
    [at(-177.999, 52), true],
    [at(-177, 52), false],
    [at(178, 52), false],
  ])('across the date line: %j', (place, expected) => {
    expect(zoneHolds([[box(179, 51, -178, 53)]], place, 0.003)).toBe(expected);
  });

  test('that has no polygon holds nothing', () => {
    expect(zoneHolds([], at(0, 0), 1)).toBe(false);
    expect(zoneHolds([[]], at(0, 0), 1)).toBe(false);
  });
});
