import { EARTH_RADIUS_MILES } from '../core/index.ts';

/** A storm cell of a radar's tracking. Null is a value that the radar does not report. */
export interface TrackedCell {
  /** Radar and number of the cell; the radar reuses numbers ('TLX V1'). */
  readonly id: string;
  /** Three letters of the radar. */
  readonly radar: string;
  /** Instant of the radar scan, epoch ms. */
  readonly observedAt: number;
  readonly latitude: number;
  readonly longitude: number;
  /** A tornadic vortex signature. */
  readonly hasTvs: boolean;
  /** Mesocyclone strength rank, 1 (weak) to 25; null without a mesocyclone. */
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
  /** Direction of motion, degrees clockwise from north; null while the radar has none. */
  readonly headingDegrees: number | null;
  readonly speedMph: number | null;
}

/** Chance of hail from which a cell is marked for hail, %. */
export const HAIL_MARK_PCT = 50;
/** How long a cell is shown after its last scan, ms: three volume scans. */
export const CELL_SHOWN_MS = 20 * 60_000;

export type CellType = 'Tornado Vortex' | 'Mesocyclone' | 'Severe Hail' | 'Hail' | 'Storm';

/** The most severe attribute of a cell. */
export function cellType(cell: TrackedCell): CellType {
  if (cell.hasTvs) return 'Tornado Vortex';
  if (cell.mesoRank !== null) return 'Mesocyclone';
  if ((cell.severeHailPct ?? 0) >= HAIL_MARK_PCT) return 'Severe Hail';
  return (cell.hailPct ?? 0) >= HAIL_MARK_PCT ? 'Hail' : 'Storm';
}

/**
 * The newest row of each cell, by id. A list holds several scans of a radar, in any order; a cell without a
 * scan in the 20 minutes before `now` (epoch ms) is dropped. A row dated more than 10 minutes ahead is
 * invalid and dropped.
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
 * Direction of motion and speed of a cell from a radar's report: degrees that it comes *from*, 0–360, and
 * knots. Both null when either is missing, and when both are 0, which a radar reports for a cell seen only
 * once.
 */
export function cellMotion(
  fromDegrees: number | null,
  knots: number | null,
): { headingDegrees: number; knots: number } | null {
  if (fromDegrees === null || knots === null || knots < 0 || (fromDegrees === 0 && knots === 0)) return null;
  return { headingDegrees: (((fromDegrees + 180) % 360) + 360) % 360, knots };
}

/**
 * The extrapolated position of a cell in the given minutes, degrees; null while its motion is unknown. A
 * great circle on the sphere of `EARTH_RADIUS_MILES`.
 */
export function cellPositionAfter(
  cell: TrackedCell,
  minutes: number,
): { latitude: number; longitude: number } | null {
  if (cell.headingDegrees === null || cell.speedMph === null) return null;
  return pointFrom(cell, cell.headingDegrees, (cell.speedMph * minutes) / 60);
}

/**
 * The point at a distance (miles) and direction (degrees clockwise from north) from another. Longitude −180 …
 * 180.
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
