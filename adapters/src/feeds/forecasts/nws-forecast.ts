import { DAY_MS, type ForecastHour, HOUR_MS, skyCode, weatherCodeOfText } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { fieldsOf, time } from '../alerts/nws-alert.ts';
import type { NwsPoints } from '../alerts/nws-points.ts';
import { finiteNumberOf, readJson } from '../read-json.ts';
import { amountsByHour, type HourWindow, stretchOf, valuesByHour, weatherByHour } from './nws-layers.ts';
import { type NwsPeriod, parseNwsPeriods } from './nws-periods.ts';
import type { Forecast, ForecastFeed } from './port.ts';

const SOURCE = 'api.weather.gov';
const GRID = 'https://api.weather.gov/gridpoints/';
/** A grid response has about 300 KB. */
const MAX_BYTES = 5 * 1024 * 1024;
const AHEAD_DAYS = 8;
/**
 * Offices renew their grids every few hours, and at least twice a day. A grid that was not renewed for longer
 * is a stale copy: it is valid no longer than this after it was made.
 */
const VALID_FOR_MS = 18 * HOUR_MS;

/**
 * The forecast of the US National Weather Service: the layers of its grid, and the phrases of its hourly
 * forecast.
 */
export function createNwsForecast({ http, points }: { http: HttpClient; points: NwsPoints }): ForecastFeed {
  const ask = async (path: string, signal: AbortSignal, what: string) => {
    const headers = { accept: 'application/geo+json' };
    const { bytes } = await http.get({
      source: SOURCE,
      url: `${GRID}${path}`,
      signal,
      headers,
      maxBytes: MAX_BYTES,
    });
    return readJson(bytes, SOURCE, what);
  };
  return {
    vendor: 'nws',
    pollEveryMs: HOUR_MS,
    pauseMs: 1_000,
    attribution: 'National Weather Service',
    cellOf: async (request) => (await points.ask(request, 'forecast')).grid,
    async read({ cell, now, signal, onFault }) {
      const grid = await ask(cell.cell, signal, 'The forecast grid');
      // The service often fails to return the phrases although the grid is available: then the grid's own
      // layers are used.
      const periods = await ask(`${cell.cell}/forecast/hourly`, signal, 'The hourly forecast')
        .then(parseNwsPeriods)
        .catch((error: unknown) => {
          if (signal.aborted) throw error;
          onFault?.(error as Error);
          return [];
        });
      return parseNwsForecast(grid, periods, now);
    },
  };
}

/**
 * Hours of the grid, with gaps filled from the periods. Throws AdapterError `malformed` for another shape.
 */
export function parseNwsForecast(json: unknown, periods: readonly NwsPeriod[], now: number): Forecast {
  const layers = fieldsOf(fieldsOf(json).properties);
  const issuedAt = time(layers.updateTime) ?? stretchOf(layers.validTimes)?.from ?? null;
  if (issuedAt === null || !Array.isArray(fieldsOf(layers.temperature).values)) {
    throw new AdapterError(SOURCE, 'malformed', 'The forecast grid is not one of the shape that is known.');
  }
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const window = { from: thisHour - DAY_MS, to: thisHour + AHEAD_DAYS * DAY_MS };
  const { unitCode, value: elevation } = fieldsOf(layers.elevation);
  const hours = hoursOf(layers, window, periods);
  if (!hours.some(({ at }) => at >= thisHour))
    throw new AdapterError(SOURCE, 'malformed', 'The forecast grid has no hours to come.');
  return {
    issuedAt,
    asOf: Math.min(now, issuedAt + VALID_FOR_MS),
    elevationM: typeof unitCode === 'string' && /:m$/.test(unitCode) ? finiteNumberOf(elevation) : null,
    hours,
  };
}

function hoursOf(
  layers: Readonly<Record<string, unknown>>,
  window: HourWindow,
  periods: readonly NwsPeriod[],
): ForecastHour[] {
  const temperature = valuesByHour(layers.temperature, 'temperature', window);
  const humidity = valuesByHour(layers.relativeHumidity, 'percent', window);
  const wind = valuesByHour(layers.windSpeed, 'speed', window);
  const gust = valuesByHour(layers.windGust, 'speed', window);
  const windFrom = valuesByHour(layers.windDirection, 'angle', window);
  const sky = valuesByHour(layers.skyCover, 'percent', window);
  const chance = valuesByHour(layers.probabilityOfPrecipitation, 'percent', window);
  const precipitation = amountsByHour(layers.quantitativePrecipitation, window);
  const snow = amountsByHour(layers.snowfallAmount, window);
  const weather = weatherByHour(layers.weather, window);
  const hours: ForecastHour[] = [];
  for (let index = 0; index < temperature.length; index++) {
    const at = window.from + index * HOUR_MS;
    const middle = at + HOUR_MS / 2;
    const period = periods.find(({ from, to }) => from <= middle && middle < to);
    const cover = sky[index] ?? null;
    const cloudCover = cover === null ? null : cover / 100;
    const temperatureC = temperature[index] ?? period?.temperatureC ?? null;
    if (temperatureC === null) continue;
    hours.push({
      at,
      temperatureC,
      relativeHumidityPct: humidity[index] ?? period?.relativeHumidityPct ?? null,
      windMps: wind[index] ?? period?.windMps ?? null,
      windGustMps: gust[index] ?? null,
      windFromDegrees: windFrom[index] ?? period?.windFromDegrees ?? null,
      cloudCover,
      precipitationMm: precipitation[index] ?? null,
      precipitationChancePct: chance[index] ?? period?.precipitationChancePct ?? null,
      snowMm: snow[index] ?? null,
      weatherCode: period?.weatherCode ?? weatherCodeOfText(weather[index] ?? null) ?? skyCode(cloudCover),
      isDaytime: period?.isDaytime ?? null,
    });
  }
  return hours;
}
