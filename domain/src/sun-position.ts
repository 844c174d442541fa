import { isKnown, type Reading } from './known.ts';

export type SunPositionInput = {
  /** Instant, epoch milliseconds. */
  at: Reading;
  /** Degrees north, −90 … 90. */
  latitude: Reading;
  /** Degrees east, −360 … 360. */
  longitude: Reading;
  /** Station pressure and temperature bend the light; the standard atmosphere (1013.25 hPa, 15 °C) when missing. */
  pressureHpa?: Reading;
  temperatureC?: Reading;
};

export type SunPosition = {
  /** Elevation of the sun's centre above the horizon without the air's refraction, degrees. */
  elevationDeg: number;
  /** The same as seen through the air. */
  apparentElevationDeg: number;
  /** Degrees clockwise from north, 0 ≤ azimuth < 360. */
  azimuthDeg: number;
  /** Cosine of the apparent zenith distance; negative when the sun is down. */
  cosZenith: number;
  /** Distance of the sun in astronomical units. */
  distanceAu: number;
};

const RADIANS = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAY_MS = 86_400_000;
/** Terrestrial minus universal time, s: 63.8 in 2000, 69 since 2017. The sun moves 0.00001° in a second of it. */
const DELTA_T_S = 69;
/** Years for which the series hold to the stated accuracy. */
const MIN_AT = Date.UTC(1900, 0, 1);
const MAX_AT = Date.UTC(2101, 0, 1);
/** Below this elevation the upper limb is under the horizon and there is no light to bend. */
const HORIZON_DEG = -(0.26667 + 0.5667);

/**
 * Where the sun stands, for 1900 … 2100: within 0.01° of NREL's Solar Position Algorithm as an angle on the
 * sky (0.0024° of it is the sun's parallax, left out because the models that use the sun leave it out).
 * Null when time or place is missing or outside.
 *
 * Sources: Meeus, "Astronomical Algorithms" (2nd ed.), chapters 12, 13, 22 and 25 for the position, with the four largest
 * perturbations by Venus, Jupiter and the moon of his "Astronomical Formulae for Calculators", chapter 18; refraction as in
 * Reda & Andreas, NREL/TP-560-34302 (2008), equation 42.
 */
export function sunPosition({ at, latitude, longitude, pressureHpa, temperatureC }: SunPositionInput): SunPosition | null {
  if (!isKnown(at) || at < MIN_AT || at > MAX_AT) return null;
  if (!isKnown(latitude) || Math.abs(latitude) > 90 || !isKnown(longitude) || Math.abs(longitude) > 360) return null;
  const sun = sunInTheSky(at);
  const hourAngle = (sun.siderealDeg + longitude) * RADIANS - sun.rightAscension;
  const phi = latitude * RADIANS;
  const sinElevation = Math.sin(phi) * Math.sin(sun.declination) + Math.cos(phi) * Math.cos(sun.declination) * Math.cos(hourAngle);
  const elevationDeg = Math.asin(Math.max(-1, Math.min(1, sinElevation))) / RADIANS;
  const south = Math.cos(hourAngle) * Math.sin(phi) - Math.tan(sun.declination) * Math.cos(phi);
  const azimuthDeg = wrapDegrees(Math.atan2(Math.sin(hourAngle), south) / RADIANS + 180);
  const apparentElevationDeg = elevationDeg + refractionDeg(elevationDeg, pressureHpa, temperatureC);
  return { elevationDeg, apparentElevationDeg, azimuthDeg, cosZenith: Math.sin(apparentElevationDeg * RADIANS), distanceAu: sun.distanceAu };
}

function sunInTheSky(at: number) {
  const universalDays = (at - J2000_MS) / DAY_MS;
  const t = (universalDays + DELTA_T_S / 86_400) / 36_525;
  const meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032);
  const anomaly = (357.52911 + t * (35_999.05029 - t * 0.0001537)) * RADIANS;
  const eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267);
  const centre =
    (1.914602 - t * (0.004817 + t * 0.000014)) * Math.sin(anomaly) +
    (0.019993 - t * 0.000101) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly);
  const distanceAu = (1.000001018 * (1 - eccentricity * eccentricity)) / (1 + eccentricity * Math.cos(anomaly + centre * RADIANS));
  const node = (125.04452 - t * (1934.136261 - t * 0.0020708)) * RADIANS;
  const doubleSun = 2 * meanLongitude * RADIANS;
  const doubleMoon = 2 * (218.3165 + t * 481_267.8813) * RADIANS;
  const nutationInLongitude = (-17.2 * Math.sin(node) - 1.32 * Math.sin(doubleSun) - 0.23 * Math.sin(doubleMoon) + 0.21 * Math.sin(2 * node)) / 3600;
  const nutationInObliquity = (9.2 * Math.cos(node) + 0.57 * Math.cos(doubleSun) + 0.1 * Math.cos(doubleMoon) - 0.09 * Math.cos(2 * node)) / 3600;
  const aberration = -20.4898 / 3600 / distanceAu;
  const longitude = (meanLongitude + centre + perturbationsDeg(t) + nutationInLongitude + aberration) * RADIANS;
  const obliquity = (23.4392911 - t * (0.0130042 + t * 0.00000016) + nutationInObliquity) * RADIANS;
  const meanSidereal = 280.46061837 + 360.98564736629 * universalDays + 0.000387933 * t * t;
  return {
    distanceAu,
    rightAscension: Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)),
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
    siderealDeg: wrapDegrees(meanSidereal + nutationInLongitude * Math.cos(obliquity)),
  };
}

/** Pull of Venus (two terms), Jupiter and the moon on the sun's longitude, degrees; the arguments count centuries from 1900. */
function perturbationsDeg(t: number): number {
  const t1900 = t + 1;
  const venus1 = (153.23 + 22_518.7541 * t1900) * RADIANS;
  const venus2 = (216.57 + 45_037.5082 * t1900) * RADIANS;
  const jupiter = (312.69 + 32_964.3577 * t1900) * RADIANS;
  const moon = (350.74 + t1900 * (445_267.1142 - 0.00144 * t1900)) * RADIANS;
  return 0.00134 * Math.cos(venus1) + 0.00154 * Math.cos(venus2) + 0.002 * Math.cos(jupiter) + 0.00179 * Math.sin(moon);
}

function refractionDeg(elevationDeg: number, pressureHpa: Reading, temperatureC: Reading): number {
  if (elevationDeg < HORIZON_DEG) return 0;
  const pressure = isKnown(pressureHpa) && pressureHpa >= 0 ? pressureHpa : 1013.25;
  const temperature = isKnown(temperatureC) && temperatureC > -150 ? temperatureC : 15;
  const bentDeg = 1.02 / 60 / Math.tan((elevationDeg + 10.3 / (elevationDeg + 5.11)) * RADIANS);
  return (pressure / 1010) * (283 / (273 + temperature)) * bentDeg;
}

function wrapDegrees(degrees: number): number {
  return (((degrees % 360) + 360) % 360) + 0;
}
