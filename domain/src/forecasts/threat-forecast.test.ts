import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../core/index.ts';
import { type PolicyTypeShortName, policyTypeOf } from '../policies/index.ts';
import type { CompleteForecastHour } from './forecast-hour.ts';
import { threatForecast } from './threat-forecast.ts';

const hour = (index: number, changes: Partial<CompleteForecastHour>): CompleteForecastHour => ({
  at: index * HOUR_MS,
  temperatureC: 30,
  relativeHumidityPct: 60,
  windMps: 3,
  windGustMps: 5,
  windFromDegrees: 180,
  cloudCover: 0.2,
  precipitationMm: 0,
  precipitationChancePct: 20,
  snowMm: 0,
  weatherCode: 2,
  isDaytime: true,
  feelsLikeF: 90,
  wbgtF: 80,
  ...changes,
});
const threat = (type: PolicyTypeShortName, threshold: number, hours: Partial<CompleteForecastHour>[]) =>
  threatForecast(
    policyTypeOf(type)!,
    threshold,
    hours.map((changes, index) => hour(index, changes)),
  );
const span = (from: number, to: number) => ({ from: from * HOUR_MS, to: to * HOUR_MS });

test.each<[string, PolicyTypeShortName, number, Partial<CompleteForecastHour>[], unknown]>([
  [
    'reached in two stretches',
    'WBGT',
    85,
    [85, 86, 80, 85].map((wbgtF) => ({ wbgtF })),
    { level: 2, times: [span(0, 2), span(3, 4)] },
  ],
  ['a tie is reached, as it is shown', 'WBGT', 85, [{ wbgtF: 84.95 }], { level: 2, times: [span(0, 1)] }],
  ['within the margin', 'WBGT', 85, [{ wbgtF: 84 }, { wbgtF: 83.9 }], { level: 1, times: [span(0, 1)] }],
  ['not in sight', 'WBGT', 85, [{ wbgtF: 70 }], { level: 0, times: [] }],
  ['nothing known', 'WBGT', 85, [{ wbgtF: null }], null],
  ['no hours', 'WIND', 20, [], null],
  [
    'a known hour beside a missing one',
    'WBGT',
    85,
    [{ wbgtF: null }, { wbgtF: 90 }],
    { level: 2, times: [span(1, 2)] },
  ],
  ['chill descends', 'CHILL', 20, [{ temperatureC: -10, feelsLikeF: 5 }], { level: 2, times: [span(0, 1)] }],
  [
    'chill is no matter on a warm day',
    'CHILL',
    20,
    [{ temperatureC: 25, feelsLikeF: 10 }],
    { level: 0, times: [] },
  ],
  ['heat below 65 °F cannot be', 'HEAT', 66, [{ temperatureC: 5, feelsLikeF: 90 }], { level: 0, times: [] }],
  ['gusts', 'GUST', 25, [{ windGustMps: 12 }], { level: 2, times: [span(0, 1)] }],
  [
    'no gust forecast: the wind is as strong as it gets',
    'GUST',
    25,
    [{ windGustMps: null, windMps: 12 }],
    { level: 2, times: [span(0, 1)] },
  ],
  [
    'rain in inches, half an inch before it',
    'PRECIP',
    1,
    [{ precipitationMm: 14 }],
    { level: 1, times: [span(0, 1)] },
  ],
  [
    'thunder warns of lightning, no more',
    'LR1',
    10,
    [{ weatherCode: 19 }, {}],
    { level: 1, times: [span(0, 1)] },
  ],
  ['no thunder', 'LR1', 10, [{}], { level: 0, times: [] }],
  ['what no forecast speaks of', 'NWS', 0, [{}], { level: 0, times: [] }],
])('%s', (_name, type, threshold, hours, expected) => {
  expect(threat(type, threshold, hours)).toEqual(expected);
});

test('stretches hold exactly the hours of their level, in order and apart', () => {
  const values = fc.array(fc.option(fc.double({ min: 60, max: 110, noNaN: true }), { nil: null }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(values, fc.integer({ min: 70, max: 100 }), (wbgts, threshold) => {
      const found = threat(
        'WBGT',
        threshold,
        wbgts.map((wbgtF) => ({ wbgtF })),
      );
      if (found === null) {
        expect(wbgts.every((value) => value === null)).toBe(true);
        return;
      }
      for (let index = 1; index < found.times.length; index++)
        expect(found.times[index]!.from).toBeGreaterThan(found.times[index - 1]!.to);
      const reached = wbgts.filter(
        (value) => value !== null && Math.round(value * 10) / 10 >= threshold,
      ).length;
      if (reached > 0)
        expect(found.times.reduce((sum, { from, to }) => sum + (to - from) / HOUR_MS, 0)).toBe(reached);
      expect(found.level === 2).toBe(reached > 0);
    }),
  );
});
