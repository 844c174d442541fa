import type { ZoneShape } from '@allclear/adapters';
import type { ZonePolygons } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** After this many failures in a row a zone counts as unavailable; its shape is still requested again. */
const failuresUntilUnavailable = 3;

export interface ZoneToAsk {
  readonly zone: string;
  /** In a row. */
  readonly failures: number;
}

/** Those of the zones, in their order, whose shapes were never requested or are due again by `now`. */
export async function zonesToAsk(
  db: Database,
  vendor: string,
  zones: readonly string[],
  now: number,
): Promise<ZoneToAsk[]> {
  if (zones.length === 0) return [];
  const rows = await db
    .selectFrom('zone_shapes')
    .select(['zone', 'failures', 'ask_again_at'])
    .where('vendor', '=', vendor)
    .where(sql<boolean>`zone = any(${[...zones]}::text[])`)
    .execute();
  const byZone = new Map(rows.map((row) => [row.zone, row]));
  return zones.flatMap((zone): ZoneToAsk[] => {
    const row = byZone.get(zone);
    return row && row.ask_again_at.getTime() > now ? [] : [{ zone, failures: row?.failures ?? 0 }];
  });
}

/**
 * Stores the shape that the service gave for a zone at `now`; null: it has none, and its last one is dropped. No
 * entry in the audit: it is what a source said.
 */
export async function storeZoneShape(
  db: Database,
  _actor: Actor,
  vendor: string,
  zone: string,
  shape: ZoneShape | null,
  { now, askAgainAt }: { now: number; askAgainAt: number },
): Promise<void> {
  const answered = { has_none: shape === null, failures: 0, ask_again_at: new Date(askAgainAt) };
  const drawn = shape && {
    polygons: JSON.stringify(shape.polygons),
    tolerance_degrees: shape.toleranceDegrees,
    ...boxAround(shape.polygons),
    effective_at: shape.effectiveAt === null ? null : new Date(shape.effectiveAt),
    fetched_at: new Date(now),
  };
  const none = {
    polygons: null,
    tolerance_degrees: null,
    west: null,
    south: null,
    east: null,
    north: null,
    effective_at: null,
    fetched_at: null,
  };
  const columns = { ...(drawn ?? none), ...answered };
  await db
    .insertInto('zone_shapes')
    .values({ vendor, zone, ...columns })
    .onConflict((conflict) => conflict.columns(['vendor', 'zone']).doUpdateSet(columns))
    .execute();
}

/** Records that a zone could not be read; its last shape stays. No entry in the audit: it is what a source said. */
export async function storeZoneFailure(
  db: Database,
  _actor: Actor,
  vendor: string,
  { zone, failures }: ZoneToAsk,
  askAgainAt: number,
): Promise<void> {
  const columns = { failures, ask_again_at: new Date(askAgainAt) };
  await db
    .insertInto('zone_shapes')
    .values({ vendor, zone, has_none: false, ...columns })
    .onConflict((conflict) => conflict.columns(['vendor', 'zone']).doUpdateSet(columns))
    .execute();
}

export interface ZoneShapeState {
  readonly vendor: string;
  readonly zone: string;
  /** When its shape was read, epoch ms; null: none is known. */
  readonly fetchedAt: number | null;
  /** No shape is known, and none is expected soon. */
  readonly isUnavailable: boolean;
}

/** The states of the shapes of zones, without the shapes; none for a zone that was never requested. */
export async function zoneShapeStates(
  db: Database,
  vendors: readonly string[],
  zones: readonly string[],
): Promise<ZoneShapeState[]> {
  const rows = await db
    .selectFrom('zone_shapes')
    .select(['vendor', 'zone', 'fetched_at', 'has_none', 'failures'])
    .where(sql<boolean>`vendor = any(${[...vendors]}::text[]) and zone = any(${[...zones]}::text[])`)
    .orderBy('zone')
    .orderBy('vendor')
    .execute();
  return rows.map(({ vendor, zone, fetched_at, has_none, failures }) => ({
    vendor,
    zone,
    fetchedAt: fetched_at?.getTime() ?? null,
    isUnavailable: fetched_at === null && (has_none || failures >= failuresUntilUnavailable),
  }));
}

export interface StoredZoneShape {
  readonly zone: string;
  readonly polygons: ZonePolygons;
  readonly toleranceDegrees: number;
}

/** The shapes that are known of the zones. */
export async function readZoneShapes(
  db: Database,
  vendors: readonly string[],
  zones: readonly string[],
): Promise<StoredZoneShape[]> {
  const rows = await shapesOf(db, vendors, zones).orderBy('zone').orderBy('vendor').execute();
  return rows.map(asShape);
}

/** The shapes of the zones whose bounding box contains a place (degrees). */
export async function zoneShapesAround(
  db: Database,
  vendors: readonly string[],
  zones: readonly string[],
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): Promise<StoredZoneShape[]> {
  const rows = await shapesOf(db, vendors, zones)
    .where(sql<boolean>`${latitude} between south - tolerance_degrees and north + tolerance_degrees`)
    .where(sql<boolean>`${longitude} between west - tolerance_degrees and east + tolerance_degrees`)
    .execute();
  return rows.map(asShape);
}

function shapesOf(db: Database, vendors: readonly string[], zones: readonly string[]) {
  return db
    .selectFrom('zone_shapes')
    .select(['zone', 'polygons', 'tolerance_degrees'])
    .where(sql<boolean>`vendor = any(${[...vendors]}::text[]) and zone = any(${[...zones]}::text[])`)
    .where('polygons', 'is not', null);
}

function asShape({
  zone,
  polygons,
  tolerance_degrees,
}: {
  zone: string;
  polygons: ZonePolygons | null;
  tolerance_degrees: number | null;
}) {
  return { zone, polygons: polygons ?? [], toleranceDegrees: tolerance_degrees ?? 0 };
}

function boxAround(polygons: ZonePolygons): { west: number; south: number; east: number; north: number } {
  let [south, north, west, east] = [90, -90, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude, latitude] of polygons.flat(2)) {
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
  }
  const isAcross = east - west > 180 || west <= -180 || east >= 180;
  return isAcross ? { west: -180, south, east: 180, north } : { west, south, east, north };
}
