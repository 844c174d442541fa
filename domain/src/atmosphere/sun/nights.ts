import { sunPosition } from './sun-position.ts';

export interface Night {
  readonly fromMs: number;
  readonly toMs: number;
}

const stepMs = 5 * 60_000;
/**
 * The sun's upper limb is below the horizon, refraction included: the definition of sunset and sunrise in
 * almanacs.
 */
const sunsetDeg = -0.833;

/**
 * The periods between two instants (epoch ms) in which the sun is down at a place (degrees), to five minutes.
 * Empty when the place is missing or the instants are out of order.
 */
export function nightsBetween(
  fromMs: number,
  toMs: number,
  place: { readonly latitude: number; readonly longitude: number },
): Night[] {
  const nights: Night[] = [];
  let since: number | null = null;
  for (let at = Math.floor(fromMs / stepMs) * stepMs; at <= toMs; at += stepMs) {
    const sun = sunPosition({ at, latitude: place.latitude, longitude: place.longitude });
    const isDown = sun !== null && sun.elevationDeg < sunsetDeg;
    if (isDown && since === null) since = Math.max(at, fromMs);
    if (!isDown && since !== null) {
      nights.push({ fromMs: since, toMs: at });
      since = null;
    }
  }
  if (since !== null && since < toMs) nights.push({ fromMs: since, toMs });
  return nights;
}
