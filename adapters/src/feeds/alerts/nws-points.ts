import { AdapterError } from '../../adapter-error.ts';
import { dropOldest } from '../../bounded-cache.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { readJson } from '../read-json.ts';
import { fieldsOf } from './nws-alert.ts';
import { zoneOfUrl } from './zone-codes.ts';

const SOURCE = 'api.weather.gov';
const ENDPOINT = 'https://api.weather.gov/points/';
/** Number of cached responses; far more than the places of a district. */
const MAX_WAITING = 5_000;

/** The metadata of api.weather.gov for a place. */
export interface NwsPoint {
  /**
   * Forecast, county and fire weather zones, as `zone-codes.ts` spells them; none outside the United States.
   */
  readonly zones: readonly string[];
  /** The cell of the forecast grid, 'ALY/71,67'; null where there is none. */
  readonly grid: string | null;
}

type Asker = 'zones' | 'forecast';

export interface NwsPoints {
  /** Throws AdapterError when the service cannot be read or returns something else. */
  ask(
    request: { readonly latitude: number; readonly longitude: number; readonly signal: AbortSignal },
    asker: Asker,
  ): Promise<NwsPoint>;
}

/**
 * The points of the service, requested once for the zones and the grid cell: each response serves each of the
 * two callers once.
 */
export function createNwsPoints({ http }: { http: HttpClient }): NwsPoints {
  const waiting = new Map<string, { readonly answer: Promise<NwsPoint>; readonly given: Asker }>();
  return {
    async ask({ latitude, longitude, signal }, asker) {
      const key = `${coordinate(latitude)},${coordinate(longitude)}`;
      const known = waiting.get(key);
      waiting.delete(key);
      if (known && known.given !== asker) {
        const shared = await known.answer.catch(() => null);
        if (shared) return shared;
      }
      const answer = askPoint(http, key, signal);
      waiting.set(key, { answer, given: asker });
      dropOldest(waiting, MAX_WAITING);
      return answer.catch((error: unknown) => {
        if (waiting.get(key)?.answer === answer) waiting.delete(key);
        throw error;
      });
    },
  };
}

/** The service answers 404 outside the United States. */
async function askPoint(http: HttpClient, place: string, signal: AbortSignal): Promise<NwsPoint> {
  let bytes: Uint8Array;
  try {
    const headers = { accept: 'application/geo+json' };
    ({ bytes } = await http.get({
      source: SOURCE,
      url: `${ENDPOINT}${place}`,
      signal,
      headers,
      maxBytes: 1024 * 1024,
    }));
  } catch (error) {
    if (error instanceof AdapterError && error.status === 404) return { zones: [], grid: null };
    throw error;
  }
  const what = 'What the service says of a point';
  const { forecastZone, county, fireWeatherZone, gridId, gridX, gridY } = fieldsOf(
    fieldsOf(readJson(bytes, SOURCE, what)).properties,
  );
  const zones = [forecastZone, county, fireWeatherZone].map(zoneOfUrl).filter((zone) => zone !== null);
  if (zones.length === 0) throw new AdapterError(SOURCE, 'malformed', `${what} names no zone.`);
  const hasGrid =
    typeof gridId === 'string' &&
    /^[A-Z]{3}$/.test(gridId) &&
    Number.isInteger(gridX) &&
    Number.isInteger(gridY);
  return { zones: [...new Set(zones)], grid: hasGrid ? `${gridId}/${gridX},${gridY}` : null };
}

/** At most 4 decimals and no trailing zeros: the service redirects anything longer. */
function coordinate(degrees: number): string {
  return String(Number(degrees.toFixed(4)));
}
