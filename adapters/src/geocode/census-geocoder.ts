import { AdapterError } from '../adapter-error.ts';
import type { HttpClient } from '../http-client/index.ts';
import type { GeocodedPlace, Geocoder } from './port.ts';
import { US_STATES } from './us-states.ts';

const censusUrl = 'https://geocoding.geo.census.gov/geocoder';
const maxBytes = 1024 * 1024;

/**
 * Street addresses of the United States from the Census Bureau's geocoder (public domain, no key;
 * https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html), which finds addresses only. `names`
 * answers place names, text without a house number, unknown addresses and reverse lookups.
 */
export function createCensusGeocoder({
  http,
  names,
  url = censusUrl,
}: {
  http: HttpClient;
  names: Geocoder;
  url?: string;
}): Geocoder {
  const base = url.replace(/\/+$/, '');

  async function addresses(
    text: string,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<GeocodedPlace[]> {
    const query = new URLSearchParams({ address: text, benchmark: 'Public_AR_Current', format: 'json' });
    const answer = await http.get({
      source: 'census',
      url: `${base}/locations/onelineaddress?${query}`,
      timeoutMs: 8_000,
      maxBytes,
      ...(signal && { signal }),
    });
    let json: unknown;
    try {
      json = JSON.parse(Buffer.from(answer.bytes).toString('utf8'));
    } catch {
      throw new AdapterError(
        'census',
        'malformed',
        'The address search answered with something that is not JSON.',
      );
    }
    const matches = (json as { result?: { addressMatches?: unknown } } | null)?.result?.addressMatches;
    if (!Array.isArray(matches))
      throw new AdapterError(
        'census',
        'malformed',
        'The address search answered in a shape that is not known.',
      );
    return matches.flatMap(placeOf).slice(0, limit);
  }

  return {
    vendor: 'census',
    async search(request) {
      const text = request.text.trim();
      // An address begins with its house number; a pair of numbers is a point, which `names` reads.
      if (!/^\d+\s+\p{L}|^\d+\s+\d+(st|nd|rd|th)\b/iu.test(text)) return names.search(request);
      const found = await addresses(text, request.limit, request.signal);
      return found.length > 0 ? found : names.search(request);
    },
    reverse: (request) => names.reverse(request),
    close: () => names.close(),
  };
}

/** '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20500' at x, y (degrees east, north). */
function placeOf(match: unknown): GeocodedPlace[] {
  const { matchedAddress, coordinates } = (match ?? {}) as {
    matchedAddress?: unknown;
    coordinates?: { x?: unknown; y?: unknown };
  };
  const longitude = coordinates?.x;
  const latitude = coordinates?.y;
  if (typeof matchedAddress !== 'string' || typeof latitude !== 'number' || typeof longitude !== 'number')
    return [];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return [];
  return [{ label: inMixedCase(matchedAddress), latitude, longitude }];
}

/** The Bureau writes capitals. States and compass points stay capital. */
function inMixedCase(address: string): string {
  return address.replace(/\p{L}+/gu, (word) =>
    word in US_STATES || /^[NS]?[EW]$|^[NS]$/.test(word)
      ? word
      : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}
