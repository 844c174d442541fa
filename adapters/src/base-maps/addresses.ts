import { AdapterError } from '../adapter-error.ts';

/** The placeholders that name a tile in a template. */
const TILE_NAMES = ['z', 'x', 'y', 'quadkey', 'bbox-epsg-3857', 'ratio', 'prefix'];
const EARTH_RADIUS_M = 6_378_137;

/** Whether a URL is a tile template and not a document. */
export function isTileTemplate(url: string): boolean {
  return /\{(z|x|y|quadkey|bbox-epsg-3857)\}/.test(url);
}

/** The unsupported placeholders of a tile template ('{s}'). */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([whole, name]) =>
    name !== undefined && TILE_NAMES.includes(name) ? [] : [whole],
  );
}

/** Whether a tile template identifies the tile: by coordinates, quadkey or bounding box. */
export function namesATile(template: string): boolean {
  return (
    ['z', 'x', 'y'].every((name) => template.includes(`{${name}}`)) ||
    /\{(quadkey|bbox-epsg-3857)\}/.test(template)
  );
}

/**
 * A URL in a document, made absolute; placeholders stay. Throws AdapterError `malformed` for anything but
 * http and https.
 */
export function wholeAddress(source: string, address: unknown, base: string): string {
  const parsed = typeof address === 'string' ? URL.parse(address, base) : null;
  if ((parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') || parsed.username || parsed.password) {
    throw new AdapterError(source, 'malformed', 'The style names an address that is not http or https.', {
      retryable: false,
    });
  }
  // URL encodes the placeholders of a path.
  return parsed.href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** The URL of one tile. Of several templates each tile always uses the same one, as in MapLibre. */
export function tileAddress(
  templates: readonly string[],
  { z, x, y }: { z: number; x: number; y: number },
): string {
  const values: Record<string, () => string> = {
    z: () => `${z}`,
    x: () => `${x}`,
    y: () => `${y}`,
    quadkey: () => quadkey(z, x, y),
    'bbox-epsg-3857': () => mercatorBox(z, x, y),
    ratio: () => '',
    prefix: () => (x % 16).toString(16) + (y % 16).toString(16),
  };
  const template = templates[(x + y) % templates.length] ?? '';
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => values[name]?.() ?? whole);
}

/** A tile's quadkey (Bing Maps): one digit per zoom level. */
function quadkey(z: number, x: number, y: number): string {
  return Array.from({ length: z }, (_, i) => {
    const bit = 2 ** (z - 1 - i);
    return (Math.floor(x / bit) % 2) + 2 * (Math.floor(y / bit) % 2);
  }).join('');
}

/** 'west,south,east,north' in meters of EPSG:3857, as WMS-like services expect it. */
function mercatorBox(z: number, x: number, y: number): string {
  const side = (2 * Math.PI * EARTH_RADIUS_M) / 2 ** z;
  const [west, north] = [x * side - Math.PI * EARTH_RADIUS_M, Math.PI * EARTH_RADIUS_M - y * side];
  return [west, north - side, west + side, north].join(',');
}

/** The URL of a glyph range. */
export function glyphAddress(template: string, fonts: string, from: number): string {
  return template
    .replace('{fontstack}', encodeURIComponent(fonts).replaceAll('%2C', ','))
    .replace('{range}', `${from}-${from + 255}`);
}

/** The URL of a sprite file: its suffix goes before the query. */
export function spriteAddress(sprite: string, file: string): string {
  const url = new URL(sprite);
  url.pathname += file;
  return url.href;
}
