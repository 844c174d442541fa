import { haversineMiles } from '@allclear/domain';
import { AdapterError } from '../adapter-error.ts';
import type { HttpClient } from '../http-client/index.ts';
import { parseCoordinates } from './coordinates.ts';
import type { GeocodedPlace, Geocoder } from './port.ts';
import { US_STATES } from './us-states.ts';

const REVERSE_MILES = 50;
const MAX_BYTES = 1024 * 1024;

type Json = Record<string, unknown>;

interface Dialect {
  searchPath(text: string, limit: number): string;
  reversePath(latitude: number, longitude: number): string;
  /** The places of a response; null when it has another shape. */
  read(json: unknown): GeocodedPlace[] | null;
}

/**
 * Addresses and places from a server with Photon's or Nominatim's protocol, at the configured `url` (its
 * folder, without `/api` or `/search`).
 */
export function createRemoteGeocoder({
  kind,
  url,
  http,
}: {
  kind: 'photon' | 'nominatim';
  url: string;
  http: HttpClient;
}): Geocoder {
  const dialect = kind === 'photon' ? photon : nominatim;
  const base = url.replace(/\/+$/, '');

  async function ask(path: string, limit: number, signal: AbortSignal | undefined): Promise<GeocodedPlace[]> {
    const { bytes } = await http.get({
      source: kind,
      url: base + path,
      timeoutMs: 5000,
      maxBytes: MAX_BYTES,
      ...(signal && { signal }),
    });
    let places: GeocodedPlace[] | null;
    try {
      places = dialect.read(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch {
      throw new AdapterError(kind, 'malformed', 'The place search answered with something that is not JSON.');
    }
    if (!places)
      throw new AdapterError(kind, 'malformed', 'The place search answered in a shape that is not known.');
    return places.slice(0, limit);
  }

  return {
    vendor: kind,
    async search({ text, limit, signal }) {
      const point = parseCoordinates(text);
      if (point) return [point];
      return text.trim() ? ask(dialect.searchPath(text.trim(), limit), limit, signal) : [];
    },
    async reverse({ latitude, longitude, signal }) {
      const [place] = await ask(dialect.reversePath(latitude, longitude), 1, signal);
      return place && haversineMiles(latitude, longitude, place.latitude, place.longitude) <= REVERSE_MILES
        ? place
        : null;
    },
    close: async () => {},
  };
}

/** https://github.com/komoot/photon: GeoJSON. */
const photon: Dialect = {
  searchPath: (text, limit) => `/api?q=${encodeURIComponent(text)}&limit=${limit}&lang=en`,
  reversePath: (latitude, longitude) => `/reverse?lat=${latitude}&lon=${longitude}&limit=1&lang=en`,
  read(json) {
    const features = asObject(json)?.features;
    if (!Array.isArray(features)) return null;
    return features.flatMap((feature) => {
      const properties = asObject(asObject(feature)?.properties);
      const coordinates = asObject(asObject(feature)?.geometry)?.coordinates;
      const [longitude, latitude] = Array.isArray(coordinates) ? coordinates.map(Number) : [];
      return properties ? placeOf(labelOf(properties), latitude, longitude) : [];
    });
  },
};

/**
 * https://nominatim.org/release-docs/latest/api/: a list, or one object for a reverse request, or `{ error }`
 * where nothing is near.
 */
const nominatim: Dialect = {
  searchPath: (text, limit) =>
    `/search?q=${encodeURIComponent(text)}&format=jsonv2&limit=${limit}&accept-language=en`,
  reversePath: (latitude, longitude) =>
    `/reverse?lat=${latitude}&lon=${longitude}&format=jsonv2&accept-language=en`,
  read(json) {
    if (asObject(json)?.error !== undefined) return [];
    const rows = Array.isArray(json) ? json : asObject(json)?.display_name ? [json] : null;
    return (
      rows?.flatMap((row) => {
        const { display_name: label, lat, lon } = asObject(row) ?? {};
        return typeof label === 'string' ? placeOf(label, Number(lat), Number(lon)) : [];
      }) ?? null
    );
  },
};

function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function placeOf(
  label: string,
  latitude: number | undefined,
  longitude: number | undefined,
): GeocodedPlace[] {
  const isPlace =
    label &&
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  return isPlace ? [{ label, latitude, longitude }] : [];
}

/** 'Raymond James Stadium, 4201 North Dale Mabry Highway, Tampa, FL'. */
function labelOf(properties: Json): string {
  const read = (key: string) => (typeof properties[key] === 'string' ? (properties[key] as string) : '');
  const street = [read('housenumber'), read('street')].filter(Boolean).join(' ');
  const state = Object.entries(US_STATES).find(([, name]) => name === read('state'))?.[0] ?? read('state');
  const region = read('countrycode') === 'US' ? state : [state, read('country')].filter(Boolean).join(', ');
  return [...new Set([read('name'), street, read('city'), region].filter(Boolean))].join(', ');
}
