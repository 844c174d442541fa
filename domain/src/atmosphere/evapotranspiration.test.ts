import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { eachRow } from '../../test/reference-table.ts';
import {
  type DailyEvapotranspirationInput,
  dailyReferenceEvapotranspirationMm,
  type HourlyEvapotranspiration,
  type HourlyEvapotranspirationInput,
  hourlyReferenceEvapotranspirationMm,
} from './evapotranspiration.ts';
import { DAILY_REFERENCE, FALLON, HOURLY_REFERENCE } from './reference-data/evapotranspiration.ts';

const july: DailyEvapotranspirationInput = {
  ...FALLON,
  tMaxC: 35,
  tMinC: 15,
  dewPointC: 5,
  solarMjM2: 28,
  windMps: 2,
  dayOfYear: 190,
};
const julyNoon: HourlyEvapotranspirationInput = {
  ...FALLON,
  temperatureC: 33,
  dewPointC: 5,
  solarMjM2: 3.4,
  windMps: 2,
  at: Date.parse('2015-07-09T20:30Z'),
};
const hourAt = (utc: string, input: Partial<HourlyEvapotranspirationInput> = {}) =>
  hourlyReferenceEvapotranspirationMm({ ...julyNoon, at: Date.parse(utc), ...input })!;

describe('dailyReferenceEvapotranspirationMm', () => {
  test('agrees with the reference tables', () => {
    eachRow(
      DAILY_REFERENCE,
      ([dayOfYear, tMaxC, tMinC, dewPointC, solarMjM2, windMps, clearSkyMjM2, mm], tolerance, name) => {
        const ours = dailyReferenceEvapotranspirationMm({
          ...FALLON,
          dayOfYear,
          tMaxC,
          tMinC,
          dewPointC,
          solarMjM2,
          windMps,
          clearSkyMjM2,
        })!;
        expect(Math.abs(ours - mm), name).toBeLessThanOrEqual(tolerance);
      },
    );
  });

  test('agrees with example 18 of FAO-56 (Brussels, 6 July): 3.88 mm', () => {
    const input = {
      tMaxC: 21.5,
      tMinC: 12.3,
      dewPointC: 12.05,
      solarMjM2: 22.07,
      windMps: 2.7778,
      windHeightM: 10,
      elevationM: 100,
      latitude: 50.8,
      dayOfYear: 187,
    };
    expect(Math.abs(dailyReferenceEvapotranspirationMm(input)! - 3.88)).toBeLessThan(0.05);
  });

  test('where the sun does not rise the sky is taken as fairly clear', () => {
    const polar = {
      ...july,
      latitude: 80,
      dayOfYear: 355,
      solarMjM2: 0,
      tMaxC: -20,
      tMinC: -25,
      dewPointC: -28,
    };
    // f_cd of 0.7 is 0.595: the same as a clear sky of which 0.7 comes through.
    const radiation = (clearSkyMjM2: number, solarMjM2: number) =>
      dailyReferenceEvapotranspirationMm({ ...polar, clearSkyMjM2, solarMjM2 })!;
    expect(dailyReferenceEvapotranspirationMm(polar)).toBeCloseTo(radiation(1e-9, 0.7e-9), 6);
    expect(dailyReferenceEvapotranspirationMm({ ...polar, clearSkyMjM2: 0 })).toBe(
      dailyReferenceEvapotranspirationMm(polar),
    );
    expect(radiation(1e-9, 0.2e-9)).toBeCloseTo(radiation(1e-9, 0.3e-9), 9);
  });

  test('more than a clear sky counts as a clear sky, and a sun below zero as none', () => {
    const day = (clearSkyMjM2: number) => dailyReferenceEvapotranspirationMm({ ...july, clearSkyMjM2 });
    expect(day(20)).toBe(day(28));
    const dark = (solarMjM2: number) => dailyReferenceEvapotranspirationMm({ ...july, solarMjM2 });
    expect(dark(-1)).toBe(dark(0));
  });

  test('is null for missing or impossible input', () => {
    for (const value of MISSING) {
      for (const key of Object.keys(july)) {
        if (key !== 'longitude')
          expect(dailyReferenceEvapotranspirationMm({ ...july, [key]: value }), key).toBeNull();
      }
    }
    expect(dailyReferenceEvapotranspirationMm({ ...july, tMinC: 35.1 })).toBeNull();
    expect(dailyReferenceEvapotranspirationMm({ ...july, tMinC: 35 })).not.toBeNull();
    expect(dailyReferenceEvapotranspirationMm({ ...july, clearSkyMjM2: -0.1 })).toBeNull();
  });

  test.each([
    ['dewPointC', -90, 70],
    ['solarMjM2', -1, 60],
    ['windMps', 0, 120],
    ['windHeightM', 0.5, 200],
    ['elevationM', -1000, 9000],
    ['latitude', -90, 90],
    ['dayOfYear', 1, 366],
  ] as const)('%s counts from %d to %d and not beyond', (key, low, high) => {
    for (const value of [low, high])
      expect(dailyReferenceEvapotranspirationMm({ ...july, [key]: value })).not.toBeNull();
    for (const value of [low - 0.01, high + 0.01])
      expect(dailyReferenceEvapotranspirationMm({ ...july, [key]: value })).toBeNull();
  });

  test('temperatures count from −90 to 70 °C', () => {
    const day = (tMinC: number, tMaxC: number) =>
      dailyReferenceEvapotranspirationMm({ ...july, tMinC, tMaxC });
    expect(day(-90, 70)).not.toBeNull();
    expect(day(-90.1, 20)).toBeNull();
    expect(day(20, 70.1)).toBeNull();
  });

  test('rises with sun, wind and dryness', () => {
    const here = dailyReferenceEvapotranspirationMm(july)!;
    expect(dailyReferenceEvapotranspirationMm({ ...july, solarMjM2: 29 })!).toBeGreaterThan(here);
    expect(dailyReferenceEvapotranspirationMm({ ...july, windMps: 3 })!).toBeGreaterThan(here);
    expect(dailyReferenceEvapotranspirationMm({ ...july, dewPointC: 0 })!).toBeGreaterThan(here);
    expect(dailyReferenceEvapotranspirationMm({ ...july, windHeightM: 10 })!).toBeLessThan(here);
  });
});

describe('hourlyReferenceEvapotranspirationMm', () => {
  test('agrees with the reference tables', () => {
    eachRow(
      HOURLY_REFERENCE,
      ([at, temperatureC, dewPointC, solarMjM2, windMps, previousCloudiness, mm], tolerance, name) => {
        const ours = hourlyReferenceEvapotranspirationMm({
          ...FALLON,
          at: Date.parse(at),
          temperatureC,
          dewPointC,
          solarMjM2,
          windMps,
          previousCloudiness,
        })!;
        expect(Math.abs(ours.mm - mm), name).toBeLessThanOrEqual(tolerance);
      },
    );
  });

  test('carries the cloudiness through the night, within its limits', () => {
    const night = (previousCloudiness?: number | null) =>
      hourAt('2015-07-09T08:30Z', { solarMjM2: 0, previousCloudiness }).cloudiness;
    expect(night(0.4)).toBe(0.4);
    expect(night(2)).toBe(1);
    expect(night(0)).toBe(0.055);
    for (const value of MISSING) expect(night(value)).toBeCloseTo(1.35 * 0.7 - 0.35, 12);
  });

  test('takes its own cloudiness once the sun is above 0.3 rad, as the solar time of the place has it', () => {
    const cloudiness = (utc: string) => hourAt(utc, { previousCloudiness: 0.123 }).cloudiness;
    expect(cloudiness('2015-07-09T14:10Z')).toBe(0.123);
    expect(cloudiness('2015-07-09T14:25Z')).not.toBe(0.123);
    expect(cloudiness('2015-07-10T01:30Z')).not.toBe(0.123);
    expect(cloudiness('2015-07-10T01:50Z')).toBe(0.123);
  });

  test('cloudiness runs from 0.055 under the thickest cloud to 1 under a clear sky', () => {
    expect(hourAt('2015-07-09T20:30Z', { solarMjM2: 0.1 }).cloudiness).toBeCloseTo(0.055, 12);
    expect(hourAt('2015-07-09T20:30Z', { solarMjM2: 3.5 }).cloudiness).toBe(1);
    const half = hourAt('2015-07-09T20:30Z', { solarMjM2: 2 }).cloudiness;
    expect(half).toBeGreaterThan(0.3);
    expect(half).toBeLessThan(0.6);
  });

  test('accepts a longitude in any turn and a time before 1970', () => {
    expect(hourAt('2015-07-09T20:30Z', { longitude: 360 + FALLON.longitude }).mm).toBeCloseTo(
      hourAt('2015-07-09T20:30Z').mm,
      2,
    );
    const before = hourAt('1965-07-09T20:30Z');
    expect(before.mm).toBeCloseTo(hourAt('2015-07-09T20:30Z').mm, 12);
  });

  test('a sun below zero counts as none', () => {
    expect(hourAt('2015-07-09T08:30Z', { solarMjM2: -0.5 })).toEqual(
      hourAt('2015-07-09T08:30Z', { solarMjM2: 0 }),
    );
  });

  test('is null for missing or impossible input', () => {
    for (const value of MISSING) {
      for (const key of Object.keys(julyNoon))
        expect(hourlyReferenceEvapotranspirationMm({ ...julyNoon, [key]: value }), key).toBeNull();
    }
  });

  test.each([
    ['temperatureC', -90, 70],
    ['dewPointC', -90, 70],
    ['solarMjM2', -1, 6],
    ['windMps', 0, 120],
    ['windHeightM', 0.5, 200],
    ['elevationM', -1000, 9000],
    ['latitude', -90, 90],
    ['longitude', -360, 360],
  ] as const)('%s counts from %d to %d and not beyond', (key, low, high) => {
    for (const value of [low, high])
      expect(hourlyReferenceEvapotranspirationMm({ ...julyNoon, [key]: value })).not.toBeNull();
    for (const value of [low - 0.01, high + 0.01])
      expect(hourlyReferenceEvapotranspirationMm({ ...julyNoon, [key]: value })).toBeNull();
  });

  test('is finite at every place and hour', () => {
    const range = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) }),
        range(-90, 90),
        range(-180, 180),
        range(-60, 60),
        range(0, 5),
        range(0, 60),
        (at, latitude, longitude, temperatureC, solarMjM2, windMps) => {
          const hour = hourlyReferenceEvapotranspirationMm({
            at,
            latitude,
            longitude,
            temperatureC,
            solarMjM2,
            windMps,
            dewPointC: temperatureC - 5,
            windHeightM: 10,
            elevationM: 100,
          })!;
          expect(Number.isFinite(hour.mm)).toBe(true);
          expect(hour.cloudiness).toBeGreaterThan(0.054);
          expect(hour.cloudiness).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('the hours of a day make the day', () => {
    let total = 0;
    let previousCloudiness: number | null = null;
    for (let hour = 0; hour < 24; hour += 1) {
      const sun = Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI)) * (hour >= 5 && hour <= 19 ? 3.14 : 0);
      const temperatureC = 25 + 10 * Math.sin(((hour - 9) / 12) * Math.PI);
      const at = Date.parse('2015-07-09T08:30Z') + hour * 3_600_000;
      const ours: HourlyEvapotranspiration = hourlyReferenceEvapotranspirationMm({
        ...julyNoon,
        at,
        temperatureC,
        solarMjM2: sun,
        previousCloudiness,
      })!;
      previousCloudiness = ours.cloudiness;
      total += ours.mm;
    }
    expect(Math.abs(total - dailyReferenceEvapotranspirationMm(july)!)).toBeLessThan(0.6);
  });
});
