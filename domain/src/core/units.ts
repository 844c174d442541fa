import { isFiniteReading, type Reading } from './reading.ts';

// All conversions of units. Each takes a reading and returns a number, or null when the reading is missing.

/** Miles per hour in one meter per second, as the specification fixes it (exact: 2.23693629…). */
export const MPH_PER_MPS = 2.236936;
/** Miles in one kilometer, as the specification fixes it (exact: 0.62137119…). */
export const MILES_PER_KM = 0.621371;

const METERS_PER_FOOT = 0.3048;
const MM_PER_INCH = 25.4;
const MPS_PER_KNOT = 1852 / 3600;
const HPA_PER_INHG = 33.863886;
const MJ_PER_WH = 0.0036;

function scaled(value: Reading, factor: number): number | null {
  return isFiniteReading(value) ? value * factor : null;
}

/** °C to °F. */
export function fahrenheitFromCelsius(celsius: Reading): number | null {
  return isFiniteReading(celsius) ? (celsius * 9) / 5 + 32 : null;
}

/** °F to °C. */
export function celsiusFromFahrenheit(fahrenheit: Reading): number | null {
  return isFiniteReading(fahrenheit) ? ((fahrenheit - 32) * 5) / 9 : null;
}

/** K to °C. */
export function celsiusFromKelvin(kelvin: Reading): number | null {
  return isFiniteReading(kelvin) ? kelvin - 273.15 : null;
}

/** m/s to mph. */
export function mphFromMps(mps: Reading): number | null {
  return scaled(mps, MPH_PER_MPS);
}

/** mph to m/s. */
export function mpsFromMph(mph: Reading): number | null {
  return scaled(mph, 1 / MPH_PER_MPS);
}

/** km/h to mph. */
export function mphFromKmh(kmh: Reading): number | null {
  return scaled(kmh, MILES_PER_KM);
}

/** Knots to mph. */
export function mphFromKnots(knots: Reading): number | null {
  return scaled(knots, MPS_PER_KNOT * MPH_PER_MPS);
}

/** Knots to m/s. */
export function mpsFromKnots(knots: Reading): number | null {
  return scaled(knots, MPS_PER_KNOT);
}

/** km to statute miles. */
export function milesFromKm(km: Reading): number | null {
  return scaled(km, MILES_PER_KM);
}

/** Statute miles to km. */
export function kmFromMiles(miles: Reading): number | null {
  return scaled(miles, 1 / MILES_PER_KM);
}

/** m to statute miles. */
export function milesFromMetres(meters: Reading): number | null {
  return scaled(meters, MILES_PER_KM / 1000);
}

/** Feet to m. */
export function metresFromFeet(feet: Reading): number | null {
  return scaled(feet, METERS_PER_FOOT);
}

/** m to feet. */
export function feetFromMetres(meters: Reading): number | null {
  return scaled(meters, 1 / METERS_PER_FOOT);
}

/** mm to inches. */
export function inchesFromMm(mm: Reading): number | null {
  return scaled(mm, 1 / MM_PER_INCH);
}

/** Inches to mm. */
export function mmFromInches(inches: Reading): number | null {
  return scaled(inches, MM_PER_INCH);
}

/** Inches of mercury (at 32 °F) to hPa. */
export function hpaFromInchesOfMercury(inHg: Reading): number | null {
  return scaled(inHg, HPA_PER_INHG);
}

/** hPa to inches of mercury (at 32 °F). */
export function inchesOfMercuryFromHpa(hpa: Reading): number | null {
  return scaled(hpa, 1 / HPA_PER_INHG);
}

/** Pa to hPa. */
export function hpaFromPascal(pascal: Reading): number | null {
  return scaled(pascal, 0.01);
}

/** A mean of W/m² over a number of hours to MJ/m². */
export function mjPerM2FromWattsPerM2(wattsPerM2: Reading, hours: Reading): number | null {
  return isFiniteReading(hours) ? scaled(wattsPerM2, hours * MJ_PER_WH) : null;
}

/** ppb to ppm. */
export function ppmFromPpb(ppb: Reading): number | null {
  return scaled(ppb, 0.001);
}
