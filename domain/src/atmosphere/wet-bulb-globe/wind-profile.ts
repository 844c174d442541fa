import { isFiniteReading, type Reading } from '../../core/index.ts';

/** Pasquill stability of the air near the ground: 1 (A, very unstable) … 6 (F, stable). */
export type StabilityClass = 1 | 2 | 3 | 4 | 5 | 6;

// Rows: solar radiation from 925, 675, 175 and 0 W/m². Columns: wind below 2, 3, 5, 6 m/s and above.
const DAY = [
  [1, 1, 2, 3, 3],
  [1, 2, 2, 3, 4],
  [2, 3, 3, 4, 4],
  [4, 4, 4, 4, 4],
] as const;
// Columns: wind below 2, 2.5 m/s and above.
const NIGHT_COLDER_ABOVE = [5, 4, 4] as const;
const NIGHT_WARMER_ABOVE = [6, 5, 4] as const;

// Exponent of the wind's power law by class. Source: EPA ISC3 user's guide II (EPA-454/B-95-003b), table of
// default exponents.
type Exponents = Record<StabilityClass, number>;
const RURAL_EXPONENTS: Exponents = { 1: 0.07, 2: 0.07, 3: 0.1, 4: 0.15, 5: 0.35, 6: 0.55 };
const URBAN_EXPONENTS: Exponents = { 1: 0.15, 2: 0.15, 3: 0.2, 4: 0.25, 5: 0.3, 6: 0.3 };

/** The height, in meters, at which WBGT is defined. */
export const REFERENCE_HEIGHT_M = 2;
/** Minimum wind for which the power law and the convection formulas are valid, m/s (Liljegren 2008). */
export const MIN_WIND_MPS = 0.13;

/**
 * Stability class by the solar radiation / delta-T method: by day from sun (W/m²) and wind (m/s), by night
 * from wind and whether the air is warmer above (`verticalTemperatureDifferenceC`, upper minus lower; no
 * difference and a missing one count as warmer, the rule on a calm clear night). Source: EPA-454/R-99-005
 * (2000), table 6-7.
 */
export function stabilityClass(
  isDay: boolean,
  windMps: number,
  solarWm2: number,
  verticalTemperatureDifferenceC?: Reading,
): StabilityClass {
  if (isDay) return DAY[sunRow(solarWm2)][dayColumn(windMps)];
  const colderAbove = isFiniteReading(verticalTemperatureDifferenceC) && verticalTemperatureDifferenceC < 0;
  return (colderAbove ? NIGHT_COLDER_ABOVE : NIGHT_WARMER_ABOVE)[nightColumn(windMps)];
}

function sunRow(solarWm2: number): 0 | 1 | 2 | 3 {
  if (solarWm2 >= 925) return 0;
  if (solarWm2 >= 675) return 1;
  return solarWm2 >= 175 ? 2 : 3;
}

function dayColumn(windMps: number): 0 | 1 | 2 | 3 | 4 {
  if (windMps < 2) return 0;
  if (windMps < 3) return 1;
  if (windMps < 5) return 2;
  return windMps < 6 ? 3 : 4;
}

function nightColumn(windMps: number): 0 | 1 | 2 {
  if (windMps < 2) return 0;
  return windMps < 2.5 ? 1 : 2;
}

/**
 * Wind at 2 m in m/s from wind at `heightM` meters (above 0) by the power law of a stability class, at least
 * 0.13 m/s. Wind measured at 2 m stays as it is. Source: Liljegren 2008 with the exponents of EPA's ISC3.
 */
export function windAt2mMps(
  windMps: number,
  heightM: number,
  stability: StabilityClass,
  urban: boolean,
): number {
  if (heightM === REFERENCE_HEIGHT_M) return windMps;
  const exponent = (urban ? URBAN_EXPONENTS : RURAL_EXPONENTS)[stability];
  return Math.max(windMps * (REFERENCE_HEIGHT_M / heightM) ** exponent, MIN_WIND_MPS);
}
