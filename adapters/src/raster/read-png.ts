import { inflateSync } from 'node:zlib';
import { AdapterError } from '../adapter-error.ts';

const SIGNATURE = '89504e470d0a1a0a';
const MAX_SIDE_PX = 1024;
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface RasterImage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 0xRRGGBBAA of each pixel, row by row; every transparent pixel is 0. */
  readonly pixels: Uint32Array;
}

/** Whether bytes begin like a PNG. A page that a service sends in place of a tile does not. */
export function isPng(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === SIGNATURE;
}

/**
 * Reads a tile: PNG (ISO/IEC 15948) of at most 1024 pixels a side, not interlaced, of up to 8 bits a channel.
 * Throws AdapterError `malformed`.
 */
export function readPng(bytes: Uint8Array, source: string): RasterImage {
  const malformed = (problem: string) => new AdapterError(source, 'malformed', `A radar tile ${problem}.`);
  if (!isPng(bytes)) throw malformed('is not a PNG');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Buffer[] = [];
  let header: Buffer | null = null;
  let palette: Buffer = Buffer.alloc(0);
  let alphas: Buffer = Buffer.alloc(0);
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 8, at + 8 + length);
    if (body.length < length) throw malformed('was cut off');
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') header = body;
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') alphas = body;
    else if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  if (header === null || header.length < 13) throw malformed('has no header');
  const [widthPx, heightPx] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits, colorType, , , interlace] = header.subarray(8) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ];
  const channels = channelsOf[colorType];
  if (widthPx < 1 || heightPx < 1 || widthPx > MAX_SIDE_PX || heightPx > MAX_SIDE_PX)
    throw malformed('has no size of a tile');
  if (
    channels === undefined ||
    interlace !== 0 ||
    ![1, 2, 4, 8].includes(bits) ||
    (bits < 8 && channels > 1)
  ) {
    throw malformed('is of a kind of PNG that is not known');
  }

  const stride = Math.ceil((widthPx * channels * bits) / 8);
  let rows: Buffer;
  try {
    rows = inflateSync(Buffer.concat(data), { maxOutputLength: (stride + 1) * heightPx });
  } catch {
    throw malformed('cannot be unpacked');
  }
  if (rows.length < (stride + 1) * heightPx) throw malformed('was cut off');
  const lines = unfilter(rows, stride, heightPx, Math.max(1, (channels * bits) / 8));
  if (lines === null) throw malformed('cannot be unpacked');

  const pixels = new Uint32Array(widthPx * heightPx);
  const full = (1 << bits) - 1;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * stride;
      const sample = (channel: number) => {
        if (bits === 8) return lines[at + x * channels + channel] ?? 0;
        const bit = x * bits;
        return ((lines[at + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & full;
      };
      pixels[y * widthPx + x] = color(colorType, sample, full, palette, alphas);
    }
  }
  return { widthPx, heightPx, pixels };
}

function color(
  colorType: number,
  sample: (channel: number) => number,
  full: number,
  palette: Buffer,
  alphas: Buffer,
): number {
  const first = sample(0);
  if (colorType === 3)
    return rgba(
      palette[first * 3] ?? 0,
      palette[first * 3 + 1] ?? 0,
      palette[first * 3 + 2] ?? 0,
      alphas[first] ?? 255,
    );
  if (colorType === 2) {
    const isClear =
      alphas.length >= 6 &&
      [0, 1, 2].every((channel) => alphas.readUInt16BE(channel * 2) === sample(channel));
    return rgba(first, sample(1), sample(2), isClear ? 0 : 255);
  }
  if (colorType === 6) return rgba(first, sample(1), sample(2), sample(3));
  const gray = Math.round((first * 255) / full);
  const isClear = colorType === 0 && alphas.length >= 2 && alphas.readUInt16BE(0) === first;
  return rgba(gray, gray, gray, colorType === 4 ? sample(1) : isClear ? 0 : 255);
}

function rgba(red: number, green: number, blue: number, alpha: number): number {
  return alpha === 0 ? 0 : ((red << 24) | (green << 16) | (blue << 8) | alpha) >>> 0;
}

/** The rows with their filters undone; null for an unknown filter. Section 9 of the standard. */
function unfilter(rows: Buffer, stride: number, heightPx: number, pixelBytes: number): Uint8Array | null {
  const out = new Uint8Array(stride * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const filter = rows[y * (stride + 1)] ?? 0;
    if (filter > 4) return null;
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x >= pixelBytes ? (out[to + x - pixelBytes] ?? 0) : 0;
      const up = y > 0 ? (out[to - stride + x] ?? 0) : 0;
      const corner = x >= pixelBytes && y > 0 ? (out[to - stride + x - pixelBytes] ?? 0) : 0;
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0;
      out[to + x] = (rows[from + x] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
}
