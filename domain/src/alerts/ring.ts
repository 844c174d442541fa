/** Corners in [longitude, latitude], degrees; the last may repeat the first. */
type Corners = readonly (readonly [number, number])[];

interface RingPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether a ring contains a place, by the even-odd rule with the edge inside. Degrees. */
export function ringHolds(ring: Corners, place: RingPlace): boolean {
  let isInside = false;
  const isOnEdge = someEdge(ring, place, (fromX, fromY, x, y) => {
    const turn = fromX * y - x * fromY;
    if (fromY > 0 !== y > 0 && turn < 0 === fromY > y) isInside = !isInside;
    return (
      turn === 0 &&
      Math.min(fromX, x) <= 0 &&
      Math.max(fromX, x) >= 0 &&
      Math.min(fromY, y) <= 0 &&
      Math.max(fromY, y) >= 0
    );
  });
  return isOnEdge || isInside;
}

/**
 * Whether an edge of a ring passes the test; the edges after it are not tested. The test is given the ends of
 * the edge in degrees east and north of the place. Each vertex is measured from the previous one, so a ring
 * may cross the date line.
 */
export function someEdge(
  ring: Corners,
  { latitude, longitude }: RingPlace,
  test: (fromX: number, fromY: number, x: number, y: number) => boolean,
): boolean {
  const first = ring[0];
  if (first === undefined) return false;
  let fromX = degreesEast(longitude, first[0]);
  let fromY = first[1] - latitude;
  let fromLongitude = first[0];
  for (let index = 1; index <= ring.length; index++) {
    const [vertexLongitude, vertexLatitude] = ring[index] ?? first;
    const x = fromX + degreesEast(fromLongitude, vertexLongitude);
    const y = vertexLatitude - latitude;
    if (test(fromX, fromY, x, y)) return true;
    fromX = x;
    fromY = y;
    fromLongitude = vertexLongitude;
  }
  return false;
}

/** Degrees from one longitude east to another, −180 … 180. */
export function degreesEast(from: number, to: number): number {
  const degrees = to - from;
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
