// Apparent position of the sun on the celestial sphere and the rotation of the earth: the inner part of
// sun-position.ts, not exported from the package.

const RADIANS = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
/**
 * Terrestrial minus universal time, s: 63.8 in 2000, 69 since 2017. The sun moves 0.00001° in a second of it.
 */
const DELTA_T_S = 69;

import { DAY_MS } from '../../core/index.ts';
export type SunInTheSky = {
  /** rad, apparent, of date. */
  rightAscension: number;
  declination: number;
  distanceAu: number;
  /** Apparent sidereal time of Greenwich, degrees, 0 ≤ time < 360. */
  siderealDeg: number;
};

/**
 * Apparent position of the sun and sidereal time at an instant (epoch ms), 1900 … 2100, to about 0.001°.
 *
 * Sources: Meeus, "Astronomical Algorithms" (2nd ed.), chapters 12, 22 and 25, with the five perturbations of
 * his "Astronomical Formulae for Calculators", chapter 18.
 */
export function sunInTheSky(at: number): SunInTheSky {
  const universalDays = (at - J2000_MS) / DAY_MS;
  const t = (universalDays + DELTA_T_S / 86_400) / 36_525;
  const meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032);
  const anomaly = (357.52911 + t * (35_999.05029 - t * 0.0001537)) * RADIANS;
  const eccentricity = 0.016708634 - t * 0.000042037;
  const center =
    (1.914602 - t * 0.004817) * Math.sin(anomaly) +
    (0.019993 - t * 0.000101) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly);
  const distanceAu =
    (1.000001018 * (1 - eccentricity * eccentricity)) /
    (1 + eccentricity * Math.cos(anomaly + center * RADIANS));
  const nutation = nutationDeg(t);
  const aberration = -20.4898 / 3600 / distanceAu;
  const longitude =
    (meanLongitude + center + perturbationsDeg(t) + nutation.inLongitude + aberration) * RADIANS;
  const obliquity = (23.4392911 - t * 0.0130042 + nutation.inObliquity) * RADIANS;
  const meanSidereal = 280.46061837 + 360.98564736629 * universalDays + 0.000387933 * t * t;
  return {
    distanceAu,
    rightAscension: Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)),
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
    siderealDeg: wrapDegrees(meanSidereal + nutation.inLongitude * Math.cos(obliquity)),
  };
}

/** Nutation in degrees, from Julian centuries since 2000 (Meeus, chapter 22, the short form: 0.5″). */
export function nutationDeg(t: number): { inLongitude: number; inObliquity: number } {
  const node = (125.04452 - t * 1934.136261) * RADIANS;
  const doubleSun = 2 * (280.4665 + t * 36_000.7698) * RADIANS;
  const doubleMoon = 2 * (218.3165 + t * 481_267.8813) * RADIANS;
  return {
    inLongitude:
      (-17.2 * Math.sin(node) -
        1.32 * Math.sin(doubleSun) -
        0.23 * Math.sin(doubleMoon) +
        0.21 * Math.sin(2 * node)) /
      3600,
    inObliquity:
      (9.2 * Math.cos(node) +
        0.57 * Math.cos(doubleSun) +
        0.1 * Math.cos(doubleMoon) -
        0.09 * Math.cos(2 * node)) /
      3600,
  };
}

/**
 * Perturbation of the sun's longitude by Venus (two terms), Jupiter and the moon, and a secular term,
 * degrees; counted from 1900.
 */
export function perturbationsDeg(t: number): number {
  const t1900 = t + 1;
  const venus1 = (153.23 + 22_518.7541 * t1900) * RADIANS;
  const venus2 = (216.57 + 45_037.5082 * t1900) * RADIANS;
  const jupiter = (312.69 + 32_964.3577 * t1900) * RADIANS;
  const moon = (350.74 + 445_267.1142 * t1900) * RADIANS;
  const longPeriod = (231.19 + 20.2 * t1900) * RADIANS;
  return (
    0.00134 * Math.cos(venus1) +
    0.00154 * Math.cos(venus2) +
    0.002 * Math.cos(jupiter) +
    0.00179 * Math.sin(moon) +
    0.00178 * Math.sin(longPeriod)
  );
}

/** An angle in degrees normalized to 0 ≤ angle < 360. */
export function wrapDegrees(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
