import { expect, it } from 'vitest';
import { feelsLikeOf } from './feels-like.ts';

it.each([
  ['the heat index from 80 °F on', 80, 9, 84],
  ['the temperature below it', 79.9, 9, 79.9],
  ['the temperature above 50 °F', 50.1, 20, 50.1],
  ['the wind chill at 50 °F with wind of 5 mph', 50, 5, 44],
  ['the temperature with less wind', 50, 4.9, 50],
  ['unknown in the cold without the wind', 50, null, null],
  ['unknown without a temperature', null, 9, null],
])('feels-like is %s', (_, ambientTemperature, windSpeed, expected) => {
  expect(feelsLikeOf({ ambientTemperature, windSpeed, heatIndex: 84, windChill: 44 })).toBe(expected);
});

it('a missing heat index is not replaced by the temperature, which is lower', () => {
  expect(feelsLikeOf({ ambientTemperature: 95, windSpeed: 3, heatIndex: null, windChill: null })).toBeNull();
});
