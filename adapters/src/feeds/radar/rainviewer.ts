import { MINUTE_MS } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { MERCATOR_LIMIT_DEGREES } from '../../raster/web-mercator.ts';
import { fieldsOf, numberOf, readJson, textOf } from '../read-json.ts';
import { askTile } from './ask-tile.ts';
import type { RadarFeed, RadarFrame } from './port.ts';

const SOURCE = 'rainviewer';
const AHEAD_MS = 10 * MINUTE_MS;
/** The only color scheme and zoom limit that are free since 2026. */
const COLOR_SCHEME = 2;
const MAX_ZOOM = 7;
const TILE = `256/{z}/{x}/{y}/${COLOR_SCHEME}/1_1.png`;

/**
 * Radar of the world, every ten minutes for two hours, from RainViewer or a compatible server (`url` of its
 * list of maps). Only the list gives the location of tiles: a frame's path has no meaning.
 */
export function createRainViewer({ http, url }: { http: HttpClient; url: string }): RadarFeed {
  const malformed = (problem: string) =>
    new AdapterError(SOURCE, 'malformed', `The list of radar maps ${problem}.`);
  return {
    kind: 'radar',
    vendor: 'rainviewer',
    product: 'international',
    pollEveryMs: 2 * MINUTE_MS,
    minZoom: 0,
    maxZoom: MAX_ZOOM,
    box: { north: MERCATOR_LIMIT_DEGREES, south: -MERCATOR_LIMIT_DEGREES, west: -180, east: 180 },
    attribution: 'Radar: RainViewer.com',
    currentForMs: 30 * MINUTE_MS,
    async poll({ now, signal, onFault }) {
      const { bytes } = await http.get({ source: SOURCE, url, signal, maxBytes: 1024 * 1024 });
      const json = fieldsOf(readJson(bytes, SOURCE, 'The list of radar maps'));
      const host = URL.parse(textOf(json.host) ?? '');
      const past = fieldsOf(json.radar).past;
      if (host === null || !/^https?:$/.test(host.protocol) || !Array.isArray(past))
        throw malformed('is of another shape');
      const frames = past
        .map((entry) => frameOf(entry, host.href.replace(/\/$/, ''), now))
        .filter((frame) => frame !== null);
      const newest = frames.sort((a, b) => a.validAt - b.validAt).at(-1);
      if (newest === undefined) throw malformed('holds no map');
      if (frames.length < past.length) onFault?.(malformed('holds entries that are no maps'));
      return { asOf: newest.validAt, data: { frames } };
    },
    tile: ({ frame, z, x, y, signal }) =>
      askTile(http, {
        source: SOURCE,
        signal,
        url: frame.address.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
      }),
  };
}

function frameOf(entry: unknown, host: string, now: number): RadarFrame | null {
  const { time, path } = fieldsOf(entry);
  const seconds = numberOf(time);
  // The path becomes part of a URL, so only valid path characters are accepted.
  if (seconds === null || typeof path !== 'string' || !/^(\/[\w-]+)+$/.test(path)) return null;
  const validAt = seconds * 1000;
  if (validAt > now + AHEAD_MS || validAt <= 0) return null;
  return {
    key: `rainviewer-${path.slice(path.lastIndexOf('/') + 1).replaceAll('_', '-')}`,
    validAt,
    issuedAt: null,
    address: `${host}${path}/${TILE}`,
  };
}
