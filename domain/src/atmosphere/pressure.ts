import { isFiniteReading, type Reading } from '../core/index.ts';

/**
 * Pressure of the standard atmosphere in hPa at an elevation in meters above sea level (−1000 … 11 000, the
 * troposphere). Null when missing or outside. For places that report no station pressure of their own.
 *
 * Source: U.S. Standard Atmosphere 1976 in the form of the ASHRAE Handbook of Fundamentals, chapter 1,
 * equation 3.
 */
export function stationPressureHpa(elevationM: Reading): number | null {
  if (!isFiniteReading(elevationM) || elevationM < -1000 || elevationM > 11_000) return null;
  return 1013.25 * (1 - 2.25577e-5 * elevationM) ** 5.2559;
}
