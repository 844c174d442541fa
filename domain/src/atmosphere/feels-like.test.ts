import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { feelsLikeF } from './feels-like.ts';
import { heatIndexF } from './heat-index.ts';
import { windChillF } from './wind-chill.ts';

const feels = (temperatureF: number, relativeHumidityPct: number, windMph: number) =>
  feelsLikeF({ temperatureF, relativeHumidityPct, windMph });

describe('feelsLikeF', () => {
  // Source: Unidata MetPy, tests/calc/test_basic.py; its wind chill is the metric form, 0.04 °F away.
  test.each([
    [90, 60, 5, 99.6777178, 1e-6],
    [20, 10, 10, 8.8140662, 0.05],
    [20, 10, 1, 20, 1e-9],
  ])('at %d °F, %d %%, %d mph it is %d', (temperatureF, humidity, windMph, expected, tolerance) => {
    expect(Math.abs(feels(temperatureF, humidity, windMph)! - expected)).toBeLessThanOrEqual(tolerance);
  });

  test('is the heat index from 80 °F on, the wind chill to 50 °F, the temperature between', () => {
    expect(feels(80, 40, 20)).toBe(heatIndexF(80, 40));
    expect(feels(79.999, 90, 20)).toBe(79.999);
    expect(feels(50, 90, 20)).toBe(windChillF(50, 20));
    expect(feels(50.001, 90, 20)).toBe(50.001);
    expect(feels(30, 90, 3)).toBe(30);
    expect(feels(30, 90, 3.001)).toBe(windChillF(30, 3.001));
  });

  test('on the station page the wind chill begins at 5 mph', () => {
    const station = (windMph: number) =>
      feelsLikeF({ temperatureF: 30, relativeHumidityPct: 50, windMph }, 'from-5-mph');
    expect(station(4.999)).toBe(30);
    expect(station(5)).toBe(windChillF(30, 5));
  });

  test('needs only what decides at that temperature', () => {
    for (const value of MISSING) {
      expect(feelsLikeF({ temperatureF: value, relativeHumidityPct: 50, windMph: 5 })).toBeNull();
      expect(feelsLikeF({ temperatureF: 90, relativeHumidityPct: value, windMph: 5 })).toBeNull();
      expect(feelsLikeF({ temperatureF: 90, relativeHumidityPct: 50, windMph: value })).toBe(
        heatIndexF(90, 50),
      );
      expect(feelsLikeF({ temperatureF: 65, relativeHumidityPct: value, windMph: value })).toBe(65);
      expect(feelsLikeF({ temperatureF: 30, relativeHumidityPct: 50, windMph: value })).toBeNull();
      expect(feelsLikeF({ temperatureF: 30, relativeHumidityPct: value, windMph: 10 })).toBe(
        windChillF(30, 10),
      );
    }
    expect(feels(30, 50, -1)).toBeNull();
    expect(feels(30, 50, 0)).toBe(30);
  });

  test('is finite over −60 … 60 °C, 0 … 100 %, 0 … 60 m/s', () => {
    const range = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(range(-76, 140), range(0, 100), range(0, 134), (temperatureF, humidity, windMph) => {
        expect(Number.isFinite(feels(temperatureF, humidity, windMph))).toBe(true);
      }),
    );
  });
});
