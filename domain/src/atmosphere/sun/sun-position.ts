import { isFiniteReading, type Reading } from '../../core/index.ts';
import { sunInTheSky, wrapDegrees } from './sun-in-the-sky.ts';

export type SunPositionInput = {
  /** Instant, epoch milliseconds. */
  at: Reading;
  /** Degrees north, −90 … 90. */
  latitude: Reading;
  /** Degrees east, −360 … 360. */
  longitude: Reading;
  /**
   * Station pressure and temperature determine refraction; the standard atmosphere (1013.25 hPa, 15 °C) when
   * missing.
   */
  pressureHpa?: Reading;
  temperatureC?: Reading;
};

export type SunPosition = {
  /** Elevation of the sun's center above the horizon without refraction, degrees. */
  elevationDeg: number;
  /** The same with refraction. */
  apparentElevationDeg: number;
  /** Degrees clockwise from north, 0 ≤ azimuth < 360. */
  azimuthDeg: number;
  /** Cosine of the apparent zenith distance; negative when the sun is down. */
  cosZenith: number;
  /** Distance of the sun in astronomical units. */
  distanceAu: number;
};

const RADIANS = Math.PI / 180;
/** Years for which the series have the stated accuracy. */
const MIN_AT = Date.UTC(1900, 0, 1);
const MAX_AT = Date.UTC(2101, 0, 1);
/** Below this elevation the upper limb is below the horizon and no refraction applies. */
const HORIZON_DEG = -(0.26667 + 0.5667);

/**
 * Position of the sun for 1900 … 2100: within 0.006° of NREL's Solar Position Algorithm as an angle on the
 * sky (0.0024° of it is the sun's parallax, omitted because the models that use the position omit it). Null
 * when time or place is missing or outside its range.
 *
 * Sources: Meeus, "Astronomical Algorithms" (2nd ed.), chapters 12, 13, 22 and 25 for the position, with the
 * five perturbations of his "Astronomical Formulae for Calculators", chapter 18; refraction as in Reda &
 * Andreas, NREL/TP-560-34302 (2008), equation 42.
 */
export function sunPosition({
  at,
  latitude,
  longitude,
  pressureHpa,
  temperatureC,
}: SunPositionInput): SunPosition | null {
  if (!isFiniteReading(at) || at < MIN_AT || at > MAX_AT) return null;
  if (
    !isFiniteReading(latitude) ||
    Math.abs(latitude) > 90 ||
    !isFiniteReading(longitude) ||
    Math.abs(longitude) > 360
  )
    return null;
  const sun = sunInTheSky(at);
  const hourAngle = (sun.siderealDeg + longitude) * RADIANS - sun.rightAscension;
  const phi = latitude * RADIANS;
  const sinElevation =
    Math.sin(phi) * Math.sin(sun.declination) +
    Math.cos(phi) * Math.cos(sun.declination) * Math.cos(hourAngle);
  const elevationDeg = Math.asin(Math.max(-1, Math.min(1, sinElevation))) / RADIANS;
  const south = Math.cos(hourAngle) * Math.sin(phi) - Math.tan(sun.declination) * Math.cos(phi);
  const azimuthDeg = wrapDegrees(Math.atan2(Math.sin(hourAngle), south) / RADIANS + 180);
  const apparentElevationDeg = elevationDeg + refractionDeg(elevationDeg, pressureHpa, temperatureC);
  return {
    elevationDeg,
    apparentElevationDeg,
    azimuthDeg,
    cosZenith: Math.sin(apparentElevationDeg * RADIANS),
    distanceAu: sun.distanceAu,
  };
}

function refractionDeg(elevationDeg: number, pressureHpa: Reading, temperatureC: Reading): number {
  if (elevationDeg < HORIZON_DEG) return 0;
  const pressure = isFiniteReading(pressureHpa) && pressureHpa >= 0 ? pressureHpa : 1013.25;
  const temperature = isFiniteReading(temperatureC) && temperatureC > -150 ? temperatureC : 15;
  const bentDeg = 1.02 / 60 / Math.tan((elevationDeg + 10.3 / (elevationDeg + 5.11)) * RADIANS);
  return (pressure / 1010) * (283 / (273 + temperature)) * bentDeg;
}
