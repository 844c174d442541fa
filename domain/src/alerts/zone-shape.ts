import type { AlertPlace } from './cap-alerts.ts';
import { degreesEast, ringHolds } from './ring.ts';

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

function isNearEdge(
  ring: Ring,
  { latitude, longitude }: Omit<AlertPlace, 'zones'>,
  marginDegrees: number,
): boolean {
  if (marginDegrees <= 0) return false;
  const first = ring[0];
  if (first === undefined) return false;
  // Corners relative to the place, each measured from the previous one.
  let fromX = degreesEast(longitude, first[0]);
  let fromY = first[1] - latitude;
  let fromLongitude = first[0];
  for (const [cornerLongitude, cornerLatitude] of [...ring.slice(1), first]) {
    const x = fromX + degreesEast(fromLongitude, cornerLongitude);
    const y = cornerLatitude - latitude;
    const [alongX, alongY] = [x - fromX, y - fromY];
    const length2 = alongX * alongX + alongY * alongY;
    const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * alongX + fromY * alongY) / length2));
    if (Math.hypot(fromX + share * alongX, fromY + share * alongY) <= marginDegrees) return true;
    [fromX, fromY, fromLongitude] = [x, y, cornerLongitude];
  }
  return false;
}
