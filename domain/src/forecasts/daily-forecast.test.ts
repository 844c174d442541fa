import { expect, test } from 'vitest';
import { HOUR_MS } from '../core/index.ts';
import { dailyForecast, hoursOfDay, localDate } from './daily-forecast.ts';
import { type CompleteForecastHour, completeForecastHour, type ForecastHour } from './forecast-hour.ts';

const chicago = { latitude: 41.9, longitude: -87.6, elevationM: 180 };
const zone = 'America/Chicago';

const hour = (at: number, changes: Partial<ForecastHour> = {}): CompleteForecastHour =>
  completeForecastHour(
    {
      at,
      temperatureC: 30,
      relativeHumidityPct: 60,
      windMps: 3,
      windGustMps: 5,
      windFromDegrees: 180,
      cloudCover: 0.2,
      precipitationMm: 0.5,
      precipitationChancePct: 20,
      snowMm: 0,
      weatherCode: 2,
      isDaytime: null,
      ...changes,
    },
    chicago,
  );
const from = (start: number, count: number, change: (index: number) => Partial<ForecastHour> = () => ({})) =>
  Array.from({ length: count }, (_, index) => hour(start + index * HOUR_MS, change(index)));

test('an hour gets WBGT, feels-like and daylight; what lacks an input is missing', () => {
  const noon = hour(Date.UTC(2026, 6, 1, 18));
  expect(noon.isDaytime).toBe(true);
  // Liljegren at 30 °C, 60 %, 3 m/s under a high sun lies between the shade's wet bulb and the globe.
  expect(noon.wbgtF).toBeGreaterThan(82);
  expect(noon.wbgtF).toBeLessThan(90);
  expect(noon.feelsLikeF).toBeCloseTo(91, 0);
  const night = hour(Date.UTC(2026, 6, 1, 6));
  expect(night.isDaytime).toBe(false);
  expect(night.wbgtF).toBeLessThan(noon.wbgtF!);
  expect(hour(Date.UTC(2026, 6, 1, 6), { isDaytime: true }).isDaytime).toBe(true);
  expect(hour(0, { relativeHumidityPct: null })).toMatchObject({ wbgtF: null, feelsLikeF: null });
  expect(hour(Date.UTC(2026, 6, 1, 18), { cloudCover: null }).wbgtF).toBeGreaterThan(noon.wbgtF!);
});

test('days are local, today comes first, and a day of which too little is forecast is left out', () => {
  const now = Date.UTC(2026, 6, 2, 3);
  const hours = from(Date.UTC(2026, 6, 1, 12), 55);
  expect(localDate(now, zone)).toBe('2026-07-01');
  expect(dailyForecast(hours, now, zone).map(({ date }) => date)).toEqual(['2026-07-01', '2026-07-02']);
  expect(dailyForecast(hours, now, 'UTC').map(({ date }) => date)).toEqual(['2026-07-02', '2026-07-03']);
  expect(hoursOfDay(hours, now, zone)).toHaveLength(17);
  expect(dailyForecast([], now, zone)).toEqual([]);
});

test.each([
  ['the clock goes forward: 23 hours', Date.UTC(2026, 2, 8, 6), 23],
  ['the clock goes back: 25 hours', Date.UTC(2026, 10, 1, 5), 25],
])('%s', (_name, midnight, count) => {
  expect(hoursOfDay(from(midnight - 24 * HOUR_MS, 72), midnight, zone)).toHaveLength(count);
});

test('sums, extremes, the wind of the strongest hour and the gravest code of the daytime', () => {
  const midnight = Date.UTC(2026, 6, 1, 5);
  const hours = from(midnight, 24, (index) => ({
    temperatureC: 15 + index / 2,
    windMps: index === 20 ? 12 : 3,
    windFromDegrees: index === 20 ? 270 : 180,
    weatherCode: index === 2 ? 19 : index === 12 ? 13 : 2,
    precipitationMm: index === 3 ? null : 0.5,
  }));
  expect(dailyForecast(hours, midnight, zone)).toMatchObject([
    {
      startsAt: midnight,
      highC: 26.5,
      lowC: 15,
      windMps: 12,
      windFromDegrees: 270,
      precipitationMm: 11.5,
      weatherCode: 13,
      snowMm: 0,
    },
  ]);
  const day = dailyForecast(hours, midnight, zone)[0]!;
  expect(day.feelsLikeF).toBe(Math.max(...hours.map((one) => one.feelsLikeF!)));
});

test('on a cold day feels-like is the lowest; what no hour knows is missing', () => {
  const midnight = Date.UTC(2026, 0, 10, 6);
  const hours = from(midnight, 24, (index) => ({
    temperatureC: -index,
    windMps: 8,
    precipitationMm: null,
    weatherCode: null,
  }));
  const day = dailyForecast(hours, midnight, zone)[0]!;
  expect(day).toMatchObject({ precipitationMm: null, weatherCode: null, lowC: -23 });
  expect(day.feelsLikeF).toBe(Math.min(...hours.map((one) => one.feelsLikeF!)));
});
