import { createReadStream } from 'node:fs';

/** A strike as a file gives it: a point. `at` is epoch ms. */
export interface GivenStrike {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** What is wrong with a file: a sentence for the person who gave it. */
export class BadFile extends Error {}

const columns = ['time_utc', 'lat', 'lon'] as const;
const chunkBytes = 1 << 20;

/**
 * Reads `time_utc,lat,lon` (in any order, other columns are left alone), a line at a time. Times are ISO 8601; without a zone they are UTC.
 * Throws BadFile with the number of the first line that cannot be read.
 */
export async function readStrikes(file: string, take: (strike: GivenStrike) => void): Promise<number> {
  let places: number[] | null = null;
  let line = 0;
  let rest = '';
  const readLine = (text: string) => {
    line++;
    const clean = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (places === null) {
      places = headerOf(file, clean);
      return;
    }
    if (clean === '') return;
    const cells = clean.split(',');
    const at = instantOf(cells[places[0]!] ?? '');
    const latitude = numberOf(cells[places[1]!]);
    const longitude = numberOf(cells[places[2]!]);
    if (!Number.isFinite(at) || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) {
      throw new BadFile(`${file}, line ${line}: '${clean.slice(0, 80)}' is not a time, a latitude and a longitude.`);
    }
    take({ at, latitude, longitude });
  };
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: chunkBytes })) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const text of lines) readLine(text);
    }
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`);
  }
  if (rest !== '') readLine(rest);
  if (places === null) throw new BadFile(`${file} is empty: its first line must name ${columns.join(', ')}.`);
  return line;
}

function headerOf(file: string, text: string): number[] {
  const names = text
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const places = columns.map((name) => names.indexOf(name));
  if (places.includes(-1)) throw new BadFile(`${file}: its first line must name ${columns.join(', ')}, not '${text.slice(0, 80)}'.`);
  return places;
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?Z?$/;

/** Epoch ms, whole; NaN for anything else. The common form is read without Date.parse, which is what a million lines spend their time on. */
function instantOf(text: string): number {
  const parts = isoTime.exec(text.trim());
  if (!parts) return /[zZ]$|[+-]\d\d:?\d\d$/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  const [, year, month, day, hour, minute, second = '0', fraction = '0'] = parts;
  const at = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second, Math.trunc(Number(`0.${fraction}`) * 1_000));
  // 2026-02-30 is not the second of March.
  return new Date(at).getUTCDate() === +day! && +month! >= 1 && +month! <= 12 && +hour! < 24 && +minute! < 60 && +second < 61 ? at : Number.NaN;
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}
