import { setImmediate as otherWork } from 'node:timers/promises';
import type { Ring, ZonePolygons } from '@allclear/domain';
import simplify from 'simplify-js';

/** Some 300 m: less than a pixel of a map that shows a whole zone. */
const TOLERANCE_DEGREES = 0.003;
/** What a shape may have left; few have a tenth of it. One that has more is simplified further. */
const MAX_CORNERS = 6_000;
const COARSEST_DEGREES = 0.1;
/** Corners of one turn: a millisecond or two of work. */
const CORNERS_AT_A_TIME = 5_000;

export interface SimplifiedZone {
  readonly polygons: ZonePolygons;
  /** No edge is further than this from where it was. */
  readonly toleranceDegrees: number;
}

/**
 * The shape of a zone with as few corners as a map needs, with turns for other work in between: a zone along
 * a coast comes with tens of thousands. Islands stay, however small; holes that are smaller than the
 * tolerance are filled. No polygon is left of a shape that has no area.
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
 * A closed ring with fewer corners, all of them corners that it had; no edge is further off than
 * `toleranceDegrees`. Null when fewer than three corners are left: then it is smaller than that.
 */
export function simplifyRing(ring: Ring, toleranceDegrees: number): Ring | null {
  const points = ring.map(([x, y]) => ({ x, y }));
  // Corners that are close together go first, then those that lie on the way: each may take half of the
  // tolerance.
  const kept = simplify(points, toleranceDegrees / 2).map(({ x, y }) => [x, y] as const);
  return kept.length >= 4 ? kept : null;
}

/** What is smaller than the tolerance is drawn as the box around it; null where even that has no area. */
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
