import { weatherCodes } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour } from './example.ts';
import {
  defaultMetric,
  type ForecastView,
  hasSnow,
  type Metric,
  metricIn,
  metricsOf,
  metricText,
} from './metrics.ts';

const allMetrics = Object.keys(metricText) as Metric[];
const anyView = fc.constantFrom<ForecastView>('hourly', 'daily');
const anyMetric = fc.constantFrom(...allMetrics);

describe('the metrics of a view', () => {
  it.each<[ForecastView, boolean, string]>([
    ['hourly', false, 'Temp Precip Feels WBGT Wind'],
    ['hourly', true, 'Temp Precip Feels WBGT Wind Snow'],
    ['daily', false, 'High Low Precip Feels WBGT Wind'],
    ['daily', true, 'High Low Precip Feels WBGT Wind Snow'],
  ])('%s, snow %s: %s', (view, snow, words) => {
    expect(
      metricsOf(view, snow)
        .map((metric) => metricText[metric].short)
        .join(' '),
    ).toBe(words);
  });
});

describe('a switch', () => {
  it.each<[Metric, ForecastView, boolean, Metric]>([
    ['high', 'hourly', false, 'feels'],
    ['low', 'hourly', false, 'feels'],
    ['ambient', 'daily', false, 'feels'],
    ['wbgt', 'daily', false, 'wbgt'],
    ['wind', 'hourly', false, 'wind'],
    ['precipitation', 'daily', false, 'precipitation'],
    ['snow', 'hourly', true, 'snow'],
    ['snow', 'daily', false, 'feels'],
  ])('%s to %s (snow %s) plots %s', (metric, view, snow, plotted) => {
    expect(metricIn(view, metric, snow)).toBe(plotted);
  });

  it('always plots something that the view has, and never changes what it has', () => {
    fc.assert(
      fc.property(anyView, anyMetric, fc.boolean(), (view, metric, snow) => {
        const plotted = metricIn(view, metric, snow);
        expect(metricsOf(view, snow)).toContain(plotted);
        expect([metric, defaultMetric]).toContain(plotted);
        if (metricsOf(view, snow).includes(metric)) expect(plotted).toBe(metric);
        expect(metricIn(view, plotted, snow)).toBe(plotted);
      }),
    );
  });

  it('any history of switches ends where its last one would alone, or at feels-like', () => {
    fc.assert(
      fc.property(
        anyMetric,
        fc.array(fc.tuple(anyView, fc.boolean()), { minLength: 1 }),
        (first, switches) => {
          const plotted = switches.reduce((metric, [view, snow]) => metricIn(view, metric, snow), first);
          const [view, snow] = switches.at(-1)!;
          expect([metricIn(view, first, snow), defaultMetric]).toContain(plotted);
        },
      ),
    );
  });
});

describe('snow', () => {
  const snowy = { snowAccumulation: { value: 0.1, unit: 'in' } };
  const coded = (value: number | null) =>
    day(0, { weather_code: { value, text: null, icon: null, isSnow: false } });

  it('is not there without any', () => {
    expect(hasSnow([hour(0)], [day(0)])).toBe(false);
    expect(hasSnow([], [])).toBe(false);
    expect(hasSnow([hour(0, { snowAccumulation: { value: null, unit: 'in' } })], [coded(null)])).toBe(false);
  });

  it('is there by an hour, or by a day, with snow above 0', () => {
    expect(hasSnow([hour(0), hour(1, snowy)], [])).toBe(true);
    expect(hasSnow([], [day(0), day(1, snowy)])).toBe(true);
  });

  it.each(weatherCodes.map(({ code }) => code))('a day with the code %d', (code) => {
    const said = [6, 11, 16, 17, 18, 24, 25, 26].includes(code);
    expect(hasSnow([], [coded(code)])).toBe(said);
    expect(hasSnow([], [coded(code + 100)])).toBe(said);
  });
});
