/** When the nearest storm leaves a place: a rough guide from the motion that a radar tracks, never a status. */
import { bearingDegrees, distanceMiles, type GeoPoint, HOUR_MS } from '../core/index.ts';
import { CELL_SHOWN_MS, type TrackedCell } from './storm-cell.ts';

/** The motion of a cell: the fields of `TrackedCell` that a departure needs. */
export type MovingStorm = Pick<
  TrackedCell,
  'latitude' | 'longitude' | 'observedAt' | 'headingDegrees' | 'speedMph'
>;

export interface StormDeparture {
  /** Direction of motion, degrees clockwise from north. */
  readonly headingDegrees: number;
  readonly speedMph: number;
  /** Of the ring that the edge leaves. */
  readonly radiusMiles: number;
  /** When the trailing edge leaves it with the current motion, epoch ms. */
  readonly leavesAt: number;
}

/** A radar reports the centroid of a cell and no extent: the radius that is assumed for each. */
export const assumedCellMiles = 5;

/** Position relative to the place, miles to the east and to the north, and velocity, mph. */
interface Track {
  readonly east: number;
  readonly north: number;
  readonly eastMph: number;
  readonly northMph: number;
  readonly storm: MovingStorm;
}

/**
 * When the edge of the nearest storm leaves the smallest ring around a place that it covers at `now` (epoch
 * ms), extrapolated straight. Null when nothing reassuring can be said: no storm covers a ring, its motion is
 * unknown, its scan is older than 20 minutes, it moves towards the place, it does not leave within an hour,
 * or another storm covers the ring when it leaves.
 *
 * @param radiiMiles of the rings, in any order
 */
export function stormDeparture(
  storms: readonly MovingStorm[],
  place: GeoPoint,
  radiiMiles: readonly number[],
  now: number,
): StormDeparture | null {
  const tracks = storms.flatMap((storm) => trackOf(storm, place, now) ?? []);
  const nearest = tracks.toSorted((a, b) => milesOf(a) - milesOf(b))[0];
  if (nearest === undefined) return null;
  const { headingDegrees, speedMph } = nearest.storm;
  if (headingDegrees === null || speedMph === null || !(speedMph > 0)) return null;
  const radiusMiles = radiiMiles
    .toSorted((a, b) => a - b)
    .find((miles) => milesOf(nearest) < miles + assumedCellMiles);
  const isApproaching = nearest.east * nearest.eastMph + nearest.north * nearest.northMph < 0;
  if (radiusMiles === undefined || isApproaching) return null;
  const hours = hoursToLeave(nearest, radiusMiles + assumedCellMiles);
  if (!(hours * HOUR_MS <= HOUR_MS)) return null;
  const isFollowed = tracks.some(
    (track) => track !== nearest && milesOf(track, hours) < radiusMiles + assumedCellMiles,
  );
  return isFollowed ? null : { headingDegrees, speedMph, radiusMiles, leavesAt: now + hours * HOUR_MS };
}

/** The nearest storm with a current scan, where it is at `now`; null when there is none. */
export function nearestStorm(
  storms: readonly MovingStorm[],
  place: GeoPoint,
  now: number,
): { readonly storm: MovingStorm; readonly eastMiles: number; readonly northMiles: number } | null {
  const tracks = storms.flatMap((storm) => trackOf(storm, place, now) ?? []);
  const nearest = tracks.toSorted((a, b) => milesOf(a) - milesOf(b))[0];
  if (nearest === undefined) return null;
  return { storm: nearest.storm, eastMiles: nearest.east, northMiles: nearest.north };
}

function trackOf(storm: MovingStorm, place: GeoPoint, now: number): Track | null {
  const miles = distanceMiles(place, storm);
  const bearing = bearingDegrees(place, storm);
  if (miles === null || !(Math.abs(now - storm.observedAt) <= CELL_SHOWN_MS)) return null;
  // At the place itself there is no bearing.
  const from = ((bearing ?? 0) * Math.PI) / 180;
  const heading = ((storm.headingDegrees ?? 0) * Math.PI) / 180;
  const mph = storm.headingDegrees === null ? 0 : (storm.speedMph ?? 0);
  const [eastMph, northMph] = [mph * Math.sin(heading), mph * Math.cos(heading)];
  const hours = (now - storm.observedAt) / HOUR_MS;
  return {
    east: miles * Math.sin(from) + eastMph * hours,
    north: miles * Math.cos(from) + northMph * hours,
    eastMph,
    northMph,
    storm,
  };
}

function milesOf({ east, north, eastMph, northMph }: Track, hours = 0): number {
  return Math.hypot(east + eastMph * hours, north + northMph * hours);
}

/** The later instant at which the center is this far from the place: |p + v t| = miles. */
function hoursToLeave({ east, north, eastMph, northMph }: Track, miles: number): number {
  const a = eastMph ** 2 + northMph ** 2;
  const b = east * eastMph + north * northMph;
  const c = east ** 2 + north ** 2 - miles ** 2;
  return (-b + Math.sqrt(Math.max(0, b ** 2 - a * c))) / a;
}
