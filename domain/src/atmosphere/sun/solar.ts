import { isFiniteReading, type Reading } from '../../core/index.ts';
import { sunPosition } from './sun-position.ts';

export type EstimatedSolarInput = {
  /** Instant, epoch milliseconds. */
  at: Reading;
  /** Degrees north. */
  latitude: Reading;
  /** Degrees east. */
  longitude: Reading;
  /** Part of the sky that is covered, 0 … 1. */
  cloudCover: Reading;
};

/**
 * Estimated global horizontal irradiance in W/m² (0 … 1040) for a place without a pyranometer, from the
 * height of the sun and the cloud cover. Null when an input is missing or the cover is outside 0 … 1. Values
 * derived from it must be marked 'Approx.'.
 *
 * Sources: clear sky by Haurwitz, J. Meteor. 2 (1945) and 3 (1946) (the best of the forms that need the
 * zenith angle only: Reno, Hansen & Stein, SAND2012-2389); clouds by Kasten & Czeplak, Solar Energy 24 (1980)
 * 177–189: 1 − 0.75 N^3.4.
 */
export function estimatedSolarWm2({
  at,
  latitude,
  longitude,
  cloudCover,
}: EstimatedSolarInput): number | null {
  if (!isFiniteReading(cloudCover) || cloudCover < 0 || cloudCover > 1) return null;
  const sun = sunPosition({ at, latitude, longitude });
  if (!sun) return null;
  return clearSkyWm2(sun.cosZenith) * (1 - 0.75 * cloudCover ** 3.4);
}

function clearSkyWm2(cosZenith: number): number {
  if (cosZenith <= 0) return 0;
  return 1098 * cosZenith * Math.exp(-0.057 / cosZenith);
}
