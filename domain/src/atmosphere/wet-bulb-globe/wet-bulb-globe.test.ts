import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../../test/missing-readings.ts';
import {
  DIRECT_FRACTION_TOLERANCE,
  PYWBGT_POINT_WBGT_C,
  WBGT_REFERENCE,
  WBGT_TOLERANCE_C,
  WIND_TOLERANCE_MPS,
} from '../reference-data/wet-bulb-globe.ts';
import { sunPosition } from '../sun/sun-position.ts';
import { type WetBulbGlobeInput, wetBulbGlobe } from './wet-bulb-globe.ts';

const afternoon: WetBulbGlobeInput = {
  at: Date.parse('2023-08-05T19:00:00Z'),
  latitude: 33.75,
  longitude: -84.39,
  temperatureC: 33,
  relativeHumidityPct: 60,
  windMps: 2,
  windHeightM: 10,
  pressureHpa: 985,
  solarWm2: 850,
};

describe('wetBulbGlobe', () => {
  test('agrees with Liljegren’s program', () => {
    const misses: string[] = [];
    for (const row of WBGT_REFERENCE) {
      const [
        at,
        averagingMinutes,
        latitude,
        longitude,
        temperatureC,
        relativeHumidityPct,
        pressureHpa,
        solarWm2,
        windMps,
        windHeightM,
        urban,
      ] = row;
      const [verticalTemperatureDifferenceC, windAt2m, directFraction, wbgtC, globeC, naturalWetBulbC] =
        row.slice(11) as (number | null)[];
      const place = {
        at: Date.parse(at),
        latitude,
        longitude,
        temperatureC,
        relativeHumidityPct,
        pressureHpa,
      };
      const ours = wetBulbGlobe({
        ...place,
        solarWm2,
        windMps,
        windHeightM,
        urban,
        averagingMinutes,
        verticalTemperatureDifferenceC,
      })!;
      const compare = (name: string, got: number, want: number | null | undefined, tolerance: number) => {
        if (typeof want === 'number' && !(Math.abs(got - want) <= tolerance))
          misses.push(`${name} ${got} for ${want}: ${JSON.stringify(row)}`);
      };
      compare('WBGT', ours.wbgtC, wbgtC, WBGT_TOLERANCE_C);
      compare('globe', ours.globeC, globeC, WBGT_TOLERANCE_C);
      compare('natural wet bulb', ours.naturalWetBulbC, naturalWetBulbC, WBGT_TOLERANCE_C);
      compare('direct fraction', ours.directFraction, directFraction, DIRECT_FRACTION_TOLERANCE);
      compare('wind', ours.windAt2m, windAt2m, WIND_TOLERANCE_MPS);
    }
    expect(misses).toEqual([]);
  });

  test('agrees with pywbgt', () => {
    const ours = wetBulbGlobe({
      at: Date.parse('2000-06-01T16:00:00Z'),
      averagingMinutes: 1,
      latitude: 33.73305555555555,
      longitude: -83.61694444444444,
      solarWm2: 500,
      pressureHpa: 985,
      temperatureC: 25,
      relativeHumidityPct: 53.7991,
      windMps: 0.44704,
      windHeightM: 2,
    })!;
    expect(Math.abs(ours.wbgtC - PYWBGT_POINT_WBGT_C)).toBeLessThan(0.06);
  });

  test('is 0.7 natural wet bulb, 0.2 globe, 0.1 air', () => {
    const { wbgtC, naturalWetBulbC, globeC } = wetBulbGlobe(afternoon)!;
    expect(wbgtC).toBeCloseTo(0.7 * naturalWetBulbC + 0.2 * globeC + 3.3, 12);
  });

  test('takes the sun at the middle of the averaging period', () => {
    const late = { ...afternoon, at: Number(afternoon.at) + 30 * 60_000, averagingMinutes: 60 };
    expect(wetBulbGlobe(late)).toEqual(wetBulbGlobe(afternoon));
    expect(wetBulbGlobe({ ...afternoon, averagingMinutes: null })).toEqual(wetBulbGlobe(afternoon));
  });

  test('a town slows the wind, rural is the rule', () => {
    expect(wetBulbGlobe({ ...afternoon, urban: true })!.windAt2m).toBeCloseTo(1.57103, 5);
    for (const urban of [false, null, undefined])
      expect(wetBulbGlobe({ ...afternoon, urban })!.windAt2m).toBeCloseTo(1.786908, 5);
  });

  test('a sensor that cools below zero at night, and air above saturation, count as zero and as saturated', () => {
    expect(wetBulbGlobe({ ...afternoon, solarWm2: -50 })).toEqual(
      wetBulbGlobe({ ...afternoon, solarWm2: 0 }),
    );
    expect(wetBulbGlobe({ ...afternoon, relativeHumidityPct: 104 })).toEqual(
      wetBulbGlobe({ ...afternoon, relativeHumidityPct: 100 }),
    );
  });

  test('is null when an input is missing', () => {
    const needed = [
      'at',
      'latitude',
      'longitude',
      'temperatureC',
      'relativeHumidityPct',
      'windMps',
      'windHeightM',
      'pressureHpa',
      'solarWm2',
    ] as const;
    for (const key of needed)
      for (const value of MISSING) expect(wetBulbGlobe({ ...afternoon, [key]: value }), key).toBeNull();
    expect(wetBulbGlobe({ ...afternoon, averagingMinutes: Number.NaN })).toBeNull();
  });

  test.each([
    ['latitude', -90, 90],
    ['longitude', -360, 360],
    ['temperatureC', -90, 70],
    ['relativeHumidityPct', 0, 200],
    ['windMps', 0, 120],
    ['windHeightM', 0.1, 200],
    ['pressureHpa', 500, 1100],
    ['solarWm2', -50, 2000],
    ['averagingMinutes', 0, 1440],
  ] as const)('%s counts from %d to %d and not beyond', (key, low, high) => {
    for (const value of [low, high]) expect(wetBulbGlobe({ ...afternoon, [key]: value })).not.toBeNull();
    if (key !== 'relativeHumidityPct') expect(wetBulbGlobe({ ...afternoon, [key]: high + 0.1 })).toBeNull();
    expect(wetBulbGlobe({ ...afternoon, [key]: low - 0.1 })).toBeNull();
  });
});

const range = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const weather = fc.record({
  at: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) }),
  latitude: range(-90, 90),
  longitude: range(-180, 180),
  temperatureC: range(-60, 60),
  relativeHumidityPct: range(0, 100),
  windMps: range(0, 60),
  windHeightM: fc.constantFrom(2, 3, 10),
  pressureHpa: range(700, 1050),
  solarWm2: range(0, 1400),
  urban: fc.boolean(),
  averagingMinutes: fc.constantFrom(0, 10, 60),
  verticalTemperatureDifferenceC: fc.constantFrom(null, -0.5, 0.5),
});

describe('wetBulbGlobe in any weather', () => {
  test('is a finite number of a sane size', () => {
    fc.assert(
      fc.property(weather, (input) => {
        const ours = wetBulbGlobe(input)!;
        for (const value of Object.values(ours)) expect(Number.isFinite(value)).toBe(true);
        expect(ours.directFraction).toBeGreaterThanOrEqual(0);
        expect(ours.directFraction).toBeLessThanOrEqual(0.9);
        expect(Math.abs(ours.globeC - input.temperatureC)).toBeLessThan(140);
        expect(ours.naturalWetBulbC).toBeLessThan(100);
      }),
      { numRuns: 1000 },
    );
  });

  test('does not fall as the air gets warmer or damper', () => {
    fc.assert(
      fc.property(weather, range(0.01, 5), (input, step) => {
        const here = wetBulbGlobe(input)!.wbgtC;
        if (input.temperatureC + step <= 60)
          expect(wetBulbGlobe({ ...input, temperatureC: input.temperatureC + step })!.wbgtC).toBeGreaterThan(
            here,
          );
        if (input.relativeHumidityPct + step <= 100) {
          expect(
            wetBulbGlobe({ ...input, relativeHumidityPct: input.relativeHumidityPct + step })!.wbgtC,
          ).toBeGreaterThan(here);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('goes through sunrise and sunset without a jump, whatever the sensor says', () => {
    // 2023-07-04 in Boston: a minute moves the sun by 0.19°; a jump of the model at the horizon was 1.8 °C.
    for (const solarWm2 of [5, 30, 100]) {
      let before: number | null = null;
      for (let at = Date.parse('2023-07-04T08:50Z'); at < Date.parse('2023-07-04T09:50Z'); at += 10_000) {
        const input = {
          ...afternoon,
          at,
          latitude: 42.36,
          longitude: -71.06,
          temperatureC: 25,
          relativeHumidityPct: 60,
          windHeightM: 2,
          solarWm2,
        };
        const { wbgtC, directFraction } = wetBulbGlobe(input)!;
        if (sunPosition(input)!.apparentElevationDeg < 1.9) expect(directFraction).toBe(0);
        if (before !== null) expect(Math.abs(wbgtC - before)).toBeLessThan(0.15);
        before = wbgtC;
      }
    }
  });
});
