import { distanceMiles } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import type { Flash, LightningFeed } from './port.ts';
import { parseXweatherStrikes } from './xweather-strikes.ts';

const SOURCE = 'xweather';
const ENDPOINT = 'https://data.api.xweather.com/lightning';
/** The limits of a standard plan: 100 km around a place, 5 minutes back, 1,000 strikes. */
const RADIUS_MILES = 62;
const BACK_MS = 5 * 60_000;
const MAX_STRIKES = 1_000;
/** Locating and serving a strike may take this long: the newest period is not covered yet. */
const LATENCY_MS = 30_000;
const FUTURE_MS = 60_000;
/**
 * Grid of the centers: any place lies within 10 miles of one and its largest zone (50 miles) within the
 * radius.
 */
const CELL_DEGREES = 0.2;

export interface XweatherKey {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The centers that cover every place; neighboring places share one. */
export function xweatherCenters(places: readonly Place[]): Place[] {
  const round = (degrees: number) => Math.round(Math.round(degrees / CELL_DEGREES) * CELL_DEGREES * 10) / 10;
  const centers = places.map(({ latitude, longitude }) => ({
    latitude: round(latitude),
    longitude: round(longitude),
  }));
  return [...new Map(centers.map((center) => [xweatherVendor(center), center])).values()];
}

export function xweatherVendor({ latitude, longitude }: Place): string {
  return `xweather:${latitude.toFixed(1)},${longitude.toFixed(1)}`;
}

/**
 * The region of a feed from its name, so that every process can derive it from the store; null for the name
 * of another feed.
 */
export function xweatherRegion(vendor: string): Pick<LightningFeed, 'vendor' | 'covers'> | null {
  const parts = /^xweather:(-?\d+\.\d),(-?\d+\.\d)$/.exec(vendor);
  if (!parts) return null;
  const center = { latitude: Number(parts[1]), longitude: Number(parts[2]) };
  return { vendor, covers: regionAround(center) };
}

function regionAround(center: Place): LightningFeed['covers'] {
  return (latitude, longitude, reachMiles = 0) =>
    (distanceMiles(center, { latitude, longitude }) ?? Number.POSITIVE_INFINITY) + reachMiles <= RADIUS_MILES;
}

/**
 * Strikes of Vaisala Xweather around one center. Each center is a feed of its own: the coverage of one
 * provides none for another. Every poll reads five minutes back; a full response reaches back only to its
 * oldest strike.
 */
export function createXweatherFeed({
  http,
  key,
  center,
}: {
  http: HttpClient;
  key: XweatherKey;
  center: Place;
}): LightningFeed {
  const vendor = xweatherVendor(center);
  /** Strikes already yielded, by their instant. */
  const seen = new Map<string, number>();
  const url = new URL(`${ENDPOINT}/${center.latitude.toFixed(1)},${center.longitude.toFixed(1)}`);
  url.search = new URLSearchParams({
    radius: `${RADIUS_MILES}mi`,
    limit: String(MAX_STRIKES),
    filter: 'all',
    sort: 'dt:-1',
    from: '-5minutes',
    client_id: key.clientId,
    client_secret: key.clientSecret,
  }).toString();

  return {
    vendor,
    covers: regionAround(center),
    pollEveryMs: 60_000,
    async *poll({ now, signal }) {
      const { bytes } = await http.get({ source: SOURCE, url: url.href, signal });
      const { strikes, rows } = parseXweatherStrikes(bytes);
      if (strikes.some(({ at }) => at > now + FUTURE_MS))
        throw new AdapterError(SOURCE, 'malformed', 'The answer holds strikes of the future.');
      const oldest = Math.min(...strikes.map(({ at }) => at));
      const from = rows < MAX_STRIKES ? now - BACK_MS : Math.max(now - BACK_MS, oldest + 1);
      const to = now - LATENCY_MS;
      // Strikes older than requested do not belong to this window; they were yielded earlier.
      const flashes = strikes.filter(
        ({ at, key: strike }) => at >= now - BACK_MS - FUTURE_MS && !seen.has(strike),
      );
      for (const [strike, at] of seen) if (at < now - 2 * BACK_MS) seen.delete(strike);
      for (const { key: strike, at } of flashes) seen.set(strike, at);
      const isWhole = from < to;
      const stretch = isWhole ? { from, to } : { from: to - 1, to };
      if (!isWhole && flashes.length === 0) return;
      yield { key: `${vendor}:${now}`, ...stretch, flashes: flashes satisfies Flash[] };
    },
    close: async () => {},
  };
}
