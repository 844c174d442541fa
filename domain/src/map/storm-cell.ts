import { EARTH_RADIUS_MILES } from '../core/index.ts';

/** A storm cell as a radar's tracking found it. Null is what the radar does not say. */
export interface TrackedCell {
  /** Radar and number of the cell, which the radar uses again later ('TLX V1'). */
  readonly id: string;
  /** Three letters of the radar. */
  readonly radar: string;
  /** When the radar looked, epoch ms. */
  readonly observedAt: number;
  readonly latitude: number;
  readonly longitude: number;
  /** A tornadic vortex signature. */
  readonly hasTvs: boolean;
  /** Turning of the cell, 1 (weak) to 25; null without any. */
  readonly mesoRank: number | null;
  /** Chance of hail, and of hail of an inch and more; 0–100 %. */
  readonly hailPct: number | null;
  readonly severeHailPct: number | null;
  readonly hailInches: number | null;
  /** Water in the column, kg/m². */
  readonly vilKgM2: number | null;
  readonly maxDbz: number | null;
  /** Height of the strongest echo and of the top, thousands of feet. */
  readonly maxDbzKft: number | null;
  readonly topKft: number | null;
  /** Where it goes to, degrees clockwise from north; null while the radar does not know. */
  readonly headingDegrees: number | null;
  readonly speedMph: number | null;
}

/** A chance from which on a cell is marked for hail, %. */
export const HAIL_MARK_PCT = 50;
/** How long a cell is shown after a radar last saw it, ms: three of its rounds. */
export const CELL_SHOWN_MS = 20 * 60_000;

export type CellType = 'Tornado Vortex' | 'Mesocyclone' | 'Severe Hail' | 'Hail' | 'Storm';

/** What is worst about a cell. */
export function cellType(cell: TrackedCell): CellType {
  if (cell.hasTvs) return 'Tornado Vortex';
  if (cell.mesoRank !== null) return 'Mesocyclone';
  if ((cell.severeHailPct ?? 0) >= HAIL_MARK_PCT) return 'Severe Hail';
  return (cell.hailPct ?? 0) >= HAIL_MARK_PCT ? 'Hail' : 'Storm';
}

/**
 * The newest row of each cell, by id. A list holds several rounds of a radar, in any order; a cell that its
 * radar has not seen for 20 minutes before `now` (epoch ms) is gone. A row that says a time more than 10
 * minutes ahead is wrong and left out.
 */
export function newestCells<C extends Pick<TrackedCell, 'id' | 'observedAt'>>(
  cells: readonly C[],
  now: number,
): C[] {
  const newest = new Map<string, C>();
  for (const cell of cells) {
    if (cell.observedAt < now - CELL_SHOWN_MS || cell.observedAt > now + 10 * 60_000) continue;
    const known = newest.get(cell.id);
    if (!known || known.observedAt < cell.observedAt) newest.set(cell.id, cell);
  }
  return [...newest.values()];
}

/**
 * Direction and speed of a cell from what a radar reports: degrees that it comes *from*, 0–360, and knots.
 * Both null when either is missing, and when both are 0, with which a radar says that it has seen the cell
 * only once.
 */
export function cellMotion(
  fromDegrees: number | null,
  knots: number | null,
): { headingDegrees: number; knots: number } | null {
  if (fromDegrees === null || knots === null || knots < 0 || (fromDegrees === 0 && knots === 0)) return null;
  return { headingDegrees: (((fromDegrees + 180) % 360) + 360) % 360, knots };
}

/**
 * Where a cell will be in so many minutes if it goes on as it does, degrees; null while its motion is not
 * known. A great circle on the sphere of `EARTH_RADIUS_MILES`.
 */
export function cellPositionAfter(
  cell: TrackedCell,
  minutes: number,
): { latitude: number; longitude: number } | null {
  if (cell.headingDegrees === null || cell.speedMph === null) return null;
  return pointFrom(cell, cell.headingDegrees, (cell.speedMph * minutes) / 60);
}

/**
 * The point so many miles from another, in a direction (degrees clockwise from north). Longitude −180 … 180.
 */
export function pointFrom(
  from: { readonly latitude: number; readonly longitude: number },
  directionDegrees: number,
  miles: number,
): { latitude: number; longitude: number } {
  const radians = Math.PI / 180;
  const [phi, bearing, arc] = [
    from.latitude * radians,
    directionDegrees * radians,
    miles / EARTH_RADIUS_MILES,
  ];
  const sine = Math.sin(phi) * Math.cos(arc) + Math.cos(phi) * Math.sin(arc) * Math.cos(bearing);
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(arc) * Math.cos(phi),
    Math.cos(arc) - Math.sin(phi) * sine,
  );
  const longitude = from.longitude + turn / radians;
  return {
    latitude: Math.asin(Math.min(1, Math.max(-1, sine))) / radians,
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}
