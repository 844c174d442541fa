import { type DataOf, getLocationObservation, listLocationObservations } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { ownLocations, visibleLocation } from '../locations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { ApiError } from '../platform/http/errors.ts';
import { serveKept } from '../platform/http/kept/serve-kept.ts';
import { serve } from '../platform/http/serve.ts';
import { imageUpdatedAt, milesToStation } from '../stations/index.ts';
import { currentReport, currentReports, isStaleAt } from './current-report.ts';
import { presentConditions, presentObservation } from './present-observation.ts';
import { rainToday } from './rain-today.ts';

/** What is shown of observations may be chosen for an instant so much earlier, ms of the product clock. */
const stretchMs = 5_000;

export function observationRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serveKept(app, getLocationObservation, async ({ principal, params, reads }) => {
    const location = await visibleLocation(db, principal, params.id, reads);
    const now = clock.now();
    // The time moves what is read: which reports are too old, which day it is.
    const stretch = Math.floor(now / stretchMs);
    const keep = <V>(what: string, read: () => Promise<V>) =>
      reads.until([{ by: 'observations' }], `${what} ${location.id} ${location.revision} ${stretch}`, read);
    const chosen = await keep('report', () => currentReport(db, location, now));
    if (!chosen) throw new ApiError(404, 'no-observation', 'No data is available for this location.');
    const isOwn = chosen.station.organizationId !== null;
    return presentObservation(chosen, {
      distanceMiles: milesToStation(location, chosen),
      rainToday: await keep('rain', () => rainToday(db, chosen, startOfDay(now, location.timeZone), now)),
      hasImage:
        isOwn &&
        (await keep('image', () => imageUpdatedAt(db, keyOf(principal, chosen.station.id)))) !== null,
      stale: isStaleAt(chosen, now),
      now,
    });
  });

  serve(app, listLocationObservations, async ({ principal, reply }) => {
    const { organizationId } = principal;
    const locations = await ownLocations(db, principal);
    const now = clock.now();
    const reports = await currentReports(db, organizationId, locations, now);
    reply.header('cache-control', 'no-store');
    // Many places share a station.
    const shown = new Map<unknown, DataOf<typeof listLocationObservations>[number]['conditions']>([
      [undefined, null],
    ]);
    return locations.map(({ id }, i) => {
      const report = reports[i];
      if (report && !shown.has(report)) shown.set(report, presentConditions(report, isStaleAt(report, now)));
      return {
        locationId: id,
        conditions: shown.get(report) ?? null,
        now: new Date(now).toISOString(),
      };
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
