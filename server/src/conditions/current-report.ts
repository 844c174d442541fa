import { setImmediate } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import {
  boxAround,
  isStaleReport,
  type NearestObservation,
  nearestReport,
  oldestReportMs,
  ownReport,
  ownReportLimitMs,
  type Place,
  reportsAround,
  reportsAroundPlaces,
  reportsOfPlace,
  reportsOfPlaces,
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
    ownReport(own, now) ?? instead(own, await reportsAround(db, boxAround(place), since, now), place, now)
  );
}

/** What counts for a place whose own stations have no current report. */
function instead(
  own: readonly NearestObservation[],
  around: readonly NearestObservation[],
  place: Place,
  now: number,
): NearestObservation | undefined {
  return (
    nearestReport(around, place, now) ??
    own.toSorted((a, b) => b.observation.observedAt - a.observation.observedAt)[0]
  );
}

/** After so many places other requests are served. */
const placesInARow = 50;

/** The same for many places of an organization, in the order given, in as many queries as for one. */
export async function currentReports(
  db: Database,
  organizationId: string,
  places: readonly (Place & { readonly organizationLocationId: string | null })[],
  now: number,
): Promise<(NearestObservation | undefined)[]> {
  const since = now - oldestReportMs;
  const isTied = places.some(({ organizationLocationId }) => organizationLocationId !== null);
  const [own, government] = await Promise.all([
    isTied ? reportsOfPlaces(db, organizationId, since, now) : [],
    reportsAroundPlaces(db, places.map(boxAround), since, now),
  ]);
  const ownAt = Map.groupBy(own, ({ station }) => station.organizationLocationId);
  const rows = Map.groupBy(government, ({ station }) => Math.floor(station.latitude));
  const found: (NearestObservation | undefined)[] = [];
  for (const [i, place] of places.entries()) {
    if (i % placesInARow === placesInARow - 1) await setImmediate();
    const { organizationLocationId } = place;
    const atPlace = (organizationLocationId !== null && ownAt.get(organizationLocationId)) || [];
    found.push(ownReport(atPlace, now) ?? instead(atPlace, inBoxAround(place, rows), place, now));
  }
  return found;
}

/** Of reports by the whole degree of latitude of their station those in the box around a place. */
function inBoxAround(
  place: Place,
  rows: ReadonlyMap<number, readonly NearestObservation[]>,
): NearestObservation[] {
  const { south, north, west, east } = boxAround(place);
  const found: NearestObservation[] = [];
  for (let row = Math.floor(south); row <= north; row++)
    for (const one of rows.get(row) ?? []) {
      const { latitude, longitude } = one.station;
      if (latitude >= south && latitude <= north && longitude >= west && longitude <= east) found.push(one);
    }
  return found;
}

/** Whether the report that counts for a place is too old to be shown as current. */
export function isStaleAt(chosen: NearestObservation, now: number): boolean {
  return chosen.station.organizationId === null
    ? isStaleReport(chosen, now)
    : now - chosen.observation.observedAt > ownReportLimitMs;
}
