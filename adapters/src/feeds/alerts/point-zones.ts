import { AdapterError } from '../../adapter-error.ts';
import type { Door } from '../../http.ts';
import { fieldsOf } from './nws-alert.ts';
import { zoneOfUrl } from './zone-codes.ts';

const ENDPOINT = 'https://api.weather.gov/points/';

/**
 * The forecast, county and fire weather zones of a place (degrees), as `zone-codes.ts` spells them. The service answers 404 outside the
 * United States: no zones. Throws AdapterError when it cannot be read or answers with something else.
 */
export async function askPointZones(
  door: Door,
  { latitude, longitude, source, signal }: { latitude: number; longitude: number; source: string; signal: AbortSignal },
): Promise<readonly string[]> {
  const url = `${ENDPOINT}${coordinate(latitude)},${coordinate(longitude)}`;
  const malformed = (problem: string) => new AdapterError(source, 'malformed', `What the service says of a point ${problem}.`);
  let body: string;
  try {
    const { bytes } = await door.get({ source, url, signal, headers: { accept: 'application/geo+json' }, maxBytes: 1024 * 1024 });
    body = Buffer.from(bytes).toString('utf8').trim();
  } catch (error) {
    if (error instanceof AdapterError && error.status === 404) return [];
    throw error;
  }
  if (body.startsWith('<')) throw malformed('is a page and not data');
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw malformed('is not JSON, or was cut off');
  }
  const { forecastZone, county, fireWeatherZone } = fieldsOf(fieldsOf(json).properties);
  const zones = [forecastZone, county, fireWeatherZone].map(zoneOfUrl).filter((zone) => zone !== null);
  if (zones.length === 0) throw malformed('names no zone');
  return [...new Set(zones)];
}

/** At most 4 decimals and no trailing zeros: the service redirects anything longer. */
function coordinate(degrees: number): string {
  return String(Number(degrees.toFixed(4)));
}
