import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bareRoadC,
  meltMmPerHour,
  type RoadCondition,
  type RoadWeather,
  roadConditions,
  roadState,
} from './road-conditions.ts';

const mild: RoadWeather = {
  temperatureC: 15,
  dewPointC: 8,
  windMps: 3,
  solarWm2: 0,
  cloudCover: 0.5,
  rainMmPerHour: 0,
  snowMmPerHour: 0,
  recentRainMm: 0,
  lyingSnowMm: 0,
};
const frozen: Partial<RoadWeather> = { temperatureC: -3, dewPointC: -9, cloudCover: 1 };
const thaw: Partial<RoadWeather> = { temperatureC: 4, dewPointC: 2, cloudCover: 1 };

test.each<[string, Partial<RoadWeather>, RoadCondition]>([
  ['a dry evening', {}, 'none'],
  ['drizzle that hardly wets', { rainMmPerHour: 0.1 }, 'none'],
  ['light rain', { rainMmPerHour: 0.3 }, 'slippery'],
  ['after a shower', { recentRainMm: 2 }, 'slippery'],
  [
    'after a shower, in the sun again',
    { recentRainMm: 2, temperatureC: 27, dewPointC: 20, solarWm2: 700, cloudCover: 0.2 },
    'none',
  ],
  ['a downpour', { rainMmPerHour: 50 }, 'flooded'],
  ['after a downpour', { recentRainMm: 40 }, 'flooded'],
  ['dry cold', frozen, 'none'],
  ['freezing drizzle', { ...frozen, rainMmPerHour: 0.05 }, 'patchy-ice'],
  ['freezing rain', { ...frozen, rainMmPerHour: 0.3 }, 'ice'],
  ['wet road that froze', { ...frozen, recentRainMm: 0.6 }, 'ice'],
  ['damp road that froze', { ...frozen, recentRainMm: 0.2 }, 'patchy-ice'],
  [
    'hoar frost of a clear night, air above freezing',
    { temperatureC: 1, dewPointC: 0.8, windMps: 0.5, cloudCover: 0 },
    'patchy-ice',
  ],
  ['light snow', { ...frozen, snowMmPerHour: 0.3 }, 'snow'],
  ['heavy snow', { ...frozen, snowMmPerHour: 2.5 }, 'heavy-snow'],
  ['heavy snow that melts as it lands', { ...thaw, snowMmPerHour: 2.5 }, 'slippery'],
  ['a little snow lies', { ...frozen, lyingSnowMm: 0.6 }, 'snow'],
  ['much snow lies, and it thaws', { ...thaw, lyingSnowMm: 12 }, 'heavy-snow'],
  ['the last of the snow', { ...frozen, lyingSnowMm: 0.2 }, 'patchy-ice'],
  ['rain on lying snow', { ...thaw, lyingSnowMm: 3, rainMmPerHour: 1 }, 'snow'],
])('%s', (_name, weather, condition) => {
  expect(roadState({ ...mild, ...weather })?.condition).toBe(condition);
});

describe('the surface', () => {
  test.each<[string, Partial<RoadWeather>, number, number]>([
    // Asphalt at a summer's noon lies some 20–30 °C above the air.
    ['summer noon', { temperatureC: 32, dewPointC: 18, solarWm2: 950, cloudCover: 0, windMps: 2 }, 20, 30],
    ['overcast night', { temperatureC: 5, dewPointC: 4, cloudCover: 1 }, -0.1, 0],
    ['clear calm night', { temperatureC: 1, dewPointC: -3, cloudCover: 0, windMps: 0.5 }, -5, -2.5],
    ['clear windy night', { temperatureC: 1, dewPointC: -3, cloudCover: 0, windMps: 8 }, -1.5, -0.5],
  ])('%s', (_name, weather, least, maximum) => {
    const given = { ...mild, ...weather };
    const above = bareRoadC(given)! - given.temperatureC!;
    expect(above).toBeGreaterThanOrEqual(least);
    expect(above).toBeLessThanOrEqual(maximum);
  });
  test('under snow is no warmer than snow', () => {
    expect(roadState({ ...mild, ...thaw, lyingSnowMm: 5 })?.surfaceC).toBe(0);
  });
});

const amount = (max: number) => fc.double({ min: 0, max, noNaN: true });
const anyWeather: fc.Arbitrary<RoadWeather> = fc.record({
  temperatureC: fc.double({ min: -40, max: 45, noNaN: true }),
  dewPointC: fc.double({ min: -60, max: 30, noNaN: true }),
  windMps: amount(30),
  solarWm2: amount(1040),
  cloudCover: amount(1),
  rainMmPerHour: fc.oneof(fc.constant(0), amount(1), amount(120)),
  snowMmPerHour: fc.oneof(fc.constant(0), amount(5)),
  recentRainMm: fc.oneof(fc.constant(0), amount(60)),
  lyingSnowMm: fc.oneof(fc.constant(0), amount(30)),
});
const rank = (weather: RoadWeather) => roadConditions.indexOf(roadState(weather)!.condition);

test('there is never ice above freezing, nor snow where none falls or lies', () => {
  fc.assert(
    fc.property(anyWeather, (weather) => {
      const { condition } = roadState(weather)!;
      if (condition === 'ice' || condition === 'patchy-ice')
        expect(bareRoadC(weather)).toBeLessThanOrEqual(0);
      if (condition.includes('snow'))
        expect(weather.snowMmPerHour! + weather.lyingSnowMm!).toBeGreaterThan(0);
      if (weather.temperatureC! > 8) expect(['ice', 'patchy-ice']).not.toContain(condition);
    }),
    { numRuns: 1_000 },
  );
});
test('more rain, recent rain or lying snow never makes a road better, more sun never worse', () => {
  fc.assert(
    fc.property(anyWeather, amount(80), (weather, more) => {
      const before = rank(weather);
      expect(rank({ ...weather, rainMmPerHour: weather.rainMmPerHour! + more })).toBeGreaterThanOrEqual(
        before,
      );
      expect(rank({ ...weather, recentRainMm: weather.recentRainMm! + more })).toBeGreaterThanOrEqual(before);
      expect(rank({ ...weather, solarWm2: weather.solarWm2! + more })).toBeLessThanOrEqual(before);
    }),
    { numRuns: 1_000 },
  );
});
test('what is missing makes the answer unknown, not dry', () => {
  fc.assert(
    fc.property(
      anyWeather,
      fc.constantFrom(...(Object.keys(mild) as (keyof RoadWeather)[])),
      fc.constantFrom(null, undefined, Number.NaN),
      (weather, key, none) => {
        const isSnow = key === 'snowMmPerHour' || key === 'lyingSnowMm';
        if (isSnow && weather.temperatureC! > 5)
          expect(roadState({ ...weather, [key]: none })).not.toBeNull();
        else expect(roadState({ ...weather, [key]: none })).toBeNull();
      },
    ),
  );
  expect(roadState({ ...mild, windMps: -1 })).toBeNull();
  expect(roadState({ ...mild, cloudCover: 2 })).toBeNull();
});
test('snow melts above freezing only', () => {
  expect([meltMmPerHour(-5), meltMmPerHour(0), meltMmPerHour(10)]).toEqual([0, 0, 1.5]);
});
