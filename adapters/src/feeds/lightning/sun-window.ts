import { sunPosition } from '@allclear/domain';

/**
 * How far from the direction of the Earth's center the sun may stand, as the satellite sees it, when its light
 * reaches a lightning mapper, degrees. The field of view ends 8° from the center and the Earth's disc 8.7°. For
 * GOES-16 false events and blind regions are known from about 04:15 to 05:45 UTC (EUMETSAT, DAT_3885415), up to
 * 53 minutes from satellite midnight when the equation of time (±8 minutes at the equinoxes) is added: 13.25°
 * of the sun's path. A little more is taken, because only a batch with far too many events is masked in it.
 *
 * The sun comes this close while its declination is less than 13.5°: about five weeks before and after each
 * equinox, for up to 54 minutes before and after satellite midnight.
 */
const MAX_SUN_DEGREES = 13.5;
/** The mean sun is at most this far from midnight in the window: 54 minutes, and 17 of the equation of time. */
const MAX_HOURS_FROM_MIDNIGHT = 1.2;
const HOUR_MS = 3_600_000;

/**
 * Whether the sun may shine into a lightning mapper in geostationary orbit at an instant (epoch ms).
 * `longitude` is that of the point below the satellite, degrees east. False outside the years 1900 to 2100.
 */
export function sunBlindsMapper(longitude: number, at: number): boolean {
  // Spares the position of the sun for most of the day.
  const hours = (((at / HOUR_MS + longitude / 15) % 24) + 24) % 24;
  if (Math.min(hours, 24 - hours) > MAX_HOURS_FROM_MIDNIGHT) return false;
  // The sun is so far away that its direction is the same for the satellite and the point below it.
  const sun = sunPosition({ at, latitude: 0, longitude });
  return sun !== null && 90 + sun.elevationDeg <= MAX_SUN_DEGREES;
}
