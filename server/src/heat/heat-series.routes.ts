import { getHeatSeries, type HeatPoint, type HeatSeries } from '@allclear/contract';
import { HOUR_MS } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { currentReport } from '../conditions/index.ts';
import { currentForecast, type ForecastSource } from '../forecasts/index.ts';
import {
  findOrganizationLocation,
  type StoredOrganizationLocation,
  timeZoneOf,
} from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { milesToStation, type NearestObservation } from '../stations/index.ts';
import { sampledReports } from './heat-history.store.ts';
import { presentHeatGap, presentHeatHour, presentHeatReport, presentHeatStation } from './present-heat.ts';

const sampleMs = 15 * 60_000;
const forecastMs = 72 * HOUR_MS;
/**
 * Longer between two reports is a gap: of an own station by the specification, of one that reports hourly
 * when it left one out.
 */
const ownGapMs = 30 * 60_000;
const hourlyGapMs = 90 * 60_000;

export function heatSeriesRoutes(
  app: FastifyInstance,
  { db, clock, source }: { db: Database; clock: Clock; source: ForecastSource | null },
): void {
  serve(app, getHeatSeries, async ({ principal, params, query, reply }): Promise<HeatSeries> => {
    reply.header('cache-control', 'no-store');
    const place = await findOrganizationLocation(db, keyOf(principal, params.organizationLocationId));
    if (!place) throw notFound('The organization location');
    const now = clock.now();
    const nearest = await currentReport(db, { ...place, organizationLocationId: place.id }, now);
    const { forecast, awaitsForecast, hours } = await forecastOf(place, now);
    return {
      now: new Date(now).toISOString(),
      timeZone: timeZoneOf(place),
      weatherStation: nearest ? presentHeatStation(nearest, milesToStation(place, nearest)) : null,
      forecast,
      awaitsForecast,
      points: [...(nearest ? await observed(nearest, now - query.hours * HOUR_MS, now) : []), ...hours],
    };
  });

  async function observed({ station }: NearestObservation, since: number, now: number): Promise<HeatPoint[]> {
    const reports = await sampledReports(db, station.id, { since, now, everyMs: sampleMs });
    const gapMs = station.organizationId === null ? hourlyGapMs : ownGapMs;
    return reports.flatMap((report, index) => {
      const before = reports[index - 1]?.observedAt;
      const point = presentHeatReport(station, report);
      return before !== undefined && report.observedAt - before > gapMs
        ? [presentHeatGap(before + sampleMs), point]
        : [point];
    });
  }

  async function forecastOf(
    place: StoredOrganizationLocation,
    now: number,
  ): Promise<Pick<HeatSeries, 'forecast' | 'awaitsForecast'> & { hours: HeatPoint[] }> {
    const current = source && (await currentForecast(db, source, place, now));
    if (!source || current?.kind !== 'known')
      return { forecast: null, awaitsForecast: current?.kind === 'unobserved', hours: [] };
    const { forecast, stale } = current;
    return {
      forecast: {
        issuedTime: new Date(forecast.issuedAt).toISOString(),
        asOf: new Date(forecast.asOf).toISOString(),
        stale,
        attribution: source.attribution,
      },
      awaitsForecast: false,
      hours: forecast.hours
        .filter(({ at }) => at + HOUR_MS > now && at <= now + forecastMs)
        .map(presentHeatHour),
    };
  }
}
