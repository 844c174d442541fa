import {
  getTodayForecast,
  listDailyForecast,
  listHourlyForecast,
  listTodayHours,
  listTodayHoursAt,
} from '@allclear/contract';
import { dailyForecast, HOUR_MS, hoursOfDay } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { visibleLocation } from '../locations/index.ts';
import { findOrganizationLocation, timeZoneOf } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { ApiError } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { currentForecast, type ForecastSource } from './current-forecast.ts';
import { type Provenance, presentForecastDay, presentForecastHour } from './present-forecast.ts';
import type { CompleteForecast } from './store.ts';

/** The most days of a daily forecast. */
const daysShown = 7;

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export function forecastRoutes(
  app: FastifyInstance,
  { db, clock, source }: { db: Database; clock: Clock; source: ForecastSource | null },
): void {
  serve(app, getTodayForecast, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    const { days, provenance } = await daysAt(await placeOf(db, principal, params.id));
    return presentForecastDay(days[0]!, provenance);
  });

  serve(app, listDailyForecast, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    const { days, provenance } = await daysAt(await placeOf(db, principal, params.id));
    return days.map((day) => presentForecastDay(day, provenance));
  });

  serve(app, listHourlyForecast, async ({ principal, params, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const { forecast, provenance } = await forecastAt(await placeOf(db, principal, params.id));
    const coming = forecast.hours.filter(({ at }) => at + HOUR_MS > clock.now());
    return coming.slice(0, query.hours).map((hour) => presentForecastHour(hour, provenance));
  });

  serve(app, listTodayHours, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return todayAt(await placeOf(db, principal, params.id));
  });

  serve(app, listTodayHoursAt, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return todayAt(query, true);
  });

  async function todayAt(place: Place, near = false) {
    const { forecast, provenance } = await forecastAt(place, near);
    return hoursOfDay(forecast.hours, clock.now(), timeZoneOf(place)).map((hour) =>
      presentForecastHour(hour, provenance),
    );
  }

  async function daysAt(place: Place) {
    const { forecast, provenance } = await forecastAt(place);
    const days = dailyForecast(forecast.hours, clock.now(), timeZoneOf(place)).slice(0, daysShown);
    if (days.length === 0) throw forecastUnobserved(forecast.asOf);
    return { days, provenance };
  }

  async function forecastAt(
    place: Place,
    near = false,
  ): Promise<{ forecast: CompleteForecast; provenance: Provenance }> {
    if (source === null) throw noForecast();
    const current = await currentForecast(db, source, place, clock.now(), near);
    if (current.kind === 'outside') throw noForecast();
    if (current.kind === 'unobserved') throw forecastUnobserved(current.asOf);
    const { forecast, stale } = current;
    return {
      forecast,
      provenance: {
        issuedAt: forecast.issuedAt,
        asOf: forecast.asOf,
        stale,
        attribution: source.attribution,
      },
    };
  }
}

/** A place of the caller's organization, or a location that the caller may read. */
export async function placeOf(db: Database, principal: Principal, id: string): Promise<Place> {
  return (
    (await findOrganizationLocation(db, keyOf(principal, id))) ?? (await visibleLocation(db, principal, id))
  );
}

export const noForecast = () => new ApiError(404, 'no-forecast', 'No data is available for this location.');

export function forecastUnobserved(asOf: number | null): ApiError {
  const lastKnown = { asOf: asOf === null ? null : new Date(asOf).toISOString() };
  return new ApiError(503, 'forecast-unobserved', 'The forecast is temporarily unavailable.', { lastKnown });
}
