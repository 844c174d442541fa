import type { File } from 'h5wasm';
import { AdapterError } from '../../adapter-error.ts';
import { readInstants, readVariable } from './glm-variables.ts';
import { type GranuleName, granuleStamp } from './granule-name.ts';
import type { Flash } from './port.ts';

export interface DecodedGranule {
  /** 'G19'. */
  readonly platform: string;
  /** The observation window, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly flashes: Flash[];
  /** Number of events; null when the file gives none. */
  readonly eventCount: number | null;
  /** The file reports that data of its window were lost. */
  readonly dataLost: boolean;
}

const J2000_MS = Date.UTC(2000, 0, 1, 12);
const NAME_TOLERANCE_MS = 5000;
/**
 * How far a flash may begin outside its granule (1.7 s before its detection) before the clock of the file is
 * rejected.
 */
const TIME_TOLERANCE_MS = 5000;
/** Groups this close (0.35 miles) are one point; a pixel of the instrument is 5 miles wide. */
const POINT_GRID_DEGREES = 0.005;

/**
 * Decodes one GLM L2 LCFA granule (netCDF-4). `name`, where known, gives the times when the file's own are
 * missing or differ by more than 5 s, and its platform must be the file's. Runs on the calling thread (5–50
 * ms). Throws AdapterError `malformed`. A granule with a flash without a place or a time is rejected as a
 * whole, because it must not provide coverage for a flash that cannot be read.
 */
export async function decodeGranule(
  bytes: Uint8Array,
  name: GranuleName | null = null,
): Promise<DecodedGranule> {
  const source = `glm-${name?.platform ?? 'granule'}`;
  try {
    if (!isHdf5(bytes)) throw new Error('it is not an HDF5 file');
    const { default: h5wasm } = await import('h5wasm');
    const { FS, activate_throwing_error_handler: throwErrors } = await h5wasm.ready;
    // Otherwise the library prints its whole call stack for every damaged file.
    throwErrors();
    FS.writeFile('/granule.nc', bytes);
    let file: File | null = null;
    try {
      file = new h5wasm.File('/granule.nc', 'r');
      return readGranule(file, name);
    } finally {
      closeQuietly(file);
      FS.unlink('/granule.nc');
    }
  } catch (error) {
    throw new AdapterError(source, 'malformed', `A granule cannot be decoded: ${describeProblem(error)}.`);
  }
}

function closeQuietly(file: File | null): void {
  try {
    if (file && file.file_id >= 0n) file.close();
  } catch {
    // A damaged file may fail to close too; the first error has been reported already.
  }
}

/** The library reports its whole call stack; the innermost line is the relevant one. */
function describeProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const innermost = [...message.matchAll(/ in \w+\(\): (.+)/g)].at(-1)?.[1];
  return innermost ? `it is damaged (${innermost})` : message.replace(/\.$/, '');
}

function isHdf5(bytes: Uint8Array): boolean {
  return [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, index) => bytes[index] === byte);
}

function readGranule(file: File, name: GranuleName | null): DecodedGranule {
  if (file.file_id < 0n) throw new Error('it is damaged or cut short');
  const platform = String(file.attrs.platform_ID?.value ?? name?.platform ?? '');
  if (!/^G\d\d$/.test(platform)) throw new Error('it does not say which satellite it is from');
  if (name && name.platform !== platform)
    throw new Error(`it is from ${platform} and not from ${name.platform}`);
  const { from, to } = readStretch(file, name);
  return {
    platform,
    from,
    to,
    flashes: readFlashes(file, `${platform}:s${granuleStamp(name?.start ?? from)}`, from, to),
    eventCount: readScalar(file, 'event_count'),
    dataLost: readDataLost(file),
  };
}

/**
 * Whether the file says that data of its window were lost: transmission errors that could not be corrected, or
 * events that have no place because the instrument did not navigate them. Both are shares from 0 to 1, although
 * their unit is 'percent'. Absent or filled shares say nothing.
 */
function readDataLost(file: File): boolean {
  const lost = readScalar(file, 'percent_uncorrectable_L0_errors');
  const navigated = readScalar(file, 'percent_navigated_L1b_events');
  return (lost !== null && lost > 0) || (navigated !== null && navigated < 1);
}

/** Null when the file has no such number, a negative one, or its fill value. */
function readScalar(file: File, name: string): number | null {
  const value = readVariable(file, name)?.values[0] ?? Number.NaN;
  return value >= 0 ? value : null;
}

function readStretch(file: File, name: GranuleName | null): { from: number; to: number } {
  const bounds = readVariable(file, 'product_time_bounds')?.values;
  const [from, to] = [
    Math.round(J2000_MS + (bounds?.[0] ?? Number.NaN) * 1000),
    Math.round(J2000_MS + (bounds?.[1] ?? Number.NaN) * 1000),
  ];
  const sane = from < to && to - from <= 120_000;
  if (!name) {
    if (!sane) throw new Error('it does not say which time it covers');
    return { from, to };
  }
  if (!sane) return { from: name.start, to: name.end };
  // A quiet window of another time must not count as observation of the one that was asked for.
  if (Math.abs(from - name.start) > NAME_TOLERANCE_MS || Math.abs(to - name.end) > NAME_TOLERANCE_MS)
    throw new Error('it covers another time than its name says');
  return { from, to };
}

function readFlashes(file: File, keyPrefix: string, from: number, to: number): Flash[] {
  const claimed = readVariable(file, 'flash_count')?.values[0];
  const found = readVariable(file, 'flash_id')?.values;
  // A quiet granule may leave its flash variables out altogether, but its count must then be zero.
  if (claimed === 0 && !found?.length) return [];
  const ids = required(found, 'flash_id');
  if (ids.length === 0 && claimed !== undefined)
    throw new Error(`it counts ${claimed} flashes and holds none`);
  const latitudes = required(readVariable(file, 'flash_lat')?.values, 'flash_lat');
  const longitudes = required(readVariable(file, 'flash_lon')?.values, 'flash_lon');
  const instants = required(
    readInstants(file, 'flash_time_offset_of_first_event'),
    'flash_time_offset_of_first_event',
  );
  const energies = readVariable(file, 'flash_energy')?.values;
  const qualities = readVariable(file, 'flash_quality_flag')?.values;
  // The length of the arrays is authoritative; flash_count sometimes claims more.
  const count = ids.length;
  if ([latitudes, longitudes, instants].some((values) => values.length !== count))
    throw new Error('its variables differ in length');
  const points = joinGroups(file, ids, latitudes, longitudes);
  const seen = new Map<number, number>();
  return Array.from(ids, (id, index) => {
    const latitude = latitudes[index] ?? Number.NaN;
    const longitude = longitudes[index] ?? Number.NaN;
    const at = instants[index] ?? Number.NaN;
    if (!isPlace(latitude, longitude)) throw new Error('a flash has no place');
    if (!(at >= from - TIME_TOLERANCE_MS && at <= to + TIME_TOLERANCE_MS))
      throw new Error('a flash has no time within the granule');
    const repeat = seen.get(id) ?? 0;
    seen.set(id, repeat + 1);
    const energy = energies?.[index] ?? Number.NaN;
    return {
      key: `${keyPrefix}:${id}${repeat ? `.${repeat}` : ''}`,
      at: Math.round(at),
      latitude,
      longitude: normalizeLongitude(longitude),
      points: points[index] ?? Float32Array.of(latitude, normalizeLongitude(longitude)),
      energyJ: Number.isFinite(energy) ? energy : null,
      amplitudeKa: null,
      quality: qualities?.[index] || 0,
      type: 0,
    };
  });
}

/**
 * For every flash the coordinates of its groups, one per grid cell; its centroid where it has none or where
 * one of them has no coordinates.
 */
function joinGroups(
  file: File,
  ids: Float64Array,
  latitudes: Float64Array,
  longitudes: Float64Array,
): Float32Array[] {
  const parents = readVariable(file, 'group_parent_flash_id')?.values ?? new Float64Array(0);
  const groupLatitudes = readVariable(file, 'group_lat')?.values ?? new Float64Array(0);
  const groupLongitudes = readVariable(file, 'group_lon')?.values ?? new Float64Array(0);
  if (groupLatitudes.length !== parents.length || groupLongitudes.length !== parents.length)
    throw new Error('its groups differ in length');
  const flashOf = new Map<number, number>();
  for (let index = ids.length - 1; index >= 0; index--) flashOf.set(ids[index] ?? Number.NaN, index);
  const cells = Array.from(ids, () => new Map<number, [number, number]>());
  const lacksPlace = new Set<number>();
  for (let group = 0; group < parents.length; group++) {
    const flash = flashOf.get(parents[group] ?? Number.NaN);
    if (flash === undefined) continue;
    const latitude = groupLatitudes[group] ?? Number.NaN;
    const longitude = groupLongitudes[group] ?? Number.NaN;
    if (!isPlace(latitude, longitude)) lacksPlace.add(flash);
    else {
      const cell =
        Math.round(latitude / POINT_GRID_DEGREES) * 1_000_000 + Math.round(longitude / POINT_GRID_DEGREES);
      const ofFlash = cells[flash];
      if (ofFlash && !ofFlash.has(cell)) ofFlash.set(cell, [latitude, normalizeLongitude(longitude)]);
    }
  }
  return cells.map((points, flash) => {
    const list = [...points.values()];
    if (list.length === 0 || lacksPlace.has(flash))
      list.push([latitudes[flash] ?? Number.NaN, normalizeLongitude(longitudes[flash] ?? Number.NaN)]);
    return Float32Array.from(list.flat());
  });
}

function required<T>(values: T | null | undefined, name: string): T {
  if (values == null) throw new Error(`it has no ${name}`);
  return values;
}

/** Longitudes of GOES-West run below −180, down to about −204. */
function isPlace(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}

function normalizeLongitude(longitude: number): number {
  return longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude;
}
