// Forecasts for the tests of this folder.
import type { DailyForecastItem, HourlyForecastItem } from '@allclear/contract';

const HOUR_MS = 3_600_000;
export const nowMs = Date.parse('2026-06-06T20:46:00Z');
export const firstHourMs = Date.parse('2026-06-06T20:00:00Z');

const f = (value: number | null) => ({ value, unit: '°F' });
const inches = (value: number | null) => ({ value, unit: 'in' });
const provenance = {
  issuedTime: '2026-06-06T18:00:00.000Z',
  asOf: '2026-06-06T20:30:00.000Z',
  stale: false,
  attribution: 'National Weather Service',
};

export function hour(index: number, part: Partial<HourlyForecastItem> = {}): HourlyForecastItem {
  const at = new Date(firstHourMs + index * HOUR_MS).toISOString();
  return {
    observationTime: at,
    forecastStartTime: at,
    weatherCode: { value: 3, text: 'Partly cloudy', icon: 'partly-cloudy-day', isSnow: false },
    ambientTemperature: f(91.4),
    feelsLike: f(98.6),
    wbgt: f(84.25),
    windSpeed: { value: 6.4, unit: 'mph' },
    windGust: { value: 11, unit: 'mph' },
    windDirection: 'SW',
    windDirectionDegrees: 230,
    relativeHumidity: { value: 60, unit: '%' },
    precipitation: inches(0.125),
    precipitationChance: { value: 0, unit: '%' },
    snowAccumulation: inches(0),
    dayLight: true,
    ...provenance,
    ...part,
  };
}

export const hours = (count = 36) => Array.from({ length: count }, (_, index) => hour(index));

/** The days from Saturday, June 6, in a zone five hours behind UTC. */
export function day(index: number, part: Partial<DailyForecastItem> = {}): DailyForecastItem {
  return {
    observationTime: new Date(Date.parse('2026-06-06T05:00:00Z') + index * 24 * HOUR_MS).toISOString(),
    date: `2026-06-${String(6 + index).padStart(2, '0')}`,
    weather_code: { value: 19, text: 'Thunderstorms', icon: 'thunderstorms', isSnow: false },
    temperatureHigh: f(94.6),
    temperatureLow: f(75.2),
    feelLike: f(103.4),
    wgbt: f(87.1),
    windSpeed: { value: 12, unit: 'mph' },
    windDirection: 'S',
    windDirectionDegrees: 180,
    precipitation: inches(0.4),
    precipitationChance: { value: 60, unit: '%' },
    snowAccumulation: inches(0),
    ...provenance,
    ...part,
  };
}

export const days = (count = 7) => Array.from({ length: count }, (_, index) => day(index));
