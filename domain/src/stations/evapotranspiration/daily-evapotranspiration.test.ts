import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearSkyWm2, dailyReferenceEvapotranspirationMm } from '../../atmosphere/index.ts';
import { type LocalDay, localDay } from '../../core/index.ts';
import { type SummaryMeasure, summaryMeasures, summaryOf } from '../station-summary.ts';
import {
  dailyEvapotranspiration,
  type EvapotranspirationDay,
  type StationQuarter,
} from './daily-evapotranspiration.ts';
import {
  evapotranspirationLacks,
  evapotranspirationTotals,
  hasEvapotranspiration,
} from './evapotranspiration-totals.ts';
import { quartersOfDay } from './quarters-of-day.ts';

const timeZone = 'America/New_York';
const tampa = { latitude: 27.95, longitude: -82.46, elevationM: 8, windHeightM: 10 };
const june = localDay('2026-06-06', timeZone);

type Values = { readonly [measure in SummaryMeasure]?: number | readonly number[] | null };
const quarter = (at: number, values: Values): StationQuarter => ({
  at,
  measures: Object.fromEntries(
    summaryMeasures.map((measure) => {
      const value = values[measure] ?? null;
      return [measure, summaryOf(Array.isArray(value) ? value : [value])];
    }),
  ) as StationQuarter['measures'],
});
/** Three quarters of a clear sky's sun. */
const sunAt = (at: number) => 0.75 * (clearSkyWm2({ ...tampa, at: at + 450_000 }) ?? 0);
const weather = (at: number): Values => ({
  temperatureC: 26 + 6 * Math.sin(((at - june.from) / 86_400_000 - 0.375) * 2 * Math.PI),
  dewPointC: 20,
  windMps: 3,
  solarWm2: sunAt(at),
});
const quartersBy = (day: LocalDay, values: (at: number, index: number) => Values | null) =>
  quartersOfDay(day).flatMap((at, index) => {
    const found = values(at, index);
    return found ? [quarter(at, found)] : [];
  });
const of = (quarters: readonly StationQuarter[], part: Partial<EvapotranspirationDay> = {}, place = {}) =>
  dailyEvapotranspiration(
    { day: june, quarters, clouds: [], stuckQuarters: new Set(), ...part },
    { ...tampa, ...place },
  );
const clouds = (cloudCover: number, day = june) => quartersBy(day, () => ({ cloudCover }));

describe('a day', () => {
  test('FAO-56, example 18 (Brussels, 6 July: 3.88 mm, 0.153 in) from quarter hours', () => {
    const brussels = { latitude: 50.8, longitude: 4.35, elevationM: 100, windHeightM: 10 };
    const day = localDay('2026-07-06', 'Europe/Brussels');
    const shape = quartersOfDay(day).map((at) => clearSkyWm2({ ...brussels, at: at + 450_000 }) ?? 0);
    const total = shape.reduce((sum, wm2) => sum + wm2 * 900e-6, 0);
    const quarters = quartersBy(day, (_, index) => ({
      temperatureC: index === 20 ? 12.3 : index === 60 ? 21.5 : 16,
      dewPointC: 12.05,
      windMps: 2.7778,
      solarWm2: ((shape[index] ?? 0) / total) * 22.07,
    }));
    const found = of(quarters, { day }, brussels);
    expect(found.inputs?.solarMjM2).toBeCloseTo(22.07, 6);
    expect(Math.abs((found.inches ?? 0) - 3.88 / 25.4)).toBeLessThan(0.002);
    expect(found).toMatchObject({ day: '2026-07-06', radiation: 'measured', missing: [] });
    expect(found.inches).toBe(Number(found.inches?.toFixed(3)));
  });

  test('means are those of the quarter hours, the lowest and highest temperature those of the reports', () => {
    const busy = quartersBy(june, (at, index) => ({
      ...weather(at),
      // A hundred reports in one quarter hour have no more weight than one.
      windMps: index === 0 ? Array.from({ length: 100 }, () => 51) : 3,
      temperatureC: index === 50 ? [10, 40] : 25,
    }));
    expect(of(busy).inputs).toMatchObject({ tMinC: 10, tMaxC: 40, windMps: 3.5, dewPointC: 20 });
  });

  test('a government station that reports once an hour has one, from clouds', () => {
    const hourly = quartersBy(june, (at, index) =>
      index % 4 === 3 ? { ...weather(at), solarWm2: null, cloudCover: 0 } : null,
    );
    const found = of(hourly, { clouds: hourly });
    expect(found).toMatchObject({ radiation: 'estimated', missing: [], pyranometerFault: null });
    expect(found.inches).toBeGreaterThan(0.15);
    expect(of(hourly, { clouds: clouds(1) }).inches).toBeLessThan(found.inches ?? 0);
  });

  test.each([
    ['temperature', { temperatureC: null }],
    ['humidity', { dewPointC: null }],
    ['wind', { windMps: null }],
    ['radiation', { solarWm2: null }],
  ])('without %s it is missing and says so', (gap, part) => {
    const found = of(quartersBy(june, (at) => ({ ...weather(at), ...part })));
    expect(found).toMatchObject({ inches: null, missing: [gap] });
  });

  test('without any report, without an elevation, or with impossible values it is missing too', () => {
    expect(of([])).toMatchObject({ inches: null, missing: ['reports'] });
    const whole = quartersBy(june, weather);
    expect(of(whole, {}, { elevationM: null })).toMatchObject({ inches: null, missing: ['elevation'] });
    expect(of(whole, {}, { windHeightM: 0.1 })).toMatchObject({ inches: null, missing: ['range'] });
    expect(of(quartersBy(localDay('2026-06-05', timeZone), weather))).toMatchObject({ missing: ['reports'] });
  });

  test('a night without the pyranometer is dark, a hole of three hours by day is not measured', () => {
    const dusk = quartersBy(june, (at) => ({ ...weather(at), solarWm2: sunAt(at) || null }));
    expect(of(dusk)).toEqual(of(quartersBy(june, weather)));
    const hole = quartersBy(june, (at, index) => ({
      ...weather(at),
      solarWm2: index >= 48 && index < 60 ? null : sunAt(at),
    }));
    expect(of(hole)).toMatchObject({ missing: ['radiation'], pyranometerFault: null });
    expect(of(hole, { clouds: clouds(0.3) })).toMatchObject({ radiation: 'estimated', missing: [] });
  });

  test.each([
    ['2026-03-08', 92],
    ['2026-11-01', 100],
  ])('%s with %d quarter hours counts as a whole day', (date, count) => {
    const day = localDay(date, timeZone);
    const quarters = quartersBy(day, weather);
    expect(quarters.length).toBe(count);
    const found = of(quarters, { day });
    const dayOfYear = date === '2026-03-08' ? 67 : 305;
    const mm = dailyReferenceEvapotranspirationMm({ ...tampa, ...found.inputs!, dayOfYear });
    expect(found.inches).toBeCloseTo((mm ?? Number.NaN) / 25.4, 3);
    expect(found.inputs?.windMps).toBeCloseTo(3, 9);
  });

  test('has a value exactly when nothing is missing, whichever quarter hours are there and in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 96, maxLength: 96 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (there, cloudCover, hasSun) => {
          const quarters = quartersBy(june, (at, index) =>
            there[index] ? { ...weather(at), ...(hasSun ? {} : { solarWm2: null }) } : null,
          );
          const found = of(quarters, { clouds: clouds(cloudCover) });
          expect(found.inches === null).toBe(found.missing.length > 0);
          expect(of(quarters.toReversed(), { clouds: clouds(cloudCover).toReversed() })).toEqual(found);
          if (found.inches === null) return;
          expect(found.inches).toBeGreaterThan(0.02);
          expect(found.inches).toBeLessThan(0.4);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a pyranometer', () => {
  const withSun = (solarWm2: (at: number, index: number) => number | null, part = {}) =>
    of(
      quartersBy(june, (at, index) => ({ ...weather(at), solarWm2: solarWm2(at, index) })),
      { clouds: clouds(0.2), ...part },
    );

  test.each([
    ['reads a third more than a clear sky', 'above-clear-sky', (at: number) => sunAt(at) * 1.8],
    ['sees the sun at night', 'above-clear-sky', (at: number) => sunAt(at - 6 * 3_600_000)],
    [
      'has an hour far above the envelope',
      'above-clear-sky',
      (at: number, index: number) => (index >= 50 && index < 54 ? 1_450 : sunAt(at)),
    ],
    [
      'stays where it was for two hours',
      'stuck',
      (at: number, index: number) => (index >= 44 && index < 52 ? 512 : sunAt(at)),
    ],
    ['sees nothing by day', 'dark', () => 0],
    ['is covered', 'dark', (at: number) => sunAt(at) * 0.02],
  ] as const)('that %s is not believed: %s', (_, fault, solar) => {
    const found = withSun(solar);
    expect(found).toMatchObject({ pyranometerFault: fault, radiation: 'estimated', missing: [] });
    expect(found.inches).toBe(withSun(() => null).inches);
    expect(withSun(solar, { clouds: [] })).toMatchObject({
      pyranometerFault: fault,
      missing: ['radiation'],
      radiation: null,
    });
  });

  test('whose values were rejected because they did not change is named, even if none is left', () => {
    const instants = quartersOfDay(june);
    const stuckQuarters = new Set(instants.slice(40, 60));
    expect(withSun(() => null, { stuckQuarters })).toMatchObject({
      pyranometerFault: 'stuck',
      radiation: 'estimated',
    });
    const atNight = new Set(instants.slice(0, 16));
    expect(withSun((at) => sunAt(at), { stuckQuarters: atNight })).toMatchObject({ pyranometerFault: null });
    const partly = (at: number, index: number) => (index < 40 ? sunAt(at) : index < 44 ? 512 : null);
    expect(withSun(partly, { stuckQuarters: new Set(instants.slice(44, 50)) })).toMatchObject({
      pyranometerFault: 'stuck',
    });
  });

  test.each([
    ['a clear day that is 10 % above the simple envelope', (at: number) => sunAt(at) * (1.1 / 0.75)],
    [
      'three quarter hours beside bright clouds',
      (at: number, index: number) => (index >= 50 && index < 53 ? 1_450 : sunAt(at)),
    ],
    ['thick clouds all day', (at: number) => sunAt(at) * 0.08],
    [
      'the same value for an hour and three quarters',
      (at: number, index: number) => (index >= 44 && index < 51 ? 512 : sunAt(at)),
    ],
  ])('is believed with %s', (_, solar) => {
    expect(withSun(solar)).toMatchObject({ pyranometerFault: null, radiation: 'measured' });
  });

  test('is not judged in polar night', () => {
    const place = { latitude: 78.2, longitude: 15.6 };
    const day = localDay('2026-12-21', 'Arctic/Longyearbyen');
    const night = (solarWm2: number | null) =>
      of(
        quartersBy(day, () => ({ temperatureC: -5, dewPointC: -9, windMps: 4, solarWm2 })),
        { day },
        place,
      );
    expect(night(0)).toMatchObject({ missing: [], radiation: 'measured', pyranometerFault: null });
    expect(night(null)).toMatchObject({ missing: [], radiation: 'estimated' });
  });
});

describe('totals', () => {
  const days = (values: readonly (number | null)[]) =>
    values.map((inches, index) => ({ day: `2026-06-0${index + 1}`, inches }));

  test('are those of the last 1, 3 and 7 days, as they are shown', () => {
    expect(evapotranspirationTotals(days([0.1, 0.2, 0.3, 0.101, 0.102, 0.103, 0.2]))).toEqual([
      { days: 1, inches: 0.2, missingDays: [] },
      { days: 3, inches: 0.405, missingDays: [] },
      { days: 7, inches: 1.106, missingDays: [] },
    ]);
  });

  test('are never those of fewer days, and name what is missing', () => {
    expect(evapotranspirationTotals(days([null, 0.2, 0.3, 0.1, null, 0.1, 0.2]))).toEqual([
      { days: 1, inches: 0.2, missingDays: [] },
      { days: 3, inches: null, missingDays: ['2026-06-05'] },
      { days: 7, inches: null, missingDays: ['2026-06-01', '2026-06-05'] },
    ]);
    expect(evapotranspirationTotals(days([0.1, 0.2])).map(({ inches }) => inches)).toEqual([0.2, null, null]);
  });
});

test('a station without humidity, wind, temperature or elevation lacks the feature', () => {
  const recent = quartersBy(june, weather).slice(0, 3);
  expect(hasEvapotranspiration(tampa, recent)).toBe(true);
  expect(hasEvapotranspiration({ elevationM: null }, recent)).toBe(false);
  expect(evapotranspirationLacks(tampa, [quarter(june.from, { temperatureC: 20, windMps: 0 })])).toEqual([
    'humidity',
  ]);
  expect(evapotranspirationLacks({ elevationM: null }, [])).toEqual([
    'temperature',
    'humidity',
    'wind',
    'elevation',
  ]);
});
