import { setImmediate as otherWork } from 'node:timers/promises';
import type { Ring, ZonePolygons } from '@allclear/domain';
import simplify from 'simplify-js';

/** About 300 m: less than a pixel of a map that shows a whole zone. */
const TOLERANCE_DEGREES = 0.003;
/** Target number of corners; few zones reach a tenth of it. A shape with more is simplified further. */
const MAX_CORNERS = 6_000;
const COARSEST_DEGREES = 0.1;
/** Corners per slice: a millisecond or two of work. */
const CORNERS_AT_A_TIME = 5_000;

export interface SimplifiedZone {
  readonly polygons: ZonePolygons;
  /** Largest distance of an edge from its original position. */
  readonly toleranceDegrees: number;
}

/**
 * The shape of a zone with as few corners as a map needs, computed in slices that yield to other work: a
 * coastal zone has tens of thousands. Islands stay, however small; holes that are smaller than the tolerance
 * are filled. A shape without area gives no polygon.
 */
export async function simplifyZone(polygons: ZonePolygons): Promise<SimplifiedZone> {
  for (let toleranceDegrees = TOLERANCE_DEGREES; ; toleranceDegrees *= 2) {
    const simplified = await simplifyAll(polygons, toleranceDegrees);
    const corners = simplified.flat().reduce((sum, ring) => sum + ring.length, 0);
    if (corners <= MAX_CORNERS || toleranceDegrees * 2 > COARSEST_DEGREES)
      return { polygons: simplified, toleranceDegrees };
  }
}

async function simplifyAll(polygons: ZonePolygons, toleranceDegrees: number): Promise<ZonePolygons> {
  const simplified: Ring[][] = [];
  let worked = 0;
  for (const [outer, ...holes] of polygons) {
    const rings: Ring[] = [];
    for (const ring of outer === undefined ? [] : [outer, ...holes]) {
      worked += ring.length;
      if (worked >= CORNERS_AT_A_TIME) {
        worked = 0;
        await otherWork();
      }
      const isOuter = ring === outer;
      const small = simplifyRing(ring, toleranceDegrees) ?? (isOuter ? boxOf(ring) : null);
      if (isOuter && small === null) break;
      if (small !== null) rings.push(small);
    }
    if (rings.length > 0) simplified.push(rings);
  }
  return simplified;
}

/**
 * A closed ring with a subset of its corners; no edge is further off than `toleranceDegrees`. Null when fewer
 * than three corners are left: then it is smaller than that.
 */
export function simplifyRing(ring: Ring, toleranceDegrees: number): Ring | null {
  const points = ring.map(([x, y]) => ({ x, y }));
  // First corners that are close together are removed, then those that lie on a line: each step may use half
  // of the tolerance.
  const kept = simplify(points, toleranceDegrees / 2).map(({ x, y }) => [x, y] as const);
  return kept.length >= 4 ? kept : null;
}

/** A ring smaller than the tolerance becomes its bounding box; null where even that has no area. */
function boxOf(ring: Ring): Ring | null {
  let [south, north, west, east] = [90, -90, 360, -360];
  for (const [longitude, latitude] of ring) {
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
  }
  if (south >= north || west >= east) return null;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
