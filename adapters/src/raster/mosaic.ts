import { readPng } from './read-png.ts';
import { mercatorX, mercatorY, TILE_PX, type View } from './web-mercator.ts';
import { rowBytes, writePng } from './write-png.ts';

export interface TilePlace {
  readonly z: number;
  /** From 0; west of the antimeridian continued past the last column, like `View.box`. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedTile extends TilePlace {
  readonly png: Uint8Array;
}

const MAX_COLORS = 256;

/**
 * The tiles of a view: of the zoom whose pixels are at least as large as the view's, up to `maxZoom`, so that
 * the largest image needs no more than 14 by 14.
 */
export function tilesOfView({ box, widthPx, heightPx }: View, maxZoom: number): TilePlace[] {
  const wide = mercatorX(box.east) - mercatorX(box.west);
  const high = mercatorY(box.south) - mercatorY(box.north);
  const exact = Math.log2(Math.min(widthPx / wide, heightPx / high) / TILE_PX);
  const z = Math.max(0, Math.min(maxZoom, Math.floor(exact + 1e-9)));
  const side = 2 ** z;
  const tiles: TilePlace[] = [];
  for (
    let y = Math.floor(mercatorY(box.north) * side);
    y < Math.min(side, mercatorY(box.south) * side);
    y++
  ) {
    for (let x = Math.floor(mercatorX(box.west) * side); x < mercatorX(box.east) * side; x++)
      tiles.push({ z, x, y: Math.max(0, y) });
  }
  return tiles;
}

/**
 * Joins tiles of one zoom into one PNG of a view; transparent where there is no tile. Throws AdapterError
 * `malformed`.
 */
export function drawMosaic(
  tiles: readonly PlacedTile[],
  view: View,
  source: string,
): Uint8Array<ArrayBuffer> {
  const { box, widthPx, heightPx } = view;
  const colors = new Palette();
  const indexed = new Map(
    tiles.map((tile) => {
      const image = readPng(tile.png, source);
      return [
        `${tile.x}/${tile.y}`,
        { ...image, indexes: Uint8Array.from(image.pixels, (pixel) => colors.indexOf(pixel)) },
      ] as const;
    }),
  );
  const side = 2 ** (tiles[0]?.z ?? 0);
  const left = mercatorX(box.west) * side;
  const perPixel = (mercatorX(box.east) * side - left) / widthPx;
  const top = mercatorY(box.north) * side;
  const perRow = (mercatorY(box.south) * side - top) / heightPx;
  const stride = rowBytes(widthPx, 8);
  const rows = new Uint8Array(stride * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const down = top + perRow * (y + 0.5);
    const tileY = Math.floor(down);
    const at = y * stride + 1;
    let tileX = Number.NaN;
    let tile: ReturnType<typeof indexed.get>;
    let start = 0;
    for (let x = 0; x < widthPx; x++) {
      const across = left + perPixel * (x + 0.5);
      const nextX = Math.floor(across);
      if (nextX !== tileX) {
        tileX = nextX;
        tile = indexed.get(`${tileX}/${tileY}`);
        start = tile ? Math.floor((down - tileY) * tile.heightPx) * tile.widthPx : 0;
      }
      if (tile) rows[at + x] = tile.indexes[start + Math.floor((across - tileX) * tile.widthPx)] ?? 0;
    }
  }
  return writePng({ widthPx, heightPx, bits: 8, rows, palette: colors.list });
}

/**
 * Colors in order of appearance, transparent first. Radar has far fewer than 256; beyond that the nearest
 * color is used.
 */
class Palette {
  readonly list: [number, number, number, number][] = [[0, 0, 0, 0]];
  readonly #paletteIndexes = new Map<number, number>([[0, 0]]);
  #last = { pixel: 0, index: 0 };

  indexOf(pixel: number): number {
    if (pixel === this.#last.pixel) return this.#last.index;
    let index = this.#paletteIndexes.get(pixel);
    if (index === undefined) {
      const color: [number, number, number, number] = [
        pixel >>> 24,
        (pixel >> 16) & 0xff,
        (pixel >> 8) & 0xff,
        pixel & 0xff,
      ];
      index = this.list.length < MAX_COLORS ? this.list.push(color) - 1 : this.#nearest(color);
      this.#paletteIndexes.set(pixel, index);
    }
    this.#last = { pixel, index };
    return index;
  }

  #nearest(color: readonly number[]): number {
    const distances = this.list.map((other) =>
      other.reduce((sum, channel, at) => sum + (channel - (color[at] ?? 0)) ** 2, 0),
    );
    return distances.indexOf(Math.min(...distances.slice(1)));
  }
}
