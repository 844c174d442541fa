import type { Database } from '../platform/database/database.ts';
import {
  boxAround,
  type NearestObservation,
  nearestReport,
  oldestReportMs,
  ownReport,
  type Place,
  reportsAround,
  reportsOfPlace,
} from '../stations/index.ts';

/**
 * The report that counts for a place: that of its own station while it is current, else of the nearest
 * government station, else the last report of its own station.
 */
export async function currentReport(
  db: Database,
  place: Place & { readonly organizationId: string; readonly organizationLocationId: string | null },
  now: number,
): Promise<NearestObservation | undefined> {
  const { organizationId, organizationLocationId } = place;
  const since = now - oldestReportMs;
  const own =
    organizationLocationId === null
      ? []
      : await reportsOfPlace(db, organizationId, organizationLocationId, since, now);
  return (
    ownReport(own, now) ??
    nearestReport(await reportsAround(db, boxAround(place), since, now), place, now) ??
    own.toSorted((a, b) => b.observation.observedAt - a.observation.observedAt)[0]
  );
}
