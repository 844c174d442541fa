import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INDEXED = 3;

/**
 * The rows of an indexed PNG before compression: each row one byte for the filter, then its pixels, `bits`
 * each.
 */
export interface IndexedRows {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bits: 4 | 8;
  readonly rows: Uint8Array;
  /** Red, green, blue and alpha (0–255) of each index. */
  readonly palette: readonly (readonly [number, number, number, number])[];
}

/** Bytes of a row of the given number of pixels, with its filter byte. */
export function rowBytes(widthPx: number, bits: 4 | 8): number {
  return 1 + Math.ceil((widthPx * bits) / 8);
}

/**
 * PNG (ISO/IEC 15948), compressed at zlib's level 1: echo images are mostly equal bytes, and higher levels
 * cost ten times as much.
 */
export function writePng({ widthPx, heightPx, bits, rows, palette }: IndexedRows): Uint8Array<ArrayBuffer> {
  const colors = Buffer.from(palette.flatMap((color) => color.slice(0, 3)));
  const alphas = Buffer.from(palette.map(([, , , alpha]) => alpha));
  const chunks: [string, Uint8Array][] = [
    ['PLTE', colors],
    ['tRNS', alphas],
    ['IDAT', deflateSync(rows, { level: 1 })],
  ];
  return pngOf({ widthPx, heightPx, bits, colorType: INDEXED, chunks });
}

/** Assembles a PNG from its header and its chunks, including the compressed rows. */
export function pngOf({
  widthPx,
  heightPx,
  bits,
  colorType,
  chunks,
}: {
  widthPx: number;
  heightPx: number;
  bits: number;
  colorType: number;
  chunks: readonly (readonly [type: string, data: Uint8Array])[];
}): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([bits, colorType, 0, 0, 0], 8);
  const all: (readonly [string, Uint8Array])[] = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]];
  const parts = [SIGNATURE, ...all.flatMap(([type, data]) => chunk(type, data))];
  const png = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

function chunk(type: string, data: Uint8Array): [Uint8Array, Uint8Array, Uint8Array] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return [head, data, tail];
}
