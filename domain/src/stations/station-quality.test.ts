import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CheckedReport,
  checkStationReport,
  type StationMeasure,
  type StationValues,
  stationMeasures,
} from './station-quality.ts';

const minute = 60_000;
const at = Date.UTC(2026, 5, 6, 20);
const nothing = Object.fromEntries(stationMeasures.map((measure) => [measure, null])) as StationValues;
const only = (measure: StationMeasure, value: number | null): StationValues => ({
  ...nothing,
  [measure]: value,
});
const check = (values: StationValues, recent: readonly CheckedReport[] = [], when = at) =>
  checkStationReport({ at: when, values }, recent);
/** What a station sent, a value every five minutes, each checked with what was before. */
const history = (measure: StationMeasure, values: readonly (number | null)[]): CheckedReport[] => {
  const reports: CheckedReport[] = [];
  values.forEach((value, index) => {
    const when = at - (values.length - index) * 5 * minute;
    reports.push({ at: when, ...check(only(measure, value), reports, when) });
  });
  return reports;
};

describe('range', () => {
  test.each<[StationMeasure, number, number]>([
    ['temperatureC', -80, 60],
    ['relativeHumidityPct', 0, 100],
    ['windMps', 0, 75],
    ['windDirectionDeg', 0, 360],
    ['seaLevelPressureHpa', 850, 1_100],
    ['solarWm2', 0, 1_600],
    ['rainTodayMm', 0, 1_900],
  ])('%s from %d to %d', (measure, low, high) => {
    for (const value of [low, high]) expect(check(only(measure, value)).values[measure]).toBe(value);
    for (const value of [low - 0.1, high + 0.1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { values, flagged } = check(only(measure, value));
      expect(values[measure]).toBeNull();
      expect(flagged).toEqual({ [measure]: { value, reason: 'range' } });
    }
  });
});

describe('step', () => {
  const before: CheckedReport[] = [{ at: at - minute, values: only('temperatureC', 20), flagged: {} }];
  test('three degrees in a minute are weather, more is not', () => {
    expect(check(only('temperatureC', 23), before).flagged).toEqual({});
    expect(check(only('temperatureC', 23.1), before).flagged.temperatureC?.reason).toBe('step');
    expect(check(only('temperatureC', 16.9), before).flagged.temperatureC?.reason).toBe('step');
  });
  test('what jumped and stays is believed in the end, and after a long silence nothing is compared', () => {
    const reports = [...before];
    let believed = 0;
    for (let index = 0; index < 10 && believed === 0; index++) {
      const when = at + index * minute;
      const checked = check(only('temperatureC', 35), reports, when);
      if (checked.values.temperatureC !== null) believed = index;
      reports.push({ at: when, ...checked });
    }
    expect(believed).toBe(4);
    expect(check(only('temperatureC', 45), before, at + 11 * minute).flagged).toEqual({});
  });
  test('a gust front of an hour goes through', () => {
    const front = history('temperatureC', [30, 30.2, 29, 22, 18, 17.5]);
    expect(front.flatMap(({ flagged }) => Object.keys(flagged))).toEqual([]);
  });
});

describe('stuck', () => {
  test('a thermometer that stands still for three hours, until it moves again', () => {
    const still = history(
      'temperatureC',
      Array.from({ length: 36 }, () => 20),
    );
    expect(still.every(({ flagged }) => flagged.temperatureC === undefined)).toBe(true);
    const { flagged } = check(only('temperatureC', 20), still);
    expect(flagged.temperatureC).toEqual({ value: 20, reason: 'stuck' });
    // A value that is kept out still counts as the same one.
    const after = [...still, { at, ...check(only('temperatureC', 20), still) }];
    expect(check(only('temperatureC', 20), after, at + 5 * minute).flagged.temperatureC?.reason).toBe(
      'stuck',
    );
    expect(check(only('temperatureC', 20.1), after, at + 5 * minute).flagged).toEqual({});
  });
  test.each<[StationMeasure, number]>([
    ['windMps', 0],
    ['windGustMps', 0],
    ['solarWm2', 0],
    ['relativeHumidityPct', 99],
    ['rainTodayMm', 5],
    ['windDirectionDeg', 90],
  ])('%s at %d may last', (measure, value) => {
    const still = history(
      measure,
      Array.from({ length: 72 }, () => value),
    );
    expect(check(only(measure, value), still).flagged).toEqual({});
  });
  test('wind that blows at one speed for an hour is a fault', () => {
    expect(
      check(
        only('windMps', 3),
        history(
          'windMps',
          Array.from({ length: 13 }, () => 3),
        ),
      ).flagged.windMps?.reason,
    ).toBe('stuck');
  });
});

test('in any order, with gaps and missing values: nothing is invented, what is flagged is kept, and missing stays missing', () => {
  const value = fc.option(fc.double({ min: -200, max: 2_000, noNaN: true }), { nil: null });
  const values = fc.record(
    Object.fromEntries(stationMeasures.map((measure) => [measure, value])),
  ) as fc.Arbitrary<StationValues>;
  const reports = fc.array(
    fc.record({
      at: fc.integer({ min: at - 400 * minute, max: at + 60 * minute }),
      values,
      flagged: fc.constant({}),
    }),
    {
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(
      values,
      reports,
      fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
      (now, recent, order) => {
        const checked = check(now, recent);
        for (const measure of stationMeasures) {
          const given = now[measure];
          expect(checked.values[measure] ?? checked.flagged[measure]?.value ?? null).toBe(given);
          expect(checked.values[measure] !== null && checked.flagged[measure] !== undefined).toBe(false);
        }
        const distinct = [...new Map(recent.map((report) => [report.at, report])).values()];
        const shuffled = distinct
          .map((report, index) => [order[index]!, report] as const)
          .sort(([a], [b]) => a - b);
        expect(
          check(
            now,
            shuffled.map(([, report]) => report),
          ),
        ).toEqual(check(now, distinct));
      },
    ),
  );
});
