import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeRgbPng } from '../raster/write-rgb-png.ts';
import { openStandIn, type StandIn } from '../stand-in-server.ts';

/** The key that the stand-in requires in every URL. */
export const MAP_KEY = 'k3y-of-the-maps';

export interface StandInMaps extends StandIn {
  /** Responses by path, in place of the default ones. */
  readonly odd: Map<string, (response: ServerResponse) => void>;
  /** The requested paths and queries. */
  asked(): string[];
}

/**
 * For tests: a map server that behaves like commercial ones: a style that names its resources in several
 * ways, each with the key.
 */
export async function openStandInMaps(): Promise<StandInMaps> {
  const odd = new Map<string, (response: ServerResponse) => void>();
  const standIn = await openStandIn((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://stand-in');
    const other = odd.get(pathname);
    if (other) return other(response);
    if (searchParams.get('key') !== MAP_KEY) return response.writeHead(401).end('{"error":"no key"}');
    const answer = answerOf(decodeURIComponent(pathname), `http://${request.headers.host}`);
    if (answer === null) return response.writeHead(404).end('<html>nothing</html>');
    response.end(typeof answer === 'object' && !Buffer.isBuffer(answer) ? JSON.stringify(answer) : answer);
  });
  return Object.assign(standIn, {
    odd,
    asked: () => standIn.requests.map(({ url }: IncomingMessage) => url!),
  });
}

/** An image of one color ('#rrggbb'). */
export function coloredTile(color: string): Buffer {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const side = 256;
  const rgb = new Uint8Array(side * side * 3);
  for (let at = 0; at < rgb.length; at += 3) rgb.set([red, green, blue], at);
  return Buffer.from(writeRgbPng(side, side, rgb));
}

function answerOf(path: string, origin: string): object | Buffer | null {
  const key = `key=${MAP_KEY}`;
  if (path === '/style.json') return standInStyle(origin);
  if (path === '/roads.json') {
    return {
      tilejson: '3.0.0',
      tiles: [`roads/{z}/{x}/{y}.pbf?${key}`],
      minzoom: 0,
      maxzoom: 14,
      attribution: `<a href="https://roads.example/copyright?${key}">© Roads</a>`,
    };
  }
  if (/^\/roads\/\d+\/\d+\/\d+\.pbf$/.test(path)) return Buffer.from([0x1a, 0x02, 0x78, 0x02]);
  if (/^\/relief\/\d+\/\d+\/\d+\.png$/.test(path)) return coloredTile('#336699');
  if (path === '/parks.geojson') return { type: 'FeatureCollection', features: [] };
  if (/^\/fonts\/Noto Sans (Regular|Bold)\/\d+-\d+\.pbf$/.test(path)) return Buffer.from([0x0a, 0x00]);
  if (/^\/signs(@2x)?\.json$/.test(path)) return { dot: { x: 0, y: 0, width: 1, height: 1, pixelRatio: 1 } };
  if (/^\/signs(@2x)?\.png$/.test(path)) return coloredTile('#000000');
  return null;
}

/** The style of the stand-in, as its provider writes it. */
export function standInStyle(origin: string) {
  const key = `key=${MAP_KEY}`;
  const layer = (id: string, type: string, source: string, more: object = {}) => ({
    id,
    type,
    source,
    ...more,
  });
  return {
    version: 8,
    name: 'Streets',
    metadata: { home: `${origin}/home?${key}` },
    center: [0, 0],
    terrain: { source: 'relief' },
    sprite: `${origin}/signs?${key}`,
    glyphs: `${origin}/fonts/{fontstack}/{range}.pbf?${key}`,
    sources: {
      roads: { type: 'vector', url: `${origin}/roads.json?${key}` },
      relief: {
        type: 'raster',
        tiles: [`${origin}/relief/{z}/{x}/{y}.png?${key}`],
        tileSize: 512,
        maxzoom: 9,
      },
      parks: { type: 'geojson', data: `${origin}/parks.geojson?${key}` },
      film: { type: 'video', urls: [`${origin}/film.mp4?${key}`], coordinates: [] },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#eeeeee' } },
      layer('relief', 'raster', 'relief'),
      layer('film', 'raster', 'film'),
      layer('parks', 'fill', 'parks', { metadata: { key: MAP_KEY } }),
      layer('roads', 'line', 'roads', { 'source-layer': 'roads' }),
      layer('names', 'symbol', 'roads', {
        'source-layer': 'names',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': [
            'step',
            ['zoom'],
            ['literal', ['Noto Sans Regular']],
            9,
            ['literal', ['Noto Sans Bold']],
          ],
        },
      }),
    ],
  };
}
