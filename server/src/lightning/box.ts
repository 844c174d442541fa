/** A part of the map, degrees. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A box may reach over the antimeridian: left 170 and right -170, or right 190. */
export function isInBox(
  { latitude, longitude }: { latitude: number; longitude: number },
  { top, bottom, left, right }: Box,
): boolean {
  if (latitude > top || latitude < bottom) return false;
  if (left > right) return longitude >= left || longitude <= right;
  return (longitude >= left && longitude <= right) || longitude + 360 <= right || longitude - 360 >= left;
}
