import type { AlertPlace } from './cap-alerts.ts';
import { ringHolds, someEdge } from './ring.ts';

/** Corners in [longitude, latitude], degrees; the last is the first again. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[];

/**
 * The area of a forecast zone or county: polygons, each with its outer ring and then its holes. A ring may
 * cross the date line.
 */
export type ZonePolygons = readonly (readonly Ring[])[];

/**
 * Whether a zone contains a place. The edges are widened by `marginDegrees` (0 and up, of longitude and of
 * latitude), because simplification may have removed that much. A place on the edge counts as inside, which
 * is the safe side.
 */
export function zoneHolds(
  polygons: ZonePolygons,
  place: Omit<AlertPlace, 'zones'>,
  marginDegrees: number,
): boolean {
  return polygons.some(([outer, ...holes]) => {
    if (outer === undefined) return false;
    if (isNearEdge(outer, place, marginDegrees)) return true;
    return (
      ringHolds(outer, place) &&
      !holes.some((hole) => ringHolds(hole, place) && !isNearEdge(hole, place, marginDegrees))
    );
  });
}

function isNearEdge(ring: Ring, place: Omit<AlertPlace, 'zones'>, marginDegrees: number): boolean {
  if (marginDegrees <= 0) return false;
  return someEdge(ring, place, (fromX, fromY, x, y) => {
    const [alongX, alongY] = [x - fromX, y - fromY];
    const length2 = alongX * alongX + alongY * alongY;
    const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * alongX + fromY * alongY) / length2));
    return Math.hypot(fromX + share * alongX, fromY + share * alongY) <= marginDegrees;
  });
}
