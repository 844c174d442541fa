import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const valued = z.object({ value: z.number().nullable(), unit: z.string() });

/**
 * `text`, `icon` (a name, at night that of the night) and whether it means snow are included with the number.
 */
const weatherCode = z.object({
  value: z.number().int().nullable(),
  text: z.string().nullable(),
  icon: z.string().nullable(),
  isSnow: z.boolean(),
});

/** The properties of the whole forecast are on each item, because items are a plain list. */
const provenance = {
  /** When the source issued it. */
  issuedTime: z.string(),
  /** When the source was last read; `stale` when that is longer ago than it should be. */
  asOf: z.string(),
  stale: z.boolean(),
  /** The attribution to show with it. */
  attribution: z.string(),
};

/** One hour of the forecast (spec 1 section 3). */
export const hourlyForecastItem = z.object({
  /** The beginning of the hour, twice: clients read either. */
  observationTime: z.string(),
  forecastStartTime: z.string(),
  weatherCode,
  ambientTemperature: valued,
  feelsLike: valued,
  /** An estimate. */
  wbgt: valued,
  windSpeed: valued,
  windGust: valued,
  /** 16-point compass text or null. */
  windDirection: z.string().nullable(),
  windDirectionDegrees: z.number().nullable(),
  relativeHumidity: valued,
  precipitation: valued,
  precipitationChance: valued,
  snowAccumulation: valued,
  dayLight: z.boolean(),
  ...provenance,
});

export type HourlyForecastItem = z.infer<typeof hourlyForecastItem>;

/** One local day of the forecast, with the wire's odd spellings (`weather_code`, `feelLike`, `wgbt`). */
export const dailyForecastItem = z.object({
  observationTime: z.string(),
  /** The place's local date, '2026-11-21'. */
  date: z.string(),
  weather_code: weatherCode,
  temperatureHigh: valued,
  temperatureLow: valued,
  feelLike: valued,
  wgbt: valued,
  windSpeed: valued,
  windDirection: z.string().nullable(),
  windDirectionDegrees: z.number().nullable(),
  precipitation: valued,
  precipitationChance: valued,
  snowAccumulation: valued,
  ...provenance,
});

export type DailyForecastItem = z.infer<typeof dailyForecastItem>;

const idParams = z.object({ id: z.string() });

const hours = z.coerce.number().int().min(1).max(168);

/**
 * 404 `no-forecast` where no forecast reaches, 503 `forecast-unobserved` when there is none that is current.
 */
const failures = [404, 503] as const;

export const getTodayForecast = defineRoute({
  ...paths.getTodayForecast,
  needs: 'observations:read',
  summary: 'Today in one item, at a location (of the user’s, or an organization location)',
  params: idParams,
  data: dailyForecastItem,
  failures,
});

export const listHourlyForecast = defineRoute({
  ...paths.listHourlyForecast,
  needs: 'observations:read',
  summary: 'The hours from now on, 36 unless `hours` says otherwise (1 to 168)',
  params: idParams,
  query: z.object({ hours: hours.default(36) }),
  data: z.array(hourlyForecastItem),
  failures: [400, 404, 503],
});

export const listTodayHours = defineRoute({
  ...paths.listTodayHours,
  needs: 'observations:read',
  summary: 'The hours of the local day, those that passed included as far as they are known',
  params: idParams,
  data: z.array(hourlyForecastItem),
  failures,
});

/** Only where the forecast is read for some location already; others are 404 `no-forecast`. */
export const listTodayHoursAt = defineRoute({
  ...paths.listTodayHoursAt,
  needs: 'observations:read',
  summary: 'The same at a place near one of the locations that are watched',
  query: z.object({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
  }),
  data: z.array(hourlyForecastItem),
  failures: [400, 404, 503],
});

export const listDailyForecast = defineRoute({
  ...paths.listDailyForecast,
  needs: 'observations:read',
  summary: 'The days from today on, as far as they are forecast whole (up to seven)',
  params: idParams,
  headers: z.looseObject({ version: z.string().optional() }),
  data: z.array(dailyForecastItem),
  failures,
});
