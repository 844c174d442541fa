/** Corners in [longitude, latitude], degrees; the last may repeat the first. */
type Corners = readonly (readonly [number, number])[];

/**
 * Whether a ring contains a place, by the even-odd rule with the edge inside. Each vertex is measured from
 * the previous one, so a ring may cross the date line. Degrees.
 */
export function ringHolds(
  ring: Corners,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): boolean {
  const first = ring[0];
  if (first === undefined) return false;
  let isInside = false;
  let fromX = degreesEast(longitude, first[0]);
  let fromY = first[1] - latitude;
  let fromLongitude = first[0];
  for (const [vertexLongitude, vertexLatitude] of [...ring.slice(1), first]) {
    const x = fromX + degreesEast(fromLongitude, vertexLongitude);
    const y = vertexLatitude - latitude;
    const turn = fromX * y - x * fromY;
    const isOnEdge =
      turn === 0 &&
      Math.min(fromX, x) <= 0 &&
      Math.max(fromX, x) >= 0 &&
      Math.min(fromY, y) <= 0 &&
      Math.max(fromY, y) >= 0;
    if (isOnEdge) return true;
    if (fromY > 0 !== y > 0 && turn < 0 === fromY > y) isInside = !isInside;
    [fromX, fromY, fromLongitude] = [x, y, vertexLongitude];
  }
  return isInside;
}

/** Degrees from one longitude east to another, −180 … 180. */
export function degreesEast(from: number, to: number): number {
  const degrees = to - from;
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
