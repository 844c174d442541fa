import { codeOfWmo, DAY_MS, type ForecastHour, HOUR_MS, mostSevereCode } from '@allclear/domain';
import {
  askOpenMeteo,
  malformedOpenMeteo,
  type OpenMeteoAccess,
  type OpenMeteoQuantity,
  openMeteoPauseMs,
  readOpenMeteoHours,
} from '../open-meteo-hours.ts';
import type { Forecast, ForecastFeed } from './port.ts';

const WHAT = 'The forecast';
const AHEAD_DAYS = 8;
/** Places within a twentieth of a degree share a forecast; the finest models have about 3 km. */
const CELLS_PER_DEGREE = 20;

const variables = {
  temperature_2m: 'temperature',
  relative_humidity_2m: 'percent',
  wind_speed_10m: 'speed',
  wind_gusts_10m: 'speed',
  wind_direction_10m: 'angle',
  cloud_cover: 'percent',
  precipitation: 'depth',
  precipitation_probability: 'percent',
  snowfall: 'depth',
  weather_code: 'code',
  is_day: 'code',
} as const satisfies Record<string, OpenMeteoQuantity>;
type Variable = keyof typeof variables;

/**
 * Forecasts of Open-Meteo, for the whole world: data under CC BY 4.0; without a key the service is for
 * non-commercial use only. Used only when configured.
 */
export function createOpenMeteoForecast({ http, key }: OpenMeteoAccess): ForecastFeed {
  return {
    vendor: 'open-meteo',
    pollEveryMs: HOUR_MS,
    pauseMs: openMeteoPauseMs(key),
    attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
    cellOf: async ({ latitude, longitude }) =>
      `${Math.round(latitude * CELLS_PER_DEGREE)},${Math.round(longitude * CELLS_PER_DEGREE)}`,
    async read({ cell, now, signal }) {
      const query = {
        latitude: cell.latitude.toFixed(3),
        longitude: cell.longitude.toFixed(3),
        hourly: Object.keys(variables).join(','),
        wind_speed_unit: 'ms',
        past_days: '1',
        forecast_days: `${AHEAD_DAYS + 1}`,
      };
      return parseOpenMeteo(
        await askOpenMeteo(http, { path: 'api.open-meteo.com/v1/forecast', key, query, signal }),
        now,
      );
    },
  };
}

/**
 * Reads a response. Gusts, amounts and chances are those of the hour *before* their time. Of the weather at
 * an hour's start and end the more severe counts. The response has no time of its making; that it includes
 * the present hour is the only check for a stale one. Throws AdapterError `malformed` for another shape,
 * unknown units, and hours that do not include the present one.
 */
export function parseOpenMeteo(bytes: Uint8Array, now: number): Forecast {
  const { times, elevationM, of } = readOpenMeteoHours(bytes, WHAT);
  const value = Object.fromEntries(
    Object.entries(variables).map(([variable, quantity]) => [variable, of(variable, quantity)]),
  ) as Record<Variable, (index: number) => number | null>;
  const until = Math.floor(now / HOUR_MS) * HOUR_MS + AHEAD_DAYS * DAY_MS;
  const hours = times.flatMap((at, index): ForecastHour[] => {
    const temperatureC = value.temperature_2m(index);
    if (at === null || temperatureC === null || at >= until) return [];
    // The amounts of this hour are in the next one, if it is there.
    const end = times[index + 1] === at + HOUR_MS ? index + 1 : -1;
    const cover = value.cloud_cover(index);
    const isDay = value.is_day(index);
    return [
      {
        at,
        temperatureC,
        relativeHumidityPct: value.relative_humidity_2m(index),
        windMps: value.wind_speed_10m(index),
        windGustMps: value.wind_gusts_10m(end),
        windFromDegrees: value.wind_direction_10m(index),
        cloudCover: cover === null ? null : cover / 100,
        precipitationMm: value.precipitation(end),
        precipitationChancePct: value.precipitation_probability(end),
        snowMm: value.snowfall(end),
        weatherCode: mostSevereCode([
          codeOfWmo(value.weather_code(index)),
          codeOfWmo(value.weather_code(end)),
        ]),
        isDaytime: isDay === null ? null : isDay === 1,
      },
    ];
  });
  if (!hours.some(({ at }) => at <= now && now < at + HOUR_MS))
    throw malformedOpenMeteo(WHAT, 'does not hold the present hour');
  return { issuedAt: now, asOf: now, elevationM, hours };
}
