import { getLocationObservation } from '@allclear/contract';
import { distanceMiles, feedLimitsMs, MILES_PER_DEGREE } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../store/database.ts';
import { type NearestObservation, precipitationSince, reportsAround } from '../../store/observations.ts';
import { ApiError } from '../errors.ts';
import { presentObservation } from '../presenters/observation.ts';
import { serve } from '../serve.ts';
import { visibleLocation } from './locations.ts';

const reachMiles = 50;
/** Older reports are not shown at all, not even as stale. */
const oldestMs = 6 * 3_600_000;
const staleAfterMs = feedLimitsMs.observations!.late;

export function observationRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getLocationObservation, async ({ principal, params, reply }) => {
    const location = await visibleLocation(db, principal, params.id);
    const now = clock.now();
    const high = (reachMiles / MILES_PER_DEGREE) * 1.01;
    const wide = Math.min(180, high / Math.max(0.01, Math.cos((location.latitude * Math.PI) / 180)));
    const around = await reportsAround(
      db,
      {
        south: location.latitude - high,
        north: location.latitude + high,
        west: location.longitude - wide,
        east: location.longitude + wide,
      },
      now - oldestMs,
      now,
    );
    const chosen = nearest(around, location, now);
    reply.header('cache-control', 'no-store');
    if (!chosen) throw new ApiError(404, 'no-observation', 'No data is available for this location.');
    const rain = await precipitationSince(db, chosen.station.id, startOfDay(now, location.time_zone), now);
    return presentObservation(chosen, {
      distanceMiles: milesTo(location, chosen),
      rainTodayMm: rain?.mm ?? null,
      stale: isStale(chosen, now),
      now,
    });
  });
}

const milesTo = (location: { latitude: number; longitude: number }, { station }: NearestObservation) =>
  distanceMiles(location, station) ?? Number.POSITIVE_INFINITY;
const isStale = ({ observation }: NearestObservation, now: number) => now - observation.observed_at.getTime() > staleAfterMs;

/** The nearest station within reach; one with a current report and a temperature goes before any other. */
function nearest(
  around: readonly NearestObservation[],
  location: { latitude: number; longitude: number },
  now: number,
): NearestObservation | undefined {
  const rank = (one: NearestObservation) => (isStale(one, now) ? 2 : 0) + (one.observation.temperature_c === null ? 1 : 0);
  return around
    .filter((one) => milesTo(location, one) <= reachMiles)
    .sort((a, b) => rank(a) - rank(b) || milesTo(location, a) - milesTo(location, b))[0];
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
