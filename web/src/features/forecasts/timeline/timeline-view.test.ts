import { describe, expect, it } from 'vitest';
import { hour, limit, measured, nowMs } from './example.ts';
import { forecastMax, limitOf, metricOf, pointsOf, silentSince, thresholdsOf } from './timeline-view.ts';

const minute = 60_000;

describe('the line', () => {
  it('is of the chosen metric: the highest WBGT and wind, the mean temperature', () => {
    const history = [measured(15)];
    expect(pointsOf(history, 'wbgt')[0]?.value).toBe(86.25);
    expect(pointsOf(history, 'wind')[0]?.value).toBe(11.6);
    expect(pointsOf(history, 'temperature')[0]?.value).toBe(90.4);
  });

  it('has a gap where nothing was heard for more than 30 minutes, and where a value is missing', () => {
    const points = pointsOf(
      [measured(90), measured(45), measured(30, { maxWetBulbGlobalTemp: null }), measured(15)],
      'wbgt',
    );
    expect(points.map(({ value }) => value)).toEqual([86.25, null, null, 86.25, null, 86.25]);
  });

  it('says since when it ends, if it does not reach the present', () => {
    expect(silentSince(pointsOf([measured(60), measured(36)], 'wbgt'), nowMs)).toBe(nowMs - 36 * minute);
    expect(silentSince(pointsOf([measured(35)], 'wbgt'), nowMs)).toBeNull();
    expect(
      silentSince(pointsOf([measured(36), measured(10, { maxWetBulbGlobalTemp: null })], 'wbgt'), nowMs),
    ).toBe(nowMs - 36 * minute);
    expect(silentSince([], nowMs)).toBeNull();
  });
});

describe('Forecast Max', () => {
  const at = { nowMs, timeZone: 'America/Chicago', limit: null };
  it.each<[string, ReturnType<typeof hour>[], string | null]>([
    [
      'the highest hour',
      [hour(0, { wbgt: 85 }), hour(1, { wbgt: 89.06 }), hour(2, { wbgt: 88 })],
      '89.1 °F at 4 PM',
    ],
    ['the earliest of equals', [hour(0, { wbgt: 85 }), hour(1, { wbgt: 85 })], '85.0 °F at 3 PM'],
    ['an hour of tomorrow', [hour(0, { wbgt: 70 }), hour(20, { wbgt: 85 })], '85.0 °F at 11 AM tomorrow'],
    ['not an hour that is over', [hour(-1, { wbgt: 99 }), hour(3, { wbgt: 80 })], '80.0 °F at 6 PM'],
    ['not beyond a day', [hour(3, { wbgt: 80 }), hour(25, { wbgt: 99 })], '80.0 °F at 6 PM'],
    ['midnight', [hour(9, { wbgt: 60 })], '60.0 °F at 12 AM tomorrow'],
    ['hours that do not say', [hour(0, {}), hour(1, { wbgt: 0 })], '0.0 °F at 4 PM'],
    ['nothing', [hour(0, {})], null],
  ])('%s', (_, hours, text) => {
    expect(forecastMax(hours, 'wbgt', at)?.text ?? null).toBe(text);
  });

  it('is of the chosen metric, rounded as the metric is', () => {
    const hours = [hour(0, { wind: 12.5, temperature: 91.49, wbgt: 80 })];
    expect(forecastMax(hours, 'wind', at)?.text).toBe('13 mph at 3 PM');
    expect(forecastMax(hours, 'temperature', at)?.text).toBe('91 °F at 3 PM');
  });

  it('says when it reaches the policy', () => {
    const breaks = (value: number) =>
      forecastMax([hour(0, { wbgt: value })], 'wbgt', { ...at, limit: limit('WBGT', 87) })?.breaks;
    expect([86.94, 86.96, 87, 90].map(breaks)).toEqual([false, true, true, true]);
  });
});

it('draws the most restrictive policy of the metric, and none for the air temperature', () => {
  const policies = [limit('WBGT', 90), limit('WBGT', 87), limit('WIND', 35), limit('HEAT', 103)];
  expect(thresholdsOf(limitOf(policies, 'wbgt'))).toEqual([{ value: 87, label: 'policy 87.0 °F' }]);
  expect(thresholdsOf(limitOf(policies, 'wind'))).toEqual([{ value: 35, label: 'policy 35 mph' }]);
  expect(limitOf(policies, 'temperature')).toBeNull();
  expect(limitOf(null, 'wbgt')).toBeNull();
});

it.each([
  [null, 'wbgt'],
  ['wind', 'wind'],
  ['toString', 'wbgt'],
  ['', 'wbgt'],
])('of %s that was kept, %s is chosen', (kept, metric) => {
  expect(metricOf(kept)).toBe(metric);
});
