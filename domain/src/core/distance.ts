import { isFiniteReading } from './reading.ts';

/** A place on the earth: degrees north and degrees east. */
export type GeoPoint = { latitude: number; longitude: number };

/**
 * Mean earth radius of the specification, in statute miles; a sphere is within 0.57 % of the WGS84 ellipsoid.
 */
export const EARTH_RADIUS_MILES = 3959;

const RADIANS = Math.PI / 180;

/** Miles that a degree of latitude spans on that sphere. */
export const MILES_PER_DEGREE = EARTH_RADIUS_MILES * RADIANS;

/**
 * Great-circle distance in statute miles between valid coordinates (the inner loop over many strikes).
 * Haversine: Sinnott, "Virtues of the Haversine", Sky & Telescope 68 (1984), in the two-argument arctangent
 * form, which is exact for near points and for antipodes.
 */
export function haversineMiles(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const phiA = latitudeA * RADIANS;
  const phiB = latitudeB * RADIANS;
  const halfNorth = Math.sin((phiB - phiA) / 2);
  const halfEast = Math.sin(((longitudeB - longitudeA) * RADIANS) / 2);
  const h = halfNorth * halfNorth + Math.cos(phiA) * Math.cos(phiB) * halfEast * halfEast;
  return 2 * EARTH_RADIUS_MILES * Math.atan2(Math.sqrt(h), Math.sqrt(Math.max(0, 1 - h)));
}

/**
 * Great-circle distance between two points, in statute miles (0 … 12 437.6), on a sphere of 3959 mi.
 * Latitude −90 … 90°, longitude −360 … 360°; null when a point is missing or outside.
 */
export function distanceMiles(a: GeoPoint | null | undefined, b: GeoPoint | null | undefined): number | null {
  if (!isGeoPoint(a) || !isGeoPoint(b)) return null;
  return haversineMiles(a.latitude, a.longitude, b.latitude, b.longitude);
}

/**
 * Initial great-circle bearing from `a` to `b` in degrees clockwise from north, 0 ≤ bearing < 360 (0 when the
 * points are one). Null when a point is missing or outside the ranges of `distanceMiles`. Source: spherical
 * trigonometry (Napier's analogies).
 */
export function bearingDegrees(
  a: GeoPoint | null | undefined,
  b: GeoPoint | null | undefined,
): number | null {
  if (!isGeoPoint(a) || !isGeoPoint(b)) return null;
  const phiA = a.latitude * RADIANS;
  const phiB = b.latitude * RADIANS;
  const east = (b.longitude - a.longitude) * RADIANS;
  const y = Math.sin(east) * Math.cos(phiB);
  const x = Math.cos(phiA) * Math.sin(phiB) - Math.sin(phiA) * Math.cos(phiB) * Math.cos(east);
  const degrees = Math.atan2(y, x) / RADIANS;
  // The second remainder turns −1e-15 + 360 = 360 back into 0; the sum turns −0 into 0.
  return (((degrees + 360) % 360) + 0) % 360;
}

/**
 * Distance of a flash in miles from the seconds between flash and thunder: sound needs about five seconds a
 * mile (30 s is 6 mi, the 30-30 rule of NWS and NCAA guideline 1E). Null when missing or negative.
 */
export function flashToBangMiles(seconds: number | null | undefined): number | null {
  if (!isFiniteReading(seconds) || seconds < 0) return null;
  return seconds / 5;
}

/** Whether a value is a point with a latitude of −90 … 90° and a longitude of −360 … 360°. */
export function isGeoPoint(point: GeoPoint | null | undefined): point is GeoPoint {
  if (!point) return false;
  const { latitude, longitude } = point;
  return (
    isFiniteReading(latitude) &&
    isFiniteReading(longitude) &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 360
  );
}
