import { sunBlindsMapper } from './sun-window.ts';

/**
 * Longitudes of the sub-satellite points, degrees. East: GOES-16 (2017-12 to 2025-04) and GOES-19; West:
 * GOES-17 and GOES-18.
 */
const SUB_SATELLITE_LONGITUDE: Readonly<Record<number, number>> = {
  16: -75.2,
  17: -137.2,
  18: -137.2,
  19: -75.2,
};

/**
 * The GLM's field of view is about 8° around nadir (Goodman et al. 2013, doi:10.1016/j.atmosres.2013.01.006),
 * which is 59° of a great circle as seen from 35,786 km, and its sensor ends between 52° and 54° of latitude
 * (Rudlosky et al. 2019, doi:10.1029/2018GL081052). Both limits are slightly reduced: a place that wrongly
 * counts as covered would show a false all clear. Together East and West still cover all of the contiguous
 * states.
 */
const MAX_GREAT_CIRCLE_DEGREES = 58;
const MAX_LATITUDE = 52;

export function isGlmSatellite(satellite: number): boolean {
  return satellite in SUB_SATELLITE_LONGITUDE;
}

/**
 * Whether the lightning mapper of the GOES satellite covers the place (degrees). False for coordinates that
 * are not numbers.
 */
export function glmCovers(satellite: number, latitude: number, longitude: number): boolean {
  const below = SUB_SATELLITE_LONGITUDE[satellite];
  if (below === undefined || !(Math.abs(latitude) <= MAX_LATITUDE)) return false;
  const radians = Math.PI / 180;
  const cosine = Math.cos(latitude * radians) * Math.cos((longitude - below) * radians);
  return cosine >= Math.cos(MAX_GREAT_CIRCLE_DEGREES * radians);
}

/** Whether the sun may shine into the lightning mapper of the GOES satellite at an instant, epoch ms. */
export function glmSunWindow(satellite: number, at: number): boolean {
  const below = SUB_SATELLITE_LONGITUDE[satellite];
  return below !== undefined && sunBlindsMapper(below, at);
}
