import { expect, test } from 'vitest';
import { glmCovers } from './glm-coverage.ts';

const EAST = 19;
const WEST = 18;

test.each([
  ['Tampa', 27.95, -82.46, true, false],
  ['Boston', 42.36, -71.06, true, false],
  ['Dallas', 32.78, -96.8, true, true],
  ['Denver', 39.74, -104.99, true, true],
  ['International Falls', 48.6, -93.4, true, false],
  ['Fort Kent, Maine', 47.25, -68.59, true, false],
  ['San Juan, Puerto Rico', 18.47, -66.11, true, false],
  ['Seattle', 47.61, -122.33, false, true],
  ['Los Angeles', 34.05, -118.24, true, true],
  ['Honolulu', 21.31, -157.86, false, true],
  ['Midway, beyond the date line side', 28.2, -177.4, false, true],
  ['Apia, Samoa', -13.83, -171.77, false, true],
  ['the middle of the Pacific, east longitude', 0, 175, false, true],
  ['Anchorage', 61.2, -149.9, false, false],
  ['London', 51.5, -0.13, false, false],
  ['Guam', 13.44, 144.79, false, false],
  ['the pole', 90, -75, false, false],
  ['no number', Number.NaN, -75, false, false],
])('%s', (_place, latitude, longitude, east, west) => {
  expect([glmCovers(EAST, latitude, longitude), glmCovers(WEST, latitude, longitude)]).toEqual([east, west]);
});

test('the satellites of one slot see the same, an unknown one nothing', () => {
  expect(glmCovers(16, 27.95, -82.46)).toBe(true);
  expect(glmCovers(17, 47.61, -122.33)).toBe(true);
  expect(glmCovers(15, 27.95, -82.46)).toBe(false);
});

test('every place of the contiguous states is seen by East or West', () => {
  for (let latitude = 24.5; latitude <= 49.4; latitude += 0.5) {
    for (let longitude = -124.8; longitude <= -66.9; longitude += 0.5) {
      expect(
        glmCovers(EAST, latitude, longitude) || glmCovers(WEST, latitude, longitude),
        `${latitude} ${longitude}`,
      ).toBe(true);
    }
  }
});
