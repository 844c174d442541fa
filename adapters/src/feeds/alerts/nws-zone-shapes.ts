import { setImmediate as otherWork } from 'node:timers/promises';
import type { Ring, ZonePolygons } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { readJson } from '../read-json.ts';
import { fieldsOf, time } from './nws-alert.ts';
import type { ZoneShape } from './port.ts';
import { simplifyZone } from './simplify-zone.ts';
import { zoneUrl } from './zone-codes.ts';

const SOURCE = 'api.weather.gov';
/** The zones of Alaska's coast have several megabytes. */
const MAX_BYTES = 12 * 1024 * 1024;
/** Limit of the number of corners; no real zone has more. */
const MAX_CORNERS = 400_000;
/** Depth of nested collections. */
const MAX_DEPTH = 4;
/** 11 m: far finer than the simplified shape. */
const DECIMALS = 10_000;

/**
 * The area of a zone (spelled as in `CapAlert.zones`) from api.weather.gov, simplified; null when the service
 * has no such zone, or no area for it. Throws AdapterError when the service does not answer, and `malformed`
 * for an invalid area or that of another zone.
 */
export async function readNwsZoneShape(
  http: HttpClient,
  zone: string,
  signal: AbortSignal,
): Promise<ZoneShape | null> {
  const url = zoneUrl(zone);
  if (url === null) return null;
  let bytes: Uint8Array;
  try {
    ({ bytes } = await http.get({
      source: SOURCE,
      url,
      signal,
      headers: { accept: 'application/geo+json' },
      maxBytes: MAX_BYTES,
    }));
  } catch (error) {
    if (error instanceof AdapterError && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
  const feature = fieldsOf(readJson(bytes, SOURCE, `The shape of ${zone}`));
  const { id, effectiveDate } = fieldsOf(feature.properties);
  if (feature.type !== 'Feature' || !zone.endsWith(String(id)))
    throw malformed(zone, 'is not that of the zone');
  await otherWork();
  const drawn = readPolygons(feature.geometry, zone);
  await otherWork();
  const { polygons, toleranceDegrees } = await simplifyZone(drawn);
  return polygons.length === 0 ? null : { polygons, toleranceDegrees, effectiveAt: time(effectiveDate) };
}

function malformed(zone: string, problem: string): AdapterError {
  return new AdapterError(SOURCE, 'malformed', `The shape of ${zone} ${problem}.`);
}

function readPolygons(geometry: unknown, zone: string): ZonePolygons {
  let corners = 0;
  const listOf = (value: unknown): readonly unknown[] => {
    if (!Array.isArray(value)) throw malformed(zone, 'is no area');
    return value;
  };
  const isPosition = (value: unknown): value is [number, number] =>
    Array.isArray(value) &&
    Number.isFinite(value[0]) &&
    Number.isFinite(value[1]) &&
    Math.abs(value[0] as number) <= 360 &&
    Math.abs(value[1] as number) <= 90;
  const ringOf = (value: unknown): Ring => {
    const positions = listOf(value);
    corners += positions.length;
    if (corners > MAX_CORNERS) throw malformed(zone, `has more than ${MAX_CORNERS} corners`);
    if (positions.length < 3 || !positions.every(isPosition))
      throw malformed(zone, 'has a ring that is none');
    const ring = positions.map(([longitude, latitude]) => [rounded(longitude), rounded(latitude)] as const);
    const [first, last] = [ring[0], ring.at(-1)];
    return first === undefined || (first[0] === last?.[0] && first[1] === last[1]) ? ring : [...ring, first];
  };
  const polygonsOf = (value: unknown, depth: number): ZonePolygons => {
    if (value === null || value === undefined) return [];
    const { type, coordinates, geometries } = fieldsOf(value);
    if (type === 'Polygon') return [listOf(coordinates).map(ringOf)];
    if (type === 'MultiPolygon') return listOf(coordinates).map((polygon) => listOf(polygon).map(ringOf));
    if (type === 'GeometryCollection' && depth < MAX_DEPTH)
      return listOf(geometries).flatMap((one) => polygonsOf(one, depth + 1));
    throw malformed(zone, 'is no area');
  };
  return polygonsOf(geometry, 0);
}

function rounded(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS;
}
