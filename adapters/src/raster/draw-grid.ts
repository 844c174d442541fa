import { dbzOfLevel, radarColorIndex, radarColors, roadColorIndexes, roadColors } from '@allclear/domain';
import { columnLongitudes, type GeoBox, rowLatitudes, type View } from './web-mercator.ts';
import { rowBytes, writePng } from './write-png.ts';

/**
 * Echoes at even steps of latitude and longitude: levels of `radarLevel`, rows from the north, each from the
 * west.
 */
export interface LevelGrid {
  readonly box: GeoBox;
  readonly columns: number;
  readonly rows: number;
  readonly levels: Uint8Array;
}

const NO_FILTER = 0;
const SAME_AS_ABOVE = 2;
const OUTSIDE = -1;

/** The colors of the values (0–255), at most sixteen: the first is transparent. */
export interface Scheme {
  readonly colorOf: Uint8Array;
  readonly palette: readonly (readonly [number, number, number, number])[];
}

const opaque = ({ red, green, blue }: { red: number; green: number; blue: number }) =>
  [red, green, blue, 255] as const;
const nothing = [0, 0, 0, 0] as const;

/** Levels of `radarLevel`. */
export const radarScheme: Scheme = {
  colorOf: Uint8Array.from({ length: 256 }, (_, level) => radarColorIndex(dbzOfLevel(level))),
  palette: [nothing, ...radarColors.map(opaque)],
};

/** A road of unknown condition. */
export const UNKNOWN_ROAD = 255;
/** A faint shade for roads known to be without hazard, to distinguish them from unknown ones. */
const checked = [96, 125, 110, 46] as const;

/**
 * Indexes of `roadConditions`, `UNKNOWN_ROAD` for none. With `shaded`, roads known to be without hazard
 * differ from unknown ones.
 */
export function roadScheme(shaded: boolean): Scheme {
  const colorOf = new Uint8Array(256);
  for (const [condition, color] of roadColorIndexes.entries())
    colorOf[condition] = color === 0 && shaded ? roadColors.length + 1 : color;
  return { colorOf, palette: [nothing, ...roadColors.map(opaque), checked] };
}

/**
 * Draws a grid into a view as a PNG of four bits per pixel; transparent outside the grid. Each pixel takes
 * the cell that contains its middle. The cell is looked up once per row and once per column, not once per
 * pixel, and a row of pixels in the same row of cells as the row above is encoded as a repeat of it.
 */
export function drawGrid({ box, columns, rows, levels }: LevelGrid, view: View): Uint8Array<ArrayBuffer> {
  const rowOf = lookUp(rowLatitudes(view), box.north, box.south, rows);
  return paint(
    levels,
    columns,
    rowOf,
    lookUp(columnLongitudes(view), box.west, box.east, columns),
    radarScheme,
  );
}

/** Draws values that are already on a view's own rows and columns, or on every n-th of them. */
export function drawLevels(
  levels: Uint8Array,
  columns: number,
  { widthPx, heightPx }: View,
  scheme: Scheme,
): Uint8Array<ArrayBuffer> {
  const rows = levels.length / columns;
  const spread = (count: number, pixels: number) =>
    Int32Array.from({ length: pixels }, (_, pixel) => Math.floor((pixel * count) / pixels));
  return paint(levels, columns, spread(rows, heightPx), spread(columns, widthPx), scheme);
}

/** `rowOf` and `columnOf` give the level index of each row and column of pixels. */
function paint(
  levels: Uint8Array,
  columns: number,
  rowOf: Int32Array,
  columnOf: Int32Array,
  { colorOf, palette }: Scheme,
): Uint8Array<ArrayBuffer> {
  const [widthPx, heightPx] = [columnOf.length, rowOf.length];
  // One more pixel completes the last pair; it is transparent.
  const spans = Math.ceil(widthPx / 2);
  const from = new Int32Array(spans * 2).fill(OUTSIDE);
  from.set(columnOf);

  const stride = rowBytes(widthPx, 4);
  const out = new Uint8Array(stride * heightPx);
  // One cell more than the grid has: everything outside the grid reads 'no echo' there.
  const colors = new Uint8Array(columns + 1);
  for (let index = 0; index < from.length; index++) if (from[index] === OUTSIDE) from[index] = columns;
  let above: number | null = null;
  for (let y = 0; y < heightPx; y++) {
    const row = rowOf[y] ?? -1;
    let at = y * stride;
    if (row === above) {
      out[at] = SAME_AS_ABOVE;
      continue;
    }
    above = row;
    out[at++] = NO_FILTER;
    if (row === OUTSIDE) continue;
    const start = row * columns;
    for (let column = 0; column < columns; column++)
      colors[column] = colorOf[levels[start + column] ?? 0] ?? 0;
    for (let index = 0; index < from.length; index += 2)
      out[at++] = ((colors[from[index] ?? 0] ?? 0) << 4) | (colors[from[index + 1] ?? 0] ?? 0);
  }
  return writePng({ widthPx, heightPx, bits: 4, rows: out, palette });
}

/**
 * For each of the places (degrees) the index among `count` even cells between `first` and `last`, −1 for
 * none.
 */
function lookUp(places: Float64Array, first: number, last: number, count: number): Int32Array {
  return Int32Array.from(places, (place) => {
    const cell = Math.floor(((place - first) / (last - first)) * count);
    return cell >= 0 && cell < count ? cell : OUTSIDE;
  });
}
