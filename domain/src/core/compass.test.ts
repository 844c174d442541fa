import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { compass8, compass16 } from './compass.ts';

const POINTS_16 = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
];
const POINTS_8 = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

test('every point of the compass, and both sides of the border between points', () => {
  POINTS_16.forEach((name, index) => {
    for (const off of [-11.2, 0, 11.2]) expect(compass16(index * 22.5 + off)).toBe(name);
  });
  POINTS_8.forEach((name, index) => {
    for (const off of [-22.4, 0, 22.4]) expect(compass8(index * 45 + off)).toBe(name);
  });
  expect(compass16(11.25)).toBe('NNE');
  expect(compass16(348.75)).toBe('N');
  expect(compass8(22.5)).toBe('NE');
});

test('turns do not matter', () => {
  expect([-90, 450, 360, -360, 0].map(compass8)).toEqual(['W', 'E', 'N', 'N', 'N']);
  fc.assert(
    fc.property(fc.integer({ min: -3600, max: 3600 }), fc.integer({ min: -5, max: 5 }), (degrees, turns) => {
      expect(compass16(degrees + 360 * turns)).toBe(compass16(degrees));
    }),
  );
  for (const degrees of [1e300, -1e300]) expect(POINTS_16).toContain(compass16(degrees));
});

test('is null when missing', () => {
  for (const value of MISSING) {
    expect(compass16(value)).toBeNull();
    expect(compass8(value)).toBeNull();
  }
});
