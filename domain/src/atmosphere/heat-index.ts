import { isFiniteReading, type Reading } from '../core/index.ts';

const MAX_TEMPERATURE_F = 200;

/**
 * NWS heat index in °F from air temperature (°F, −200 … 200) and relative humidity (%, 0 and up; above 100
 * counts as 100). At 40 °F and below the air temperature itself. Null when an input is missing or outside.
 *
 * Source: Rothfusz, "The Heat Index Equation", NWS Southern Region SR 90-23 (1990), with the Weather
 * Prediction Center's simple formula for mild air and its adjustments for dry and humid air
 * (wpc.ncep.noaa.gov/html/heatindex_equation.shtml). For shade and light wind; full sun can add up to 15 °F.
 * The regression itself is within 1.3 °F of Steadman's model.
 */
export function heatIndexF(temperatureF: Reading, relativeHumidityPct: Reading): number | null {
  if (!isFiniteReading(temperatureF) || !isFiniteReading(relativeHumidityPct)) return null;
  if (Math.abs(temperatureF) > MAX_TEMPERATURE_F || relativeHumidityPct < 0) return null;
  const t = temperatureF;
  const rh = Math.min(relativeHumidityPct, 100);
  if (t <= 40) return t;
  // Steadman's simple form; its leading 0.5 is the average with the temperature, so the average below only
  // picks the formula.
  const simple = 0.5 * (t + 61 + (t - 68) * 1.2 + rh * 0.094);
  if ((simple + t) / 2 < 80) return simple;
  return rothfusz(t, rh) - dryAdjustmentF(t, rh) + humidAdjustmentF(t, rh);
}

function rothfusz(t: number, rh: number): number {
  return (
    -42.379 +
    2.04901523 * t +
    10.14333127 * rh -
    0.22475541 * t * rh -
    6.83783e-3 * t * t -
    5.481717e-2 * rh * rh +
    1.22874e-3 * t * t * rh +
    8.5282e-4 * t * rh * rh -
    1.99e-6 * t * t * rh * rh
  );
}

function dryAdjustmentF(t: number, rh: number): number {
  if (rh >= 13 || t < 80 || t > 112) return 0;
  return ((13 - rh) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17);
}

function humidAdjustmentF(t: number, rh: number): number {
  if (rh <= 85 || t < 80 || t > 87) return 0;
  return ((rh - 85) / 10) * ((87 - t) / 5);
}
