import { getLocationObservation } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { visibleLocation } from '../locations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { ApiError } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { imageUpdatedAt, isStaleReport, milesToStation, ownReportLimitMs } from '../stations/index.ts';
import { currentReport } from './current-report.ts';
import { presentObservation } from './present-observation.ts';
import { rainToday } from './rain-today.ts';

export function observationRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, getLocationObservation, async ({ principal, params, reply }) => {
    const location = await visibleLocation(db, principal, params.id);
    const now = clock.now();
    const chosen = await currentReport(
      db,
      { ...location, organizationLocationId: location.organizationLocationId },
      now,
    );
    reply.header('cache-control', 'no-store');
    if (!chosen) throw new ApiError(404, 'no-observation', 'No data is available for this location.');
    const isOwn = chosen.station.organizationId !== null;
    return presentObservation(chosen, {
      distanceMiles: milesToStation(location, chosen),
      rainToday: await rainToday(db, chosen, startOfDay(now, location.timeZone), now),
      hasImage: isOwn && (await imageUpdatedAt(db, keyOf(principal, chosen.station.id))) !== null,
      stale: isOwn ? now - chosen.observation.observedAt > ownReportLimitMs : isStaleReport(chosen, now),
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
  const parts = (instant: number) => {
    const named = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => named.get(type) ?? Number.NaN;
    return { day: part('day'), hour: part('hour'), minute: part('minute'), second: part('second') };
  };
  const now = parts(at);
  let midnight = at - (at % 1_000) - ((now.hour * 60 + now.minute) * 60 + now.second) * 1_000;
  // A clock change since midnight moves the estimate by its length; one step corrects it.
  const guess = parts(midnight);
  if (guess.day !== now.day) midnight += (24 - guess.hour) * 3_600_000 - guess.minute * 60_000;
  else midnight -= guess.hour * 3_600_000 + guess.minute * 60_000;
  return midnight;
}
