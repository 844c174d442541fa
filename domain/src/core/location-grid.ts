// Over 300 lines: one packed index, whose building and search share their layout.
/**
 * Finds the locations that a strike reaches: a packed index of many locations, each with its own outer
 * radius.
 *
 * Locations are sorted into classes of radius, each class into rows of latitude and cells of longitude, all
 * in typed arrays. For a strike only the rows, and the stretch of each row, that the class's largest circle
 * can touch are read; a row's stretch is contiguous in memory. The test is a dot product of unit vectors
 * against the cosine of the radius: exact to far below a meter at these distances.
 */
import { EARTH_RADIUS_MILES } from './distance.ts';

const radiansPerDegree = Math.PI / 180;
/**
 * Target number of locations in a row's stretch. With fewer, walking rows costs more than testing; with more,
 * misses do.
 */
const stretchGoal = 24;
const classMiles = [10, 20, 30, 40, 50.5] as const;
/** Tolerance: rounding of the packed arithmetic must not lose a location that lies exactly on its circle. */
const slack = 1e-4;

export interface GridLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** Largest radius that is on, miles, at most 50. */
  readonly outerRadiusMiles: number;
}

interface RadiusClass {
  readonly maxAngle: number;
  /** sin² of half the class's largest angle. */
  readonly maxHaversine: number;
  readonly rowsPerDegree: number;
  readonly firstRow: number;
  readonly rowCount: number;
  /** Per row: the smaller cosine of its two parallels. */
  readonly rowCosine: Float64Array;
  /** Per row: where its cells begin in `cellStart`, its first cell and how many cells it has. */
  readonly rowCells: Int32Array;
  readonly rowFirstCell: Int32Array;
  readonly rowCellCount: Int32Array;
  readonly cellStart: Int32Array;
  readonly cellsPerDegree: number;
  /** x, y, z and the cosine of the radius, four numbers a location. */
  readonly vectors: Float64Array;
  readonly ids: Int32Array;
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
  const members: number[][] = classMiles.map(() => []);
  for (const [id, { outerRadiusMiles: radius }] of locations.entries()) {
    members[classMiles.findIndex((miles) => radius <= miles)]?.push(id);
  }
  const classes = classMiles
    .map((miles, index) => packClass(locations, members[index] ?? [], miles))
    .filter((packed) => packed !== null);
  const bytes = classes.reduce(
    (sum, packed) =>
      sum +
      packed.vectors.byteLength +
      packed.ids.byteLength +
      packed.cellStart.byteLength +
      packed.rowCells.byteLength +
      packed.rowCosine.byteLength +
      packed.rowFirstCell.byteLength +
      packed.rowCellCount.byteLength,
    0,
  );
  return {
    size: locations.length,
    bytes,
    match(latitude, longitude, into) {
      into.count = 0;
      const phi = latitude * radiansPerDegree;
      const lambda = longitude * radiansPerDegree;
      const x = Math.cos(phi) * Math.cos(lambda);
      const y = Math.cos(phi) * Math.sin(lambda);
      const z = Math.sin(phi);
      for (const packed of classes) matchClass(packed, latitude, longitude, x, y, z, into);
    },
  };
}

function packClass(
  locations: readonly GridLocation[],
  members: readonly number[],
  maxMiles: number,
): RadiusClass | null {
  if (members.length === 0) return null;
  const rowsPerDegree = rowsFor(locations, members, maxMiles);
  const rowOf = (id: number) => Math.floor((locations[id]!.latitude + 90) * rowsPerDegree);
  let firstRow = Number.POSITIVE_INFINITY;
  let lastRow = 0;
  for (const id of members) {
    const row = rowOf(id);
    if (row < firstRow) firstRow = row;
    if (row > lastRow) lastRow = row;
  }
  const rowCount = lastRow - firstRow + 1;

  // Cells as fine as rows unless the rows' extents would make far more cells than locations.
  let cellsPerDegree = 10;
  let rowFirstCell: Int32Array;
  let rowCellCount: Int32Array;
  let cellCount: number;
  for (;;) {
    rowFirstCell = new Int32Array(rowCount).fill(0x7fffffff);
    rowCellCount = new Int32Array(rowCount);
    const rowLastCell = new Int32Array(rowCount).fill(-1);
    for (const id of members) {
      const row = rowOf(id) - firstRow;
      const cell = Math.floor((locations[id]!.longitude + 180) * cellsPerDegree);
      if (cell < (rowFirstCell[row] ?? 0)) rowFirstCell[row] = cell;
      if (cell > (rowLastCell[row] ?? 0)) rowLastCell[row] = cell;
    }
    cellCount = 0;
    for (let row = 0; row < rowCount; row++) {
      rowCellCount[row] =
        (rowLastCell[row] ?? 0) < 0 ? 0 : (rowLastCell[row] ?? 0) - (rowFirstCell[row] ?? 0) + 1;
      cellCount += rowCellCount[row] ?? 0;
    }
    if (cellCount <= 4 * members.length + 1_000 || cellsPerDegree <= 0.5) break;
    cellsPerDegree /= 2;
  }

  const rowCells = new Int32Array(rowCount);
  for (let row = 1; row < rowCount; row++)
    rowCells[row] = (rowCells[row - 1] ?? 0) + (rowCellCount[row - 1] ?? 0);
  const cellIndex = (id: number) => {
    const row = rowOf(id) - firstRow;
    return (
      (rowCells[row] ?? 0) +
      Math.floor((locations[id]!.longitude + 180) * cellsPerDegree) -
      (rowFirstCell[row] ?? 0)
    );
  };
  const cellStart = new Int32Array(cellCount + 1);
  for (const id of members) cellStart[cellIndex(id) + 1]!++;
  for (let cell = 0; cell < cellCount; cell++) cellStart[cell + 1]! += cellStart[cell]!;
  const next = cellStart.slice();
  const ids = new Int32Array(members.length);
  const vectors = new Float64Array(members.length * 4);
  for (const id of members) {
    const { latitude, longitude, outerRadiusMiles } = locations[id]!;
    const slot = next[cellIndex(id)]!++;
    const phi = latitude * radiansPerDegree;
    const lambda = longitude * radiansPerDegree;
    ids[slot] = id;
    vectors[slot * 4] = Math.cos(phi) * Math.cos(lambda);
    vectors[slot * 4 + 1] = Math.cos(phi) * Math.sin(lambda);
    vectors[slot * 4 + 2] = Math.sin(phi);
    vectors[slot * 4 + 3] = cosineOfMiles(outerRadiusMiles) - 1e-15;
  }
  const rowCosine = Float64Array.from({ length: rowCount }, (_, row) => {
    const south = (firstRow + row) / rowsPerDegree - 90;
    return Math.max(
      0,
      Math.min(Math.cos(south * radiansPerDegree), Math.cos((south + 1 / rowsPerDegree) * radiansPerDegree)),
    );
  });
  const maxAngle = (maxMiles / EARTH_RADIUS_MILES) * (1 + slack);
  const maxHaversine = Math.sin(maxAngle / 2) ** 2;
  return {
    maxAngle,
    maxHaversine,
    rowsPerDegree,
    rowCosine,
    firstRow,
    rowCount,
    rowCells,
    rowFirstCell,
    rowCellCount,
    cellStart,
    cellsPerDegree,
    vectors,
    ids,
  };
}

/**
 * Rows of such a height that the stretch of one row under the class's circle holds about `stretchGoal`
 * locations.
 */
function rowsFor(locations: readonly GridLocation[], members: readonly number[], maxMiles: number): number {
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const id of members) {
    const { latitude, longitude } = locations[id]!;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  const reach = maxMiles / EARTH_RADIUS_MILES / radiansPerDegree;
  const density = members.length / (Math.max(1, north - south) * Math.max(1, east - west));
  return Math.min(20, Math.max(1.5 / reach, (density * 2.6 * reach) / stretchGoal));
}

function matchClass(
  packed: RadiusClass,
  latitude: number,
  longitude: number,
  x: number,
  y: number,
  z: number,
  into: Matches,
): void {
  const {
    maxAngle,
    maxHaversine,
    firstRow,
    rowCount,
    rowsPerDegree,
    rowCosine,
    rowFirstCell,
    rowCellCount,
    cellsPerDegree,
  } = packed;
  const cosPhi = Math.sqrt(x * x + y * y);
  const reach = maxAngle / radiansPerDegree;
  const from = Math.max(firstRow, Math.floor((latitude - reach + 90) * rowsPerDegree));
  const to = Math.min(firstRow + rowCount - 1, Math.floor((latitude + reach + 90) * rowsPerDegree));
  for (let row = from; row <= to; row++) {
    const index = row - firstRow;
    const cells = rowCellCount[index]!;
    if (cells === 0) continue;
    // Distance in latitude to the row's nearer parallel, 0 when the point lies in the row.
    const south = row / rowsPerDegree - 90;
    const off = Math.max(0, south - latitude, latitude - south - 1 / rowsPerDegree) * radiansPerDegree;
    // Haversine: hav(angle) = hav(Δφ) + cos φ cos ψ hav(Δλ); (Δφ/2)²(1 − Δφ²/12) never exceeds hav(Δφ), so
    // the stretch is never too short.
    const left = maxHaversine - off * off * 0.25 * (1 - (off * off) / 12);
    if (left < 0) continue;
    const spread = left / (cosPhi * rowCosine[index]!);
    const firstCell = rowFirstCell[index]!;
    const lastCell = firstCell + cells - 1;
    if (!(spread < 0.5)) {
      // A circle near a pole (spread is infinite or past a right angle): read the whole row.
      scan(packed, index, firstCell, lastCell, x, y, z, into);
      continue;
    }
    const root = Math.sqrt(spread);
    // asin(w) ≤ w (1 + 0.23 w²) for w² < 0.5, tightened by the slack of the class's angle.
    const half = (2 * root * (1 + 0.23 * spread)) / radiansPerDegree + 1e-6;
    const west = (longitude - half + 180) * cellsPerDegree;
    const east = (longitude + half + 180) * cellsPerDegree;
    scan(
      packed,
      index,
      Math.max(firstCell, Math.floor(west)),
      Math.min(lastCell, Math.floor(east)),
      x,
      y,
      z,
      into,
    );
    // The stretch may reach over the antimeridian, on either side.
    const turn = 360 * cellsPerDegree;
    if (west < 0) scan(packed, index, Math.max(firstCell, Math.floor(west + turn)), lastCell, x, y, z, into);
    if (east >= turn)
      scan(packed, index, firstCell, Math.min(lastCell, Math.floor(east - turn)), x, y, z, into);
  }
}

function scan(
  packed: RadiusClass,
  index: number,
  fromCell: number,
  toCell: number,
  x: number,
  y: number,
  z: number,
  into: Matches,
): void {
  if (toCell < fromCell) return;
  const base = packed.rowCells[index]! - packed.rowFirstCell[index]!;
  const begin = packed.cellStart[base + fromCell]!;
  const end = packed.cellStart[base + toCell + 1]!;
  const { vectors, ids } = packed;
  if (into.count + end - begin > into.ids.length) grow(into, into.count + end - begin);
  const outIds = into.ids;
  const outCosines = into.cosines;
  let count = into.count;
  for (let slot = begin, at = begin * 4; slot < end; slot++, at += 4) {
    const cosine = x * vectors[at]! + y * vectors[at + 1]! + z * vectors[at + 2]!;
    if (cosine >= vectors[at + 3]!) {
      outIds[count] = ids[slot]!;
      outCosines[count++] = cosine;
    }
  }
  into.count = count;
}

function grow(matches: Matches, needed: number): void {
  const size = Math.max(needed, matches.ids.length * 2);
  const ids = new Int32Array(size);
  ids.set(matches.ids);
  const cosines = new Float64Array(size);
  cosines.set(matches.cosines);
  matches.ids = ids;
  matches.cosines = cosines;
}
