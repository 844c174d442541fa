/** The size of the screen, CSS px. */
export interface ScreenSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Sizes of a wall, CSS px. Text sizes are font sizes. */
export interface WallLayout {
  readonly headerPx: number;
  readonly footerPx: number;
  /** Space around the tiles, and between them. */
  readonly paddingPx: number;
  readonly gapPx: number;
  readonly headingPx: number;
  readonly notePx: number;
  /** The area of the tiles. */
  readonly tilesWidthPx: number;
  readonly tilesHeightPx: number;
  /** The area of the map; null without one. It stands beside the tiles, on an upright screen below them. */
  readonly map: ScreenSize | null;
  readonly columns: number;
  readonly rows: number;
  /** Places on a page; `columns` × `rows` has room for as many. */
  readonly perPage: number;
  readonly tile: TileSizes;
}

export interface TileSizes {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly paddingPx: number;
  readonly digitPx: number;
  /** The digits that a tile of this size and shape has room for when the rest of it needs little. */
  readonly largestPx: number;
  readonly namePx: number;
  readonly linePx: number;
}

/** Places on a page at most. */
export const maxPerPage = 24;
/** A smaller tile cannot be read. */
export const leastTile: ScreenSize = { widthPx: 150, heightPx: 110 };
/** Width of 'mm:ss' in the font of the digits, relative to its size. */
export const clockWidthEm = 2.72;
/** Height of a digit relative to the font size (Inter). */
export const digitHeightEm = 0.727;
/** The widest border of a tile. */
export const borderPx = 3;
/** Heights of the lines of a tile, as its style has them. */
export const lineHeightEm = { name: 1.15, large: 1.05, text: 1.25 };
/** Digits take this share of a tile's height at most: name, instruction and strike need the rest. */
const digitShare = 0.32;
/** Lines below the digits that a tile has room for: an instruction of two, the end and the last strike. */
const linesBelow = 4;

/** The sizes for a number of places: as many columns as give the largest digits, and nothing scrolls. */
export function wallLayout(count: number, screen: ScreenSize, hasMap = false): WallLayout {
  const { widthPx, heightPx } = screen;
  const isUpright = heightPx > widthPx;
  const scale = Math.min(heightPx, widthPx * 0.75) / 1080;
  const sized = (px: number, leastPx: number) => Math.max(leastPx, Math.round(px * scale));
  const headerPx = sized(isUpright ? 150 : 96, isUpright ? 76 : 44);
  const footerPx = sized(isUpright ? 104 : 60, isUpright ? 56 : 30);
  const paddingPx = sized(28, 8);
  const gapPx = sized(20, 6);
  const areaPx = {
    widthPx: Math.max(1, widthPx - 2 * paddingPx),
    heightPx: Math.max(1, heightPx - headerPx - footerPx),
  };
  const half = {
    widthPx: isUpright ? areaPx.widthPx : (areaPx.widthPx - gapPx) / 2,
    heightPx: isUpright ? (areaPx.heightPx - gapPx) / 2 : areaPx.heightPx,
  };
  const tiles = hasMap ? half : areaPx;
  const perPage = placesPerPage(count, tiles, gapPx);
  const grid = gridOf(perPage, tiles, gapPx);
  return {
    headerPx,
    footerPx,
    paddingPx,
    gapPx,
    headingPx: sized(44, 18),
    notePx: sized(26, 12),
    tilesWidthPx: tiles.widthPx,
    tilesHeightPx: tiles.heightPx,
    map: hasMap ? half : null,
    ...grid,
    perPage,
    tile: tileSizes(grid, tiles, gapPx),
  };
}

/** Pages are as even as they can be. */
function placesPerPage(count: number, { widthPx, heightPx }: ScreenSize, gapPx: number): number {
  const fit = (px: number, leastPx: number) => Math.max(1, Math.floor((px + gapPx) / (leastPx + gapPx)));
  const room = Math.min(maxPerPage, fit(widthPx, leastTile.widthPx) * fit(heightPx, leastTile.heightPx));
  const places = Math.max(1, count);
  return Math.ceil(places / Math.ceil(places / room));
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

function gridOf(count: number, area: ScreenSize, gapPx: number): Grid {
  const grids = Array.from({ length: count }, (_, i): Grid => {
    const columns = i + 1;
    return { columns, rows: Math.ceil(count / columns) };
  });
  const scored = grids.map((grid) => {
    const { widthPx, heightPx, largestPx } = tileSizes(grid, area, gapPx);
    const isReadable = widthPx >= leastTile.widthPx && heightPx >= leastTile.heightPx;
    return { grid, isReadable, largestPx, empty: grid.columns * grid.rows - count };
  });
  const [best] = scored.toSorted(
    (a, b) => Number(b.isReadable) - Number(a.isReadable) || b.largestPx - a.largestPx || a.empty - b.empty,
  );
  return best?.grid ?? { columns: 1, rows: 1 };
}

function tileSizes({ columns, rows }: Grid, area: ScreenSize, gapPx: number): TileSizes {
  const widthPx = (area.widthPx - (columns - 1) * gapPx) / columns;
  const heightPx = (area.heightPx - (rows - 1) * gapPx) / rows;
  const paddingPx = Math.max(6, Math.min(widthPx * 0.045, heightPx * 0.08));
  const innerPx = Math.max(1, widthPx - 2 * (paddingPx + borderPx));
  const namePx = Math.max(13, Math.min(heightPx * 0.095, innerPx * 0.08));
  const linePx = Math.max(12, Math.min(heightPx * 0.072, innerPx * 0.07));
  const largestPx = Math.min(innerPx / clockWidthEm, heightPx * digitShare);
  // In a small tile, whose text cannot be any smaller, the digits leave room for it.
  const textPx = 1.2 * namePx + linesBelow * lineHeightEm.text * linePx;
  const leftPx = (heightPx - 2 * (paddingPx + borderPx) - 1 - textPx) / lineHeightEm.large;
  return {
    widthPx,
    heightPx,
    paddingPx,
    digitPx: Math.max(1, Math.min(largestPx, leftPx)),
    largestPx,
    namePx,
    linePx,
  };
}

/** The sizes of a tile that takes the whole screen: its digits take half of the height. */
export function wholeScreenTile({ widthPx, heightPx }: ScreenSize): TileSizes {
  const sizes = tileSizes({ columns: 1, rows: 1 }, { widthPx, heightPx }, 0);
  const innerPx = widthPx - 2 * (sizes.paddingPx + borderPx);
  return { ...sizes, digitPx: Math.min(innerPx / clockWidthEm, heightPx / 2) };
}

/** Width of a letter of a word relative to the font size, on average of the wide ones. */
const letterEm = 0.63;

/** The size of a tile's large text: the digits, or a word that fits the tile in a line, or in two. */
export function largeText(
  text: string,
  { widthPx, paddingPx, digitPx }: TileSizes,
): { readonly fontPx: number; readonly lines: 1 | 2 } {
  const innerPx = Math.max(1, widthPx - 2 * (paddingPx + borderPx));
  if (/^\d+:\d\d$/.test(text))
    return { fontPx: Math.min(digitPx, innerPx / (clockWidthEm + (text.length - 5) * 0.62)), lines: 1 };
  const inOnePx = Math.min(digitPx * 0.8, innerPx / (letterEm * text.length));
  // Two lines of it stand where the digits would.
  const inTwoPx = Math.min(digitPx * 0.5, innerPx / (letterEm * longestOfTwoLines(text)));
  return inOnePx >= inTwoPx ? { fontPx: inOnePx, lines: 1 } : { fontPx: inTwoPx, lines: 2 };
}

/** How many characters of a name some lines of a tile have room for, beside its icon. */
export function nameCharacters({ widthPx, paddingPx, namePx }: TileSizes, lines: number): number {
  const linePx = widthPx - 2 * (paddingPx + borderPx) - 1.6 * namePx;
  // Each line but the last ends at a word.
  return Math.max(8, Math.floor(((lines - 0.25 * (lines - 1)) * linePx) / (0.56 * namePx)));
}

/** The letters of the longer line when a text is divided between words into two lines as even as can be. */
function longestOfTwoLines(text: string): number {
  const words = text.split(' ');
  const longest = words.map((_, i) =>
    Math.max(words.slice(0, i).join(' ').length, words.slice(i).join(' ').length),
  );
  return Math.min(...longest);
}
