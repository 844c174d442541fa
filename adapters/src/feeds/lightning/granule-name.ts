/** The fields of a GLM granule's name. Times epoch ms. */
export interface GranuleName {
  /** 'G19'. */
  readonly platform: string;
  /** Start and end of the observation window, and when the file was made. */
  readonly start: number;
  readonly end: number;
  readonly created: number;
}

const NAME = /^OR_GLM-L2-LCFA_(G\d{2})_s(\d{14})_e(\d{14})_c(\d{14})\.nc$/;
const HOUR_MS = 3_600_000;

/**
 * Reads a file name or an object key that ends in one. Null for anything else. GOES-R PUG volume 5, file
 * naming.
 */
export function parseGranuleName(key: string): GranuleName | null {
  const [, platform, ...stamps] = NAME.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  const [start, end, created] = stamps.map(parseStamp);
  return platform && start != null && end != null && created != null && start < end
    ? { platform, start, end, created }
    : null;
}

/** The file name of a granule; times are cut to tenths of a second. */
export function granuleFileName({ platform, start, end, created }: GranuleName): string {
  return `OR_GLM-L2-LCFA_${platform}_s${granuleStamp(start)}_e${granuleStamp(end)}_c${granuleStamp(created)}.nc`;
}

/** YYYYDDDHHMMSSt in UTC: DDD the day of the year from 001, t tenths of a second. */
export function granuleStamp(at: number): string {
  const date = new Date(at);
  const clock = date.toISOString().slice(11, 21).replace(/[:.]/g, '');
  return `${date.getUTCFullYear()}${dayOfYear(at)}${clock}`;
}

/** The folder that holds the granules that start in the hour of `at`. */
export function hourPrefix(at: number): string {
  const date = new Date(at);
  return `GLM-L2-LCFA/${date.getUTCFullYear()}/${dayOfYear(at)}/${date.toISOString().slice(11, 13)}/`;
}

/** The starts, epoch ms, of the hours that `from` to `to` touch, the newest first. */
export function hoursBetween(from: number, to: number): number[] {
  const hours: number[] = [];
  for (let hour = Math.floor(to / HOUR_MS) * HOUR_MS; hour > from - HOUR_MS; hour -= HOUR_MS)
    hours.push(hour);
  return hours;
}

function dayOfYear(at: number): string {
  const year = Date.UTC(new Date(at).getUTCFullYear(), 0, 1);
  return String(Math.floor((at - year) / 86_400_000) + 1).padStart(3, '0');
}

function parseStamp(stamp: string): number | null {
  const [year, day, hour, minute, second, tenth] = [
    stamp.slice(0, 4),
    stamp.slice(4, 7),
    stamp.slice(7, 9),
    stamp.slice(9, 11),
    stamp.slice(11, 13),
    stamp.slice(13),
  ].map(Number) as [number, number, number, number, number, number];
  if (day < 1 || day > 366 || hour > 23 || minute > 59 || second > 60) return null;
  return Date.UTC(year, 0, day, hour, minute, second, tenth * 100);
}
