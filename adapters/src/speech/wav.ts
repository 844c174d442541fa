import { decodeUlaw } from './ulaw.ts';

/** Sound of one channel. */
export interface Sound {
  /** Samples a second. */
  readonly rate: number;
  /** −32,768 to 32,767. */
  readonly samples: Float64Array;
}

/** The bytes are no WAV that can be played. */
export class WavError extends Error {}

const PCM = 1;
const ULAW = 7;
const EXTENSIBLE = 0xfffe;
const MIN_RATE = 8_000;
const MAX_RATE = 96_000;
/** All rates in use are multiples of it; the filter for any other is large. */
const RATE_STEP = 25;
/** Programs that write to a pipe cannot go back to fill in the length: they write this or more, and end at the end. */
const UNKNOWN_LENGTH = 0x7fff0000;

interface Format {
  readonly code: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
}

/**
 * Reads a RIFF WAVE file: PCM of 8 or 16 bits or G.711 µ-law, one channel or two (which are averaged), 8,000–96,000
 * samples a second in steps of 25. Throws `WavError` for anything else and for a file that ends too early.
 */
export function readWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE') throw new WavError('It is no WAV file.');
  let format: Format | null = null;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const tag = tagAt(view, at);
    const length = view.getUint32(at + 4, true);
    const begin = at + 8;
    if (tag === 'fmt ') format = readFormat(view, begin, length);
    if (tag === 'data') {
      if (!format) throw new WavError('The WAV file has sound before its format.');
      return readSamples(view, begin, length, format);
    }
    // Chunks begin at even places.
    at = begin + length + (length % 2);
  }
  throw new WavError('The WAV file has no sound.');
}

function tagAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(...Array.from({ length: 4 }, (_, index) => view.getUint8(at + index)));
}

function readFormat(view: DataView, begin: number, length: number): Format {
  if (length < 16 || begin + length > view.byteLength) throw new WavError('The WAV file has half a format.');
  const first = view.getUint16(begin, true);
  const isExtended = first === EXTENSIBLE;
  if (isExtended && length < 26) throw new WavError('The WAV file has half a format.');
  const format = {
    // The extended format begins its identifier with the code of the plain one.
    code: isExtended ? view.getUint16(begin + 24, true) : first,
    channels: view.getUint16(begin + 2, true),
    rate: view.getUint32(begin + 4, true),
    bits: view.getUint16(begin + 14, true),
  };
  const isPlayable =
    (format.code === PCM && (format.bits === 8 || format.bits === 16)) ||
    (format.code === ULAW && format.bits === 8);
  if (!isPlayable)
    throw new WavError(`The WAV file has format ${format.code} with ${format.bits} bits, not PCM or µ-law.`);
  if (format.channels !== 1 && format.channels !== 2)
    throw new WavError(`The WAV file has ${format.channels} channels.`);
  if (format.rate < MIN_RATE || format.rate > MAX_RATE || format.rate % RATE_STEP !== 0)
    throw new WavError(`The WAV file has ${format.rate} samples a second.`);
  return format;
}

function readSamples(view: DataView, begin: number, length: number, format: Format): Sound {
  const { code, channels, rate, bits } = format;
  const rest = view.byteLength - begin;
  if (length > rest && length < UNKNOWN_LENGTH) throw new WavError('The WAV file ends too early.');
  const width = (bits / 8) * channels;
  const count = Math.floor(Math.min(length, rest) / width);
  if (count === 0) throw new WavError('The WAV file has no sound.');
  const valueAt = (at: number): number => {
    if (bits === 16) return view.getInt16(at, true);
    return code === ULAW ? decodeUlaw(view.getUint8(at)) : (view.getUint8(at) - 128) * 256;
  };
  const samples = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const at = begin + index * width;
    samples[index] = channels === 1 ? valueAt(at) : (valueAt(at) + valueAt(at + width / 2)) / 2;
  }
  return { rate, samples };
}
