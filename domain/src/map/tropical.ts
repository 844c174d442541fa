import { distanceMiles, EARTH_RADIUS_MILES, mphFromKnots } from '../core/index.ts';
import { pointFrom } from './storm-cell.ts';

/** A point of a track. Null is a missing value. */
export interface TropicalPoint {
  /** Hours after the start of the forecast. */
  readonly leadHours: number;
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly maxWindMph: number | null;
  readonly gustMph: number | null;
  readonly pressureMb: number | null;
}

export interface TropicalTrack {
  /** The author of the forecast: 'OFCL' is the hurricane center, the others are models. */
  readonly technique: string;
  readonly issuedAt: number;
  /** By time. */
  readonly points: readonly TropicalPoint[];
}

export interface TropicalStorm {
  /** 'al092026': the basin, the number, the year. */
  readonly id: string;
  readonly name: string;
  /** Abbreviation of the center: 'HU'. */
  readonly classification: string;
  /** Instant of the center's last report, epoch ms. */
  readonly updatedAt: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly maxWindMph: number | null;
  readonly pressureMb: number | null;
  /** Direction of motion, degrees clockwise from north. */
  readonly headingDegrees: number | null;
  readonly speedMph: number | null;
  /** The center's forecast; null while there is no recent one. */
  readonly forecast: TropicalTrack | null;
  readonly models: readonly TropicalTrack[];
}

const names: Record<string, string> = {
  TD: 'Tropical Depression',
  TS: 'Tropical Storm',
  HU: 'Hurricane',
  MH: 'Major Hurricane',
  TY: 'Typhoon',
  ST: 'Super Typhoon',
  SD: 'Subtropical Depression',
  STD: 'Subtropical Depression',
  SS: 'Subtropical Storm',
  STS: 'Subtropical Storm',
  EX: 'Post-tropical Cyclone',
  PTC: 'Potential Tropical Cyclone',
  PC: 'Post-tropical Cyclone',
  TC: 'Tropical Cyclone',
  LO: 'Low',
  DB: 'Disturbance',
  WV: 'Tropical Wave',
};

/** The name of an abbreviation of the hurricane center or of ATCF; an unknown one is a 'Tropical System'. */
export function tropicalTypeName(classification: string): string {
  return names[classification.toUpperCase()] ?? 'Tropical System';
}

/**
 * The speed in mph of a report without a unit. Some read the hurricane center's list of storms as knots and
 * some as mph, so the report takes the unit in which it agrees better with the speed of the track (knots, or
 * with both the nearer one). Null without a report, and without a track to compare it with.
 */
export function tropicalSpeedMph(reported: number | null, trackKnots: number | null): number | null {
  if (reported === null || reported < 0 || trackKnots === null) return null;
  const asKnots = mphFromKnots(reported);
  const trackMph = mphFromKnots(trackKnots);
  if (asKnots === null || trackMph === null) return null;
  return Math.abs(reported - trackMph) < Math.abs(asKnots - trackMph) ? reported : asKnots;
}

const MILES_PER_NAUTICAL_MILE = 1.150779;
const leads = [0, 12, 24, 36, 48, 60, 72, 96, 120];
/**
 * Nautical miles around the forecast position within which two thirds of the center's forecasts of the last
 * five years verified, by `leads`. National Hurricane Center, 'Definition of the NHC Track Forecast Cone':
 * the Atlantic of 2024, the eastern and the central Pacific of 2023.
 */
const atlanticNauticalMiles = [0, 26, 41, 55, 70, 88, 102, 151, 220];
const coneNauticalMiles: Record<string, readonly number[]> = {
  al: atlanticNauticalMiles,
  ep: [0, 25, 38, 51, 63, 78, 86, 110, 137],
  cp: [0, 34, 49, 66, 81, 95, 120, 137, 156],
};

/**
 * Radius of the cone in statute miles at a lead (0–120 hours), interpolated between the published hours. For
 * an unknown basin the widest.
 */
export function coneRadiusMiles(basin: string, leadHours: number): number {
  const radii = coneNauticalMiles[basin.toLowerCase()] ?? atlanticNauticalMiles;
  const hours = Math.min(120, Math.max(0, leadHours));
  const after = leads.findIndex((lead) => lead >= hours);
  const [leadBefore = 0, leadAfter = 0] = leads.slice(after - 1, after + 1);
  const [radiusBefore = 0, radiusAfter = 0] = radii.slice(after - 1, after + 1);
  const share = after <= 0 ? 0 : (hours - leadBefore) / (leadAfter - leadBefore);
  return (radiusBefore + share * (radiusAfter - radiusBefore)) * MILES_PER_NAUTICAL_MILE;
}

const HOURS_A_STEP = 3;
const ARC_STEP_DEGREES = 10;

/**
 * The outline of the cone around a forecast: the area that circles of `coneRadiusMiles` cover along the
 * track, as a closed ring of [longitude, latitude]; longitudes continue over ±180 without a jump. Null for a
 * track of fewer than two points. The outline is that of the circles at every three hours, left side, end and
 * right side; points inside another circle (the inside of a bend) are omitted.
 */
export function forecastCone(basin: string, points: readonly TropicalPoint[]): [number, number][] | null {
  const track = points.filter(({ leadHours }) => leadHours >= 0 && leadHours <= 120);
  if (track.length < 2) return null;
  const circles = fillIn(unwrapped(track)).map((point) => ({
    ...point,
    miles: Math.max(1, coneRadiusMiles(basin, point.leadHours)),
  }));
  const stations = circles.map((circle, index) => ({
    ...circle,
    heading: headingBetween(circles[index - 1] ?? circle, circles[index + 1] ?? circle),
  }));
  type Station = (typeof stations)[number];
  const isOutside = ([longitude, latitude]: [number, number], own: Station) =>
    stations.every(
      (circle) => circle === own || milesBetween(circle, { latitude, longitude }) >= circle.miles * 0.999,
    );
  const side = (turn: number, circle: Station): [number, number] => {
    const { latitude, longitude } = pointFrom(circle, circle.heading + turn, circle.miles);
    // On the near side of the antimeridian, not once around the world.
    return [longitude + 360 * Math.round((circle.longitude - longitude) / 360), latitude];
  };
  const ring: [number, number][] = [];
  const add = (turn: number, circle: Station) => {
    const point = side(turn, circle);
    if (isOutside(point, circle)) ring.push(point);
  };
  const addArc = (fromTurn: number, toTurn: number, circle: Station | undefined) => {
    for (let turn = fromTurn + ARC_STEP_DEGREES; circle && turn < toTurn; turn += ARC_STEP_DEGREES)
      add(turn, circle);
  };
  for (const circle of stations) add(-90, circle);
  addArc(-90, 90, stations.at(-1));
  for (const circle of stations.toReversed()) add(90, circle);
  addArc(90, 270, stations[0]);
  return ring.length < 3 ? null : [...ring, ...ring.slice(0, 1)];
}

type Place = { readonly leadHours: number; readonly latitude: number; readonly longitude: number };

function unwrapped(points: readonly Place[]): Place[] {
  let last = points[0]?.longitude ?? 0;
  return points.map((point) => {
    last = point.longitude + 360 * Math.round((last - point.longitude) / 360);
    return { ...point, longitude: last };
  });
}

/** Track points at most three hours apart. */
function fillIn(points: readonly Place[]): Place[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    if (!next) return [point];
    const steps = Math.max(1, Math.ceil((next.leadHours - point.leadHours) / HOURS_A_STEP));
    return Array.from({ length: steps }, (_, step) => {
      const share = step / steps;
      return {
        leadHours: point.leadHours + share * (next.leadHours - point.leadHours),
        latitude: point.latitude + share * (next.latitude - point.latitude),
        longitude: point.longitude + share * (next.longitude - point.longitude),
      };
    });
  });
}

function headingBetween(from: Place, to: Place): number {
  const east =
    (to.longitude - from.longitude) * Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  return (Math.atan2(east, to.latitude - from.latitude) * 180) / Math.PI;
}

function milesBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const turned = (longitude: number) => longitude - 360 * Math.round(longitude / 360);
  const miles = distanceMiles(
    { ...a, longitude: turned(a.longitude) },
    { ...b, longitude: turned(b.longitude) },
  );
  return miles ?? EARTH_RADIUS_MILES;
}
