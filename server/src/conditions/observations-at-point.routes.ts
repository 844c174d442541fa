import { getMetarAtPoint, getObservationAtPoint } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { timeZoneOf } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import {
  boxAround,
  imageUpdatedAt,
  isStaleReport,
  milesToStation,
  type NearestObservation,
  nearestReport,
  oldestReportMs,
  ownReportLimitMs,
  ownReportsAround,
  type Place,
  reportsAround,
} from '../stations/index.ts';
import { presentObservation } from './present-observation.ts';
import { rainToday } from './rain-today.ts';
import { startOfDay } from './routes.ts';

/** Beyond this distance an own station does not represent the selected point. */
const ownReachMiles = 5;

/** Current conditions anywhere, for the map. */
export function observationAtPointRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  serve(app, getObservationAtPoint, async ({ principal, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const now = clock.now();
    const own = await ownReportsAround(
      db,
      principal.organizationId,
      boxAround(query),
      now - ownReportLimitMs,
      now,
    );
    const near = own
      .filter((one) => milesToStation(query, one) <= ownReachMiles)
      .toSorted((a, b) => milesToStation(query, a) - milesToStation(query, b));
    return present(near[0] ?? (await government(query, now)), query, {
      now,
      organizationId: principal.organizationId,
    });
  });

  serve(app, getMetarAtPoint, async ({ principal, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const now = clock.now();
    return present(await government(query, now), query, { now, organizationId: principal.organizationId });
  });

  async function government(place: Place, now: number): Promise<NearestObservation | undefined> {
    return nearestReport(await reportsAround(db, boxAround(place), now - oldestReportMs, now), place, now);
  }

  async function present(
    chosen: NearestObservation | undefined,
    place: Place,
    { now, organizationId }: { now: number; organizationId: string },
  ) {
    if (!chosen)
      throw new ApiError(404, 'no-observation', 'No weather station near this point has reported lately.');
    const { station } = chosen;
    const isOwn = station.organizationId !== null;
    const midnight = startOfDay(now, timeZoneOf(place));
    return presentObservation(chosen, {
      distanceMiles: milesToStation(place, chosen),
      rainToday: await rainToday(db, chosen, midnight, now),
      hasImage: isOwn && (await imageUpdatedAt(db, { organizationId, id: station.id })) !== null,
      stale: !isOwn && isStaleReport(chosen, now),
      now,
    });
  }
}
