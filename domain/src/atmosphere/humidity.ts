import { isFiniteReading, type Reading } from '../core/index.ts';

const MAGNUS_A = 17.625;
const MAGNUS_B_C = 243.04;
const MIN_C = -100;
const MAX_C = 100;

function isAirTemperature(temperatureC: Reading): temperatureC is number {
  return isFiniteReading(temperatureC) && temperatureC >= MIN_C && temperatureC <= MAX_C;
}

function magnusExponent(temperatureC: number): number {
  return (MAGNUS_A * temperatureC) / (MAGNUS_B_C + temperatureC);
}

/**
 * Dew point in °C from air temperature (°C, −100 … 100) and relative humidity over water (%, above 0; above
 * 100 counts as 100). Null when an input is missing or outside; air without any vapor has no dew point.
 *
 * Source: Magnus form with the coefficients of Alduchov & Eskridge, J. Appl. Meteor. 35 (1996) 601–609;
 * within 0.12 °C of ECMWF, Hardy and Bolton.
 */
export function dewPointC(temperatureC: Reading, relativeHumidityPct: Reading): number | null {
  if (!isAirTemperature(temperatureC) || !isFiniteReading(relativeHumidityPct) || relativeHumidityPct <= 0)
    return null;
  const gamma = Math.log(Math.min(relativeHumidityPct, 100) / 100) + magnusExponent(temperatureC);
  return (MAGNUS_B_C * gamma) / (MAGNUS_A - gamma);
}

/**
 * Relative humidity over water in % (0 … 100) from air temperature and dew point (°C, −100 … 100). A dew
 * point above the temperature, as rounding or two sensors give it, is 100 %. Null when an input is missing or
 * outside. Source as `dewPointC`.
 */
export function relativeHumidityPct(temperatureC: Reading, dewPoint: Reading): number | null {
  if (!isAirTemperature(temperatureC) || !isAirTemperature(dewPoint)) return null;
  return Math.min(100, 100 * Math.exp(magnusExponent(dewPoint) - magnusExponent(temperatureC)));
}
