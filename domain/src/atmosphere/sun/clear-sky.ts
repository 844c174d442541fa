// The clear-sky envelope of a pyranometer after R. G. Allen, "Assessing integrity of weather data for reference
// evapotranspiration estimation", J. Irrig. Drain. Eng. 122 (1996) 97–106, in the simple form of ASCE-EWRI (2005).

import { isWithin, type Reading } from '../../core/index.ts';
import { dailyExtraterrestrialMj, simpleClearSky } from './extraterrestrial.ts';
import { sunPosition } from './sun-position.ts';

/** 4.92 MJ/m² in an hour: the solar constant of the standard, W/m². */
const SOLAR_CONSTANT_WM2 = 1_366.7;

/** m above sea level, −1000 … 9000; the envelope rises with it. */
type Elevated = { elevationM: Reading };

/**
 * Global radiation of a day under a clear sky, MJ/m² (equation 19); 0 where the sun does not rise. Null for input
 * that is missing or outside its range: degrees north, and the day of the year, 1 … 366.
 */
export function dailyClearSkyMj({
  latitude,
  dayOfYear,
  elevationM,
}: Elevated & { latitude: Reading; dayOfYear: Reading }): number | null {
  if (!isWithin(latitude, -90, 90) || !isWithin(dayOfYear, 1, 366) || !isWithin(elevationM, -1_000, 9_000))
    return null;
  return simpleClearSky(dailyExtraterrestrialMj(latitude, dayOfYear), elevationM);
}

/**
 * The same at an instant (epoch ms), W/m²; 0 while the sun is down. Null for input that is missing or outside its
 * range (degrees north and east).
 */
export function clearSkyWm2({
  at,
  latitude,
  longitude,
  elevationM,
}: Elevated & { at: Reading; latitude: Reading; longitude: Reading }): number | null {
  if (!isWithin(elevationM, -1_000, 9_000)) return null;
  const sun = sunPosition({ at, latitude, longitude });
  if (!sun) return null;
  return simpleClearSky((SOLAR_CONSTANT_WM2 / sun.distanceAu ** 2) * Math.max(0, sun.cosZenith), elevationM);
}
