import type { StormCellFeed } from '@allclear/adapters';
import { type ReplayedLocation, stormReplay } from '@allclear/contract';
import {
  CELL_SHOWN_MS,
  distanceMiles,
  feedLimitsMs,
  MILES_PER_DEGREE,
  maxRadiusMiles,
  type WatchedPlace,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { lightningLocks, listLocations, type StoredLocation } from '../../locations/index.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { serve } from '../../platform/http/serve.ts';
import { presentStormCell } from '../storm-cells/present-storm-cell.ts';
import { readCellLists, readCellSightings } from '../storm-cells/store.ts';
import { replayStorm, type ZoneHistory } from './storm-replay.ts';

const maxLocations = 50;
const maxStrikes = 10_000;

interface ReplayContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
  readonly cellFeed: StormCellFeed | null;
}

/** The replay of a storm for the caller's locations: the past as it was known at the time. */
export function stormReplayRoutes(app: FastifyInstance, { db, clock, live, cellFeed }: ReplayContext): void {
  serve(app, stormReplay, async ({ principal, query, reply }) => {
    const { miles, minutes, selected } = query;
    const center = { latitude: query.latitude, longitude: query.longitude };
    const to = clock.now();
    const span = { from: to - minutes * 60_000, to };
    const { organizationId } = principal;
    // A strike that puts the farthest location in delay is drawn too.
    const strikeMiles = miles + maxRadiusMiles;
    const [rows, locks, cells] = await Promise.all([
      listLocations(db, organizationId, principal.userId),
      lightningLocks(db, organizationId),
      cellsAround(db, cellFeed, { center, miles, from: span.from }),
    ]);
    const near = locationsWithin(rows, center, miles, selected);
    const shown = near.slice(0, maxLocations).map(({ row, distanceMiles: away }) => {
      const { latitude, longitude, organizationLocationId: placeId } = row;
      return { row, away, place: { latitude, longitude, organizationId, placeId, ...locks(row) } };
    });
    const replay = await replayStorm(live.lightningIndex, {
      organizationId,
      center,
      miles: strikeMiles,
      places: shown.map(({ place }) => place),
      ...span,
      maxStrikes,
    });
    reply.header('cache-control', 'no-store');
    return {
      from: iso(span.from),
      to: iso(span.to),
      ...center,
      miles,
      strikeMiles,
      strikes: replay.strikes.map(({ flash, receivedAt }) => [
        fine(flash.longitude),
        fine(flash.latitude),
        flash.at,
        receivedAt,
      ]),
      strikesCutAt: replay.strikesCutAt === null ? null : iso(replay.strikesCutAt),
      sky: replay.sky.map(({ from, to: end, state }) => ({ from: iso(from), to: iso(end), state })),
      ...cells,
      locations: shown.map(({ row, away, place }, i) => {
        const zones = replay.zones[i];
        if (!zones) throw new Error('The replay of a storm has no zones for one of its locations.');
        return presentLocation(row, { away, place, zones, ...span });
      }),
      locationsLeftOut: near.length - shown.length,
      settings: 'present' as const,
    };
  });
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The locations within a distance of a point, the selected one first, then the nearest. */
function locationsWithin(
  rows: readonly StoredLocation[],
  center: Point,
  miles: number,
  selected: string | undefined,
): { row: StoredLocation; distanceMiles: number }[] {
  return rows
    .map((row) => ({ row, distanceMiles: distanceMiles(center, row) ?? Number.POSITIVE_INFINITY }))
    .filter((one) => one.distanceMiles <= miles)
    .sort(
      (a, b) =>
        Number(b.row.id === selected) - Number(a.row.id === selected) || a.distanceMiles - b.distanceMiles,
    );
}

/** The radar sightings around a place that were received in time for the replay. */
async function cellsAround(
  db: Database,
  cellFeed: StormCellFeed | null,
  { center, miles, from }: { center: Point; miles: number; from: number },
) {
  if (!cellFeed) return { cells: null, cellAttribution: null, cellLists: [] };
  const { vendor } = cellFeed;
  const degrees = miles / MILES_PER_DEGREE;
  const box = { south: center.latitude - degrees, north: center.latitude + degrees };
  const [sightings, lists] = await Promise.all([
    readCellSightings(db, { vendor, since: from - CELL_SHOWN_MS, ...box }),
    readCellLists(db, vendor, from - feedLimitsMs['storm-cells'].late),
  ]);
  return {
    cells: sightings
      .filter(({ cell }) => (distanceMiles(center, cell) ?? Number.POSITIVE_INFINITY) <= miles)
      .map(({ cell, receivedAt }) => ({ receivedAt: iso(receivedAt), cell: presentStormCell(cell) })),
    cellAttribution: cellFeed.attribution,
    cellLists: lists.map(({ asOf, receivedAt }) => ({ asOf: iso(asOf), receivedAt: iso(receivedAt) })),
  };
}

interface Replayed {
  readonly away: number;
  readonly place: WatchedPlace;
  readonly zones: readonly ZoneHistory[];
  readonly from: number;
  readonly to: number;
}

function presentLocation(row: StoredLocation, { away, place, zones, from, to }: Replayed): ReplayedLocation {
  const [added, changed] = [row.createdAt, row.updatedAt];
  const begin = Math.max(from, added);
  return {
    id: row.id,
    label: row.label,
    latitude: row.latitude,
    longitude: row.longitude,
    distanceMiles: Math.round(away * 10) / 10,
    allClearMinutes: place.allClearMinutes,
    addedAt: added > from ? iso(added) : null,
    changedAt: changed > from && changed > added ? iso(changed) : null,
    zones: zones.map(({ zone, radiusMiles, range, stretches }) => ({
      zone,
      radiusMiles,
      range,
      states: (stretches ?? [{ from, to, kind: 'not-covered' as const, reason: null }])
        // A location has no states before it was created.
        .filter((stretch) => stretch.to >= begin)
        .map((stretch) => ({
          from: iso(Math.max(begin, stretch.from)),
          to: iso(stretch.to),
          state: stretch.kind,
          reason: stretch.reason,
        })),
    })),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function fine(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
