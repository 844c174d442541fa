import { cellMotion, mphFromKnots, newestCells, type TrackedCell } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { fieldsOf, instantOf, numberOf, readJson, textOf } from '../read-json.ts';
import type { StormCellFeed } from './port.ts';

const SOURCE = 'mesonet.agron.iastate.edu';
const ENDPOINT = 'https://mesonet.agron.iastate.edu/geojson/nexrad_attr.geojson';
const AHEAD_MS = 10 * 60_000;
/** A stormy day has about 3,000 rows of 400 bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Storm cells of the tracking of US radars, of the last half hour. */
export function createIemStormCells({ http }: { http: HttpClient }): StormCellFeed {
  const malformed = (problem: string) =>
    new AdapterError(SOURCE, 'malformed', `The list of storm cells ${problem}.`);
  return {
    kind: 'storm-cells',
    vendor: 'iem',
    attribution: 'NEXRAD storm attributes: NOAA, Iowa Environmental Mesonet',
    pollEveryMs: 5 * 60_000,
    async poll({ now, signal, onFault }) {
      const { bytes } = await http.get({ source: SOURCE, url: ENDPOINT, signal, maxBytes: MAX_BYTES });
      const json = fieldsOf(readJson(bytes, SOURCE, 'The list of storm cells'));
      const { type, features } = json;
      if (type !== 'FeatureCollection' || !Array.isArray(features))
        throw malformed('is not a collection of cells');
      const rows = features.map(parseCell).filter((cell) => cell !== null);
      if (features.length > 0 && rows.length === 0)
        throw malformed('holds no cell of the shape that is known');
      if (rows.length < features.length) onFault?.(malformed('holds entries that are no cells'));
      // The field was called generation_time until 2026.
      const madeAt = instantOf(json.generated_at) ?? instantOf(json.generation_time) ?? newestOf(rows);
      if (madeAt === null) throw malformed('does not say its time');
      if (madeAt > now + AHEAD_MS) throw malformed('says a time that has not come');
      return { asOf: Math.min(now, madeAt), data: { cells: newestCells(rows, madeAt) } };
    },
  };
}

function newestOf(rows: readonly TrackedCell[]): number | null {
  return rows.length === 0 ? null : rows.reduce((newest, { observedAt }) => Math.max(newest, observedAt), 0);
}

/** One row; null without an id, a place or a time. */
function parseCell(feature: unknown): TrackedCell | null {
  const { properties, geometry } = fieldsOf(feature);
  const row = fieldsOf(properties);
  const { coordinates } = fieldsOf(geometry);
  const [longitude, latitude] = Array.isArray(coordinates)
    ? [numberOf(coordinates[0]), numberOf(coordinates[1])]
    : [null, null];
  const radar = textOf(row.nexrad);
  const number = textOf(row.storm_id);
  const observedAt = instantOf(row.valid);
  if (!radar || !number || observedAt === null || longitude === null || latitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const motion = cellMotion(numberOf(row.drct), numberOf(row.sknt));
  const atLeastZero = (value: unknown) => {
    const known = numberOf(value);
    return known !== null && known >= 0 ? known : null;
  };
  return {
    id: `${radar} ${number}`,
    radar,
    observedAt,
    latitude,
    longitude,
    // 'TVS', and 'ETVS' for one aloft.
    hasTvs: /^E?TVS$/i.test(textOf(row.tvs) ?? ''),
    // '7', '5L' (a shallow one), 'NONE'.
    mesoRank: numberOf(/^\d+/.exec(String(row.meso ?? ''))?.[0]),
    hailPct: atLeastZero(row.poh),
    severeHailPct: atLeastZero(row.posh),
    hailInches: atLeastZero(row.max_size),
    vilKgM2: atLeastZero(row.vil),
    maxDbz: atLeastZero(row.max_dbz),
    maxDbzKft: atLeastZero(row.max_dbz_height),
    topKft: atLeastZero(row.top),
    headingDegrees: motion?.headingDegrees ?? null,
    speedMph: mphFromKnots(motion?.knots),
  };
}
