/**
 * Finds the locations that a strike reaches: a packed index of many locations, each with its own outer
 * radius.
 *
 * The earth is cut into rows of latitude and about square cells. A cell lists the locations whose circle may touch it,
 * so that a strike reads one list. The test is a dot product of unit vectors against the cosine of the radius: exact
 * to far below a meter at these distances. Locations lie in memory in the order of their own cells, so that those of a
 * list are near each other.
 */
import { EARTH_RADIUS_MILES, MILES_PER_DEGREE } from './distance.ts';

const radiansPerDegree = Math.PI / 180;
/**
 * Edge of a cell as a share of the usual radius. With smaller cells lists repeat more locations, with larger ones they
 * hold more that the strike does not reach.
 */
const cellShare = 0.5;
const cellDegrees = { min: 0.05, max: 1 };
/** Tolerance: rounding of the packed arithmetic must not lose a location that lies exactly on its circle. */
const slack = 1e-4;

export interface GridLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** Largest radius that is on, miles, at most 50. */
  readonly outerRadiusMiles: number;
}

/**
 * Locations that a strike reaches: their indices and the cosines of their angular distances, valid until the
 * next match.
 */
export interface Matches {
  count: number;
  ids: Int32Array;
  cosines: Float64Array;
}

export interface LocationGrid {
  readonly size: number;
  /** Bytes held by the index. */
  readonly bytes: number;
  /** Fills `into` with the locations whose outer circle holds the point (degrees). */
  match(latitude: number, longitude: number, into: Matches): void;
}

interface Rows {
  readonly perDegree: number;
  /** How many cells each has around the earth: about as wide as high. */
  readonly turn: Int32Array;
  /** The smaller cosine of its two parallels. */
  readonly cosine: Float64Array;
}

/** The cells that circles touch: rows from `firstRow` on, each with a stretch of cells. */
interface Cells {
  readonly firstRow: number;
  readonly rowCount: number;
  /** Per row: the first cell there is, and how many there are. */
  readonly firstCell: Int32Array;
  readonly cellCount: Int32Array;
  /** Per row: the number of its first cell among all. */
  readonly base: Int32Array;
}

/** Stretches of cells: of each its row, its first cell and its last one. */
interface Stretches {
  readonly parts: Int32Array;
  readonly count: number;
  /** Per slot, how many stretches there are up to its last one. */
  readonly ends: Int32Array;
}

/** Locations in the order of their cells: `ids` and, for each, x, y, z and the cosine of the radius. */
interface Packed {
  readonly ids: Int32Array;
  readonly vectors: Float64Array;
}

export function emptyMatches(): Matches {
  return { count: 0, ids: new Int32Array(256), cosines: new Float64Array(256) };
}

/** Great-circle miles from the cosine of the angle. */
export function milesFromCosine(cosine: number): number {
  return EARTH_RADIUS_MILES * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

/** Cosine of the angle that a distance in miles spans at the earth's center. */
export function cosineOfMiles(miles: number): number {
  return Math.cos(miles / EARTH_RADIUS_MILES);
}

/** Packs locations; the index of a match is the position in `locations`. */
export function packLocations(locations: readonly GridLocation[]): LocationGrid {
  const rows = rowsOf(rowsPerDegreeFor(locations));
  const order = orderOf(locations, rows);
  const { ids, vectors } = packedOf(locations, order);
  const stretches = stretchesOf(locations, order, rows);
  const cells = cellsOf(stretches);
  const { start, slots } = listsOf(stretches, cells);
  const { firstRow, rowCount, firstCell, cellCount, base } = cells;
  const { perDegree, turn } = rows;
  const arrays = [ids, vectors, start, slots, turn, firstCell, cellCount, base];
  return {
    size: locations.length,
    bytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0),
    match(latitude, longitude, into) {
      into.count = 0;
      const row = rowOf(latitude, perDegree) - firstRow;
      if (!(row >= 0 && row < rowCount)) return;
      const cell = cellOf(longitude, turn[firstRow + row]!) - firstCell[row]!;
      if (!(cell >= 0 && cell < cellCount[row]!)) return;
      const begin = start[base[row]! + cell]!;
      const end = start[base[row]! + cell + 1]!;
      if (end - begin > into.ids.length) grow(into, end - begin);
      const phi = latitude * radiansPerDegree;
      const lambda = longitude * radiansPerDegree;
      const cosPhi = Math.cos(phi);
      const x = cosPhi * Math.cos(lambda);
      const y = cosPhi * Math.sin(lambda);
      const z = Math.sin(phi);
      const { ids: outIds, cosines: outCosines } = into;
      let count = 0;
      for (let entry = begin; entry < end; entry++) {
        const slot = slots[entry]!;
        const at = slot * 4;
        const cosine = x * vectors[at]! + y * vectors[at + 1]! + z * vectors[at + 2]!;
        if (cosine >= vectors[at + 3]!) {
          outIds[count] = ids[slot]!;
          outCosines[count++] = cosine;
        }
      }
      into.count = count;
    },
  };
}

/** Rows as high as a cell, for the usual (root mean square) radius. */
function rowsPerDegreeFor(locations: readonly GridLocation[]): number {
  let squares = 0;
  for (const { outerRadiusMiles: radius } of locations) squares += radius * radius;
  const usual = Math.sqrt(squares / Math.max(1, locations.length)) / MILES_PER_DEGREE;
  return 1 / Math.min(cellDegrees.max, Math.max(cellDegrees.min, cellShare * usual));
}

const rowOf = (latitude: number, rowsPerDegree: number) => Math.floor((latitude + 90) * rowsPerDegree);

/** The cell of a longitude in a row that has `turn` of them around the earth. */
function cellOf(longitude: number, turn: number): number {
  const cell = Math.floor(((longitude + 180) / 360) * turn) % turn;
  return cell < 0 ? cell + turn : cell;
}

/** The rows of the whole earth. */
function rowsOf(rowsPerDegree: number): Rows {
  const count = rowOf(90, rowsPerDegree) + 1;
  const cosine = (row: number) => Math.cos((row / rowsPerDegree - 90) * radiansPerDegree);
  return {
    perDegree: rowsPerDegree,
    turn: Int32Array.from({ length: count }, (_, row) =>
      Math.max(1, Math.round(360 * rowsPerDegree * cosine(row + 0.5))),
    ),
    cosine: Float64Array.from({ length: count }, (_, row) =>
      Math.max(0, Math.min(cosine(row), cosine(row + 1))),
    ),
  };
}

/** The positions of the locations, row by row and from west to east. */
function orderOf(locations: readonly GridLocation[], { perDegree, turn }: Rows): Int32Array {
  const { length } = locations;
  // Cell and position in one number, below 2^53: numbers alone are sorted ten times as fast as by a comparison.
  const keys = Float64Array.from(locations, ({ latitude, longitude }, id) => {
    const row = rowOf(latitude, perDegree);
    return (row * 65_536 + cellOf(longitude, turn[row]!)) * length + id;
  }).sort();
  return Int32Array.from(keys, (key) => key % length);
}

function packedOf(locations: readonly GridLocation[], order: Int32Array): Packed {
  const vectors = new Float64Array(order.length * 4);
  for (let slot = 0; slot < order.length; slot++) {
    const { latitude, longitude, outerRadiusMiles } = locations[order[slot]!]!;
    const phi = latitude * radiansPerDegree;
    const lambda = longitude * radiansPerDegree;
    vectors[slot * 4] = Math.cos(phi) * Math.cos(lambda);
    vectors[slot * 4 + 1] = Math.cos(phi) * Math.sin(lambda);
    vectors[slot * 4 + 2] = Math.sin(phi);
    vectors[slot * 4 + 3] = cosineOfMiles(outerRadiusMiles) - 1e-15;
  }
  return { ids: order, vectors };
}

/** Visits the stretches of cells that a circle may touch: a row, its first cell and its last one, not before the first. */
function visitCells(
  { latitude, longitude, outerRadiusMiles }: GridLocation,
  { perDegree, turn: turns, cosine }: Rows,
  visit: (row: number, from: number, to: number) => void,
): void {
  const angle = (outerRadiusMiles / EARTH_RADIUS_MILES) * (1 + slack);
  const haversine = Math.sin(angle / 2) ** 2;
  const reach = angle / radiansPerDegree;
  const cosPhi = Math.cos(latitude * radiansPerDegree);
  const to = rowOf(Math.min(90, latitude + reach), perDegree);
  for (let row = rowOf(Math.max(-90, latitude - reach), perDegree); row <= to; row++) {
    const turn = turns[row]!;
    const south = row / perDegree - 90;
    const north = (row + 1) / perDegree - 90;
    // Distance in latitude to the row's nearer parallel, 0 when the location lies in the row.
    const off = Math.max(0, south - latitude, latitude - north) * radiansPerDegree;
    // Haversine: hav(angle) = hav(Δφ) + cos φ cos ψ hav(Δλ); (Δφ/2)²(1 − Δφ²/12) never exceeds hav(Δφ), so
    // the stretch is never too short.
    const left = haversine - off * off * 0.25 * (1 - (off * off) / 12);
    if (left < 0) continue;
    const spread = left / (cosPhi * cosine[row]!);
    // asin(w) ≤ w (1 + 0.23 w²) for w² < 0.5, tightened by the slack of the angle.
    const half = (2 * Math.sqrt(spread) * (1 + 0.23 * spread)) / radiansPerDegree + 1e-6;
    const [west, east] = [longitude - half, longitude + half];
    // Near a pole (the spread is infinite or past a right angle), or around the earth: the whole row.
    if (!(spread < 0.5) || 2 * half >= 360) visit(row, 0, turn - 1);
    else {
      const [first, last] = [cellOf(west, turn), cellOf(east, turn)];
      // A stretch may reach over the antimeridian.
      if (first <= last && (last - first + 1) * 360 >= 2 * half * turn) visit(row, first, last);
      else {
        visit(row, first, turn - 1);
        visit(row, 0, last);
      }
    }
  }
}

/** The stretches that the circles may touch, in the order of the slots, and where those of each slot end. */
function stretchesOf(locations: readonly GridLocation[], order: Int32Array, rows: Rows): Stretches {
  let parts = new Int32Array(order.length * 24 + 24);
  let count = 0;
  const ends = Int32Array.from(order, (id) => {
    visitCells(locations[id]!, rows, (row, from, to) => {
      if (3 * count + 3 > parts.length) {
        const larger = new Int32Array(2 * parts.length);
        larger.set(parts);
        parts = larger;
      }
      parts[3 * count] = row;
      parts[3 * count + 1] = from;
      parts[3 * count + 2] = to;
      count++;
    });
    return count;
  });
  return { parts, count, ends };
}

function cellsOf({ parts, count }: Stretches): Cells {
  let firstRow = Number.POSITIVE_INFINITY;
  let lastRow = -1;
  for (let at = 0; at < 3 * count; at += 3) {
    firstRow = Math.min(firstRow, parts[at] ?? 0);
    lastRow = Math.max(lastRow, parts[at] ?? 0);
  }
  const rowCount = Math.max(0, lastRow - firstRow + 1);
  const firstCell = new Int32Array(rowCount).fill(0x7fffffff);
  const lastCell = new Int32Array(rowCount).fill(-1);
  for (let at = 0; at < 3 * count; at += 3) {
    const index = (parts[at] ?? 0) - firstRow;
    firstCell[index] = Math.min(firstCell[index] ?? 0, parts[at + 1] ?? 0);
    lastCell[index] = Math.max(lastCell[index] ?? 0, parts[at + 2] ?? 0);
  }
  const cellCount = Int32Array.from(firstCell, (first, row) => Math.max(0, (lastCell[row] ?? 0) - first + 1));
  const base = new Int32Array(rowCount + 1);
  for (let row = 0; row < rowCount; row++) base[row + 1] = (base[row] ?? 0) + (cellCount[row] ?? 0);
  return { firstRow: rowCount === 0 ? 0 : firstRow, rowCount, firstCell, cellCount, base };
}

/** The lists of all cells, one after the other: of each where it begins, and the slots of its locations. */
function listsOf(
  { parts, count, ends }: Stretches,
  { firstRow, firstCell, base }: Cells,
): { start: Int32Array; slots: Int32Array } {
  const start = new Int32Array((base.at(-1) ?? 0) + 1);
  const cellAt = (stretch: number, part: 1 | 2) => {
    const row = parts[3 * stretch]! - firstRow;
    return base[row]! - firstCell[row]! + parts[3 * stretch + part]!;
  };
  for (let stretch = 0; stretch < count; stretch++)
    for (let cell = cellAt(stretch, 1); cell <= cellAt(stretch, 2); cell++) start[cell + 1]!++;
  for (let cell = 1; cell < start.length; cell++) start[cell]! += start[cell - 1] ?? 0;
  const next = start.slice();
  const slots = new Int32Array(start.at(-1) ?? 0);
  for (let slot = 0, stretch = 0; slot < ends.length; slot++)
    for (; stretch < ends[slot]!; stretch++)
      for (let cell = cellAt(stretch, 1); cell <= cellAt(stretch, 2); cell++) slots[next[cell]!++] = slot;
  return { start, slots };
}

function grow(matches: Matches, needed: number): void {
  const size = Math.max(needed, matches.ids.length * 2);
  matches.ids = new Int32Array(size);
  matches.cosines = new Float64Array(size);
}
