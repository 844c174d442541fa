import { isFiniteReading, isWithin, type Reading } from '../../core/index.ts';
import { saturationHpa } from '../moist-air.ts';
import { sunPosition } from '../sun/sun-position.ts';
import { type BalanceInput, globeKelvin, naturalWetBulbKelvin } from './wbgt-balances.ts';
import { radiation } from './wbgt-radiation.ts';
import { stabilityClass, windAt2mMps } from './wind-profile.ts';

export type WetBulbGlobeInput = {
  /** End of the averaging period, epoch milliseconds (1900 … 2100). */
  at: Reading;
  /** Degrees north, −90 … 90. */
  latitude: Reading;
  /** Degrees east, −360 … 360. */
  longitude: Reading;
  /** Air temperature, °C, −90 … 70. */
  temperatureC: Reading;
  /** Relative humidity, %, 0 and up; above 100 counts as 100. */
  relativeHumidityPct: Reading;
  /** Wind, m/s, 0 … 120. */
  windMps: Reading;
  /** Height of the anemometer, m, above 0 … 200. */
  windHeightM: Reading;
  /** Station pressure (not reduced to sea level), hPa, 500 … 1100. */
  pressureHpa: Reading;
  /** Global horizontal irradiance, W/m², −50 … 2000; below 0 (a cooling sensor at night) counts as 0. */
  solarWm2: Reading;
  /** Whether the place is built up; rural when missing. */
  urban?: boolean | null | undefined;
  /** Length of the averaging period, minutes, 0 … 1440; 0 when missing. The sun is taken at its middle. */
  averagingMinutes?: Reading;
  /**
   * Air temperature above minus below (10 m and 2 m), °C; only its sign counts, at night. An inversion when
   * missing.
   */
  verticalTemperatureDifferenceC?: Reading;
};

export type WetBulbGlobe = {
  /** Wet-bulb globe temperature, °C: 0.7 natural wet bulb + 0.2 globe + 0.1 air. */
  wbgtC: number;
  /** Temperature of the black globe, °C. */
  globeC: number;
  /** Temperature of the wetted wick in sun and wind, °C. */
  naturalWetBulbC: number;
  /** Wind at 2 m, m/s. */
  windAt2m: number;
  /** Fraction of the irradiance in the direct beam, 0 … 0.9. */
  directFraction: number;
};

const ZERO_C = 273.15;

/**
 * Outdoor wet-bulb globe temperature with its parts. Null when an input is missing or outside its range.
 *
 * Source: Liljegren, Carhart, Lawday, Tschopp & Sharp, J. Occup. Environ. Hyg. 5 (2008) 645–655, with both
 * energy balances solved to 1e-7 K (the original program stops at 0.02 K). The sun is that of `sunPosition`;
 * near the horizon the direct beam is faded out (see wbgt-radiation.ts). Best above 800 hPa; measured against
 * thermometers within about 1 °C.
 */
export function wetBulbGlobe(input: WetBulbGlobeInput): WetBulbGlobe | null {
  const {
    at,
    latitude,
    longitude,
    temperatureC,
    relativeHumidityPct,
    windMps,
    windHeightM,
    pressureHpa,
    solarWm2,
  } = input;
  const averagingMinutes = input.averagingMinutes ?? 0;
  if (!isFiniteReading(at) || !isWithin(averagingMinutes, 0, 1440)) return null;
  if (!isWithin(temperatureC, -90, 70) || !isFiniteReading(relativeHumidityPct) || relativeHumidityPct < 0)
    return null;
  if (!isWithin(windMps, 0, 120) || !isWithin(windHeightM, Number.MIN_VALUE, 200)) return null;
  if (!isWithin(pressureHpa, 500, 1100) || !isWithin(solarWm2, -50, 2000)) return null;
  // The model applies the refraction of the standard atmosphere, whatever the weather.
  const sun = sunPosition({ at: at - averagingMinutes * 30_000, latitude, longitude });
  if (!sun) return null;

  const { cosZenith } = sun;
  const light = radiation(Math.max(solarWm2, 0), cosZenith, sun.distanceAu);
  const stability = stabilityClass(
    cosZenith > 0,
    windMps,
    light.solarWm2,
    input.verticalTemperatureDifferenceC,
  );
  const windAt2m = windAt2mMps(windMps, windHeightM, stability, input.urban === true);
  const airK = temperatureC + ZERO_C;
  const vapourHpa = (Math.min(relativeHumidityPct, 100) / 100) * saturationHpa(airK);
  const balance: BalanceInput = { airK, vapourHpa, pressureHpa, windMps: windAt2m, cosZenith, ...light };
  const globeC = globeKelvin(balance) - ZERO_C;
  const naturalWetBulbC = naturalWetBulbKelvin(balance) - ZERO_C;
  const wbgtC = 0.7 * naturalWetBulbC + 0.2 * globeC + 0.1 * temperatureC;
  return { wbgtC, globeC, naturalWetBulbC, windAt2m, directFraction: light.directFraction };
}
