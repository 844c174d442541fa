import { deflateSync } from 'node:zlib';
import { pngOf } from './write-png.ts';

const TRUE_COLOR = 2;
const PAETH = 4;
const CHANNELS = 3;

/**
 * PNG of red, green and blue bytes, row by row, each row with the Paeth filter: images with soft gradients
 * stay small.
 */
export function writeRgbPng(widthPx: number, heightPx: number, rgb: Uint8Array): Uint8Array<ArrayBuffer> {
  const rowBytes = widthPx * CHANNELS;
  const rows = new Uint8Array(heightPx * (rowBytes + 1));
  for (let y = 0; y < heightPx; y++) {
    const from = y * rowBytes;
    const to = y * (rowBytes + 1);
    rows[to] = PAETH;
    for (let i = 0; i < rowBytes; i++) {
      const left = i < CHANNELS ? 0 : (rgb[from + i - CHANNELS] ?? 0);
      const above = y === 0 ? 0 : (rgb[from - rowBytes + i] ?? 0);
      const corner = y === 0 || i < CHANNELS ? 0 : (rgb[from - rowBytes + i - CHANNELS] ?? 0);
      rows[to + 1 + i] = (rgb[from + i] ?? 0) - paeth(left, above, corner);
    }
  }
  return pngOf({
    widthPx,
    heightPx,
    bits: 8,
    colorType: TRUE_COLOR,
    chunks: [['IDAT', deflateSync(rows, { level: 6 })]],
  });
}

/** ISO/IEC 15948 section 9.4: of the three neighbors the one that is nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - above),
    Math.abs(guess - corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
