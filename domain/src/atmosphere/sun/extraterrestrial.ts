// Solar geometry of ASCE-EWRI (2005): from the day of the year, accurate to one percent, without refraction.
// Separate from sun-position.ts on purpose: the standard fixes these forms so that all implementations of
// evapotranspiration agree. Not exported.

const SOLAR_CONSTANT_MJ_HOUR = 4.92;
const RADIANS = Math.PI / 180;
/**
 * Below this elevation (rad) measured and clear-sky radiation are too small for a meaningful ratio (equation
 * 50).
 */
const LOW_SUN = 0.3;

/** Distance factor (equation 23) and declination in rad (24) of a day of the year. */
function yearly(dayOfYear: number): { distance: number; declination: number } {
  const angle = (2 * Math.PI * dayOfYear) / 365;
  return { distance: 1 + 0.033 * Math.cos(angle), declination: 0.409 * Math.sin(angle - 1.39) };
}

/** Hour angle of sunset in rad: 0 in polar night, π under the midnight sun (equation 27). */
function sunsetHourAngle(phi: number, declination: number): number {
  return Math.acos(Math.max(-1, Math.min(1, -Math.tan(phi) * Math.tan(declination))));
}

/** Radiation above the atmosphere on a horizontal surface in a day, MJ/m² (equation 21). */
import { DAY_MS, HOUR_MS } from '../../core/index.ts';
export function dailyExtraterrestrialMj(latitude: number, dayOfYear: number): number {
  const phi = latitude * RADIANS;
  const { distance, declination } = yearly(dayOfYear);
  const sunset = sunsetHourAngle(phi, declination);
  const geometry =
    sunset * Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.sin(sunset);
  return Math.max(0, (24 / Math.PI) * SOLAR_CONSTANT_MJ_HOUR * distance * geometry);
}

export type SolarHour = { extraterrestrialMj: number; isLowSun: boolean };

/**
 * The hour around `at` (its middle, epoch ms): radiation above the atmosphere in MJ/m² (equation 48) and
 * whether the sun is below 0.3 rad at its middle. The day of the year is that of the place's solar time.
 */
export function solarHour(at: number, latitude: number, longitude: number): SolarHour {
  const meanSolarTime = at + (longitude / 15) * HOUR_MS;
  const dayOfYear = dayOfYearOf(meanSolarTime);
  const b = (2 * Math.PI * (dayOfYear - 81)) / 364;
  const equationOfTimeHours = 0.1645 * Math.sin(2 * b) - 0.1255 * Math.cos(b) - 0.025 * Math.sin(b);
  const hours = (((meanSolarTime % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS + equationOfTimeHours;
  const noonAngle = (Math.PI / 12) * (hours - 12);
  const phi = latitude * RADIANS;
  const { distance, declination } = yearly(dayOfYear);
  const sunset = sunsetHourAngle(phi, declination);
  const clip = (angle: number) => Math.max(-sunset, Math.min(sunset, angle));
  const start = clip(noonAngle - Math.PI / 24);
  const end = clip(noonAngle + Math.PI / 24);
  const across = Math.cos(phi) * Math.cos(declination);
  const along = Math.sin(phi) * Math.sin(declination);
  const geometry = (end - start) * along + across * (Math.sin(end) - Math.sin(start));
  const extraterrestrialMj = Math.max(0, (12 / Math.PI) * SOLAR_CONSTANT_MJ_HOUR * distance * geometry);
  return { extraterrestrialMj, isLowSun: Math.asin(along + across * Math.cos(noonAngle)) < LOW_SUN };
}

/** Day of the year, 1 … 366, of an instant in milliseconds of some time. */
function dayOfYearOf(time: number): number {
  const year = new Date(time).getUTCFullYear();
  return Math.floor((time - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
}

/** Clear-sky radiation by the simple form of equation 19, in the unit of the extraterrestrial radiation. */
export function simpleClearSky(extraterrestrialMj: number, elevationM: number): number {
  return (0.75 + 2e-5 * elevationM) * extraterrestrialMj;
}
