import { AdapterError } from '../adapter-error.ts';

/** The part of a template that names a tile. */
const TILE_NAMES = ['z', 'x', 'y', 'quadkey', 'bbox-epsg-3857', 'ratio', 'prefix'];
const EARTH_RADIUS_M = 6_378_137;

/** Whether an address is a template of tiles and not a document. */
export function isTileTemplate(url: string): boolean {
  return /\{(z|x|y|quadkey|bbox-epsg-3857)\}/.test(url);
}

/** The placeholders of a tile template that nobody fills ('{s}'). */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([whole, name]) =>
    TILE_NAMES.includes(name!) ? [] : [whole],
  );
}

/** Whether a tile template says which tile: by its place, its quadkey or its box. */
export function namesATile(template: string): boolean {
  return (
    ['z', 'x', 'y'].every((name) => template.includes(`{${name}}`)) ||
    /\{(quadkey|bbox-epsg-3857)\}/.test(template)
  );
}

/**
 * An address that a document names, made whole; placeholders stay. Throws AdapterError `malformed` for
 * anything but http and https.
 */
export function wholeAddress(source: string, address: unknown, base: string): string {
  const parsed = typeof address === 'string' ? URL.parse(address, base) : null;
  if ((parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') || parsed.username || parsed.password) {
    throw new AdapterError(source, 'malformed', 'The style names an address that is not http or https.', {
      retryable: false,
    });
  }
  // Placeholders in a path come out encoded.
  return parsed.href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** The address of one tile. Of several templates each tile has one of its own, as MapLibre does it. */
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
  const template = templates[(x + y) % templates.length]!;
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => values[name]?.() ?? whole);
}

/** A tile's name in Bing's scheme: a digit for each level. */
function quadkey(z: number, x: number, y: number): string {
  return Array.from({ length: z }, (_, i) => {
    const bit = 2 ** (z - 1 - i);
    return (Math.floor(x / bit) % 2) + 2 * (Math.floor(y / bit) % 2);
  }).join('');
}

/** 'west,south,east,north' in metres of EPSG:3857, as map services that draw boxes want it. */
function mercatorBox(z: number, x: number, y: number): string {
  const side = (2 * Math.PI * EARTH_RADIUS_M) / 2 ** z;
  const [west, north] = [x * side - Math.PI * EARTH_RADIUS_M, Math.PI * EARTH_RADIUS_M - y * side];
  return [west, north - side, west + side, north].join(',');
}

/** The address of a range of glyphs. */
export function glyphAddress(template: string, fonts: string, from: number): string {
  return template
    .replace('{fontstack}', encodeURIComponent(fonts).replaceAll('%2C', ','))
    .replace('{range}', `${from}-${from + 255}`);
}

/** The address of a sprite's file: it belongs before the query. */
export function spriteAddress(sprite: string, file: string): string {
  const url = new URL(sprite);
  url.pathname += file;
  return url.href;
}
