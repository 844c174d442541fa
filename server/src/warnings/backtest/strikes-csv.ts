import { createReadStream } from 'node:fs';

/** A strike as a file gives it: a point. `at` is epoch ms. */
export interface GivenStrike {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** What is wrong with a file, as a sentence for the person who gave it. */
export class BadFile extends Error {}

const columns = ['time_utc', 'lat', 'lon'] as const;

/** The position of each column in a line. */
type Positions = Readonly<Record<(typeof columns)[number], number>>;

const chunkBytes = 1 << 20;

/**
 * Reads `time_utc,lat,lon` (in any order; other columns are ignored), a line at a time. Times are ISO 8601;
 * without a zone they are UTC. Throws BadFile with the number of the first line that cannot be read.
 */
export async function readStrikes(file: string, take: (strike: GivenStrike) => void): Promise<number> {
  let positions: Positions | null = null;
  let line = 0;
  let rest = '';
  const readLine = (text: string) => {
    line++;
    const clean = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (positions === null) {
      positions = headerOf(file, clean);
      return;
    }
    if (clean === '') return;
    const cells = clean.split(',');
    const at = instantOf(cells[positions.time_utc] ?? '');
    const latitude = numberOf(cells[positions.lat]);
    const longitude = numberOf(cells[positions.lon]);
    if (!Number.isFinite(at) || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) {
      throw new BadFile(
        `${file}, line ${line}: '${clean.slice(0, 80)}' is not a time, a latitude and a longitude.`,
      );
    }
    take({ at, latitude, longitude });
  };
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: chunkBytes })) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) readLine(text);
    }
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile(
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`,
    );
  }
  if (rest !== '') readLine(rest);
  if (positions === null)
    throw new BadFile(`${file} is empty: its first line must name ${columns.join(', ')}.`);
  return line;
}

function headerOf(file: string, text: string): Positions {
  const names = text
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const positions = {
    time_utc: names.indexOf('time_utc'),
    lat: names.indexOf('lat'),
    lon: names.indexOf('lon'),
  };
  if (Object.values(positions).includes(-1))
    throw new BadFile(`${file}: its first line must name ${columns.join(', ')}, not '${text.slice(0, 80)}'.`);
  return positions;
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?Z?$/;

let parsedDay = '';
let parsedDayAt = Number.NaN;

/**
 * Epoch ms, whole; NaN for anything else. Reading the day is the slow part of a million lines, and most lines have
 * the day of the line before.
 */
function instantOf(given: string): number {
  const text = given.trim();
  const day = text.slice(0, 10);
  if (day !== parsedDay) {
    parsedDay = day;
    parsedDayAt = dayOf(day);
  }
  const parts = isoTime.exec(text);
  if (!parts) return /[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  const hour = Number(parts[4]);
  const minute = Number(parts[5]);
  const second = Number(parts[6] ?? 0);
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  const milliseconds = Math.trunc(Number(`0.${parts[7] ?? 0}`) * 1_000 + 1e-9);
  return parsedDayAt + ((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds;
}

/**
 * Midnight UTC of a date, NaN for one that is not in the calendar (2026-02-30 is not the second of March).
 */
function dayOf(text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? at : Number.NaN;
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}
