import { getLocationObservation } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { boxAround, isStaleReport, milesToStation, nearestReport, oldestReportMs } from '../../engine/current-readings.ts';
import type { Database } from '../../store/database.ts';
import { precipitationSince, reportsAround } from '../../store/observations.ts';
import { ApiError } from '../errors.ts';
import { presentObservation } from '../presenters/observation.ts';
import { serve } from '../serve.ts';
import { visibleLocation } from './locations.ts';

export function observationRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getLocationObservation, async ({ principal, params, reply }) => {
    const location = await visibleLocation(db, principal, params.id);
    const now = clock.now();
    const around = await reportsAround(db, boxAround(location), now - oldestReportMs, now);
    const chosen = nearestReport(around, location, now);
    reply.header('cache-control', 'no-store');
    if (!chosen) throw new ApiError(404, 'no-observation', 'No data is available for this location.');
    const rain = await precipitationSince(db, chosen.station.id, startOfDay(now, location.time_zone), now);
    return presentObservation(chosen, {
      distanceMiles: milesToStation(location, chosen),
      rainTodayMm: rain?.mm ?? null,
      stale: isStaleReport(chosen, now),
      now,
    });
  });
}

/** Local midnight before an instant, epoch ms; right on days of 23 and 25 hours too. */
export function startOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = (instant: number) => Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const now = parts(at);
  let midnight = at - (at % 1_000) - ((now.hour! * 60 + now.minute!) * 60 + now.second!) * 1_000;
  // A shift of the clock since midnight moves the guess by its length; one step mends it.
  const guess = parts(midnight);
  if (guess.day !== now.day) midnight += (24 - guess.hour!) * 3_600_000 - guess.minute! * 60_000;
  else midnight -= guess.hour! * 3_600_000 + guess.minute! * 60_000;
  return midnight;
}
