import { expect, test } from 'vitest';
import { HOUR_MS } from '../core/index.ts';
import type { ForecastHour } from '../forecasts/index.ts';
import { roadHours } from './road-hours.ts';

const T = Date.UTC(2026, 0, 20, 6);
const place = { latitude: 42, longitude: -90, elevationM: null };
const hour = (index: number, changes: Partial<ForecastHour> = {}): ForecastHour => ({
  at: T + index * HOUR_MS,
  temperatureC: -2,
  relativeHumidityPct: 60,
  windMps: 4,
  windGustMps: null,
  windFromDegrees: null,
  cloudCover: 1,
  precipitationMm: 0,
  precipitationChancePct: null,
  snowMm: 0,
  weatherCode: null,
  isDaytime: null,
  ...changes,
});
const conditions = (hours: ForecastHour[]) =>
  roadHours(hours, place).map(({ state }) => state?.condition ?? null);

test('snow lies until it has melted', () => {
  const snowfall = hour(0, { precipitationMm: 2, snowMm: 20 });
  expect(
    conditions([
      snowfall,
      hour(1),
      hour(2, { temperatureC: 6 }),
      hour(3, { temperatureC: 6 }),
      hour(4, { temperatureC: 6 }),
    ]),
  ).toEqual(['snow', 'snow', 'snow', 'none', 'none']);
});
test('rain freezes afterwards, and is forgotten after three hours', () => {
  const rain = hour(0, { temperatureC: 2, precipitationMm: 3 });
  expect(conditions([rain, hour(1), hour(2), hour(3)])).toEqual(['slippery', 'ice', 'ice', 'none']);
});
test('a part of what falls may be snow', () => {
  const [mixed] = roadHours([hour(0, { precipitationMm: 3, snowMm: 10 })], place);
  expect(mixed!.weather).toMatchObject({ rainMmPerHour: 2, snowMmPerHour: 1 });
});
test('an hour without amounts, or none at all, leaves the road unknown until it is known again', () => {
  const unknown = hour(1, { precipitationMm: null });
  const warm = (index: number) => hour(index, { temperatureC: 7 });
  expect(conditions([hour(0), unknown, hour(2), warm(3), warm(4)])).toEqual([
    'none',
    null,
    null,
    null,
    'none',
  ]);
  expect(conditions([hour(0), hour(2), hour(3)])).toEqual(['none', null, null]);
  expect(conditions([warm(0), warm(2), warm(3), warm(4)])).toEqual(['none', null, null, 'none']);
  expect(conditions([hour(0, { snowMm: null }), warm(1)])).toEqual([null, null]);
});
