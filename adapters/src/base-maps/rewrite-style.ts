import { createHash } from 'node:crypto';
import { AdapterError } from '../adapter-error.ts';
import { fieldsOf, textOf } from '../feeds/read-json.ts';
import { wholeAddress } from './addresses.ts';
import { creditHtml } from './credit-html.ts';
import type { MapStyle } from './port.ts';

type Fields = Record<string, unknown>;

/** All URLs of a style. They stay on the server. */
export interface NamedAddresses {
  readonly tiles: ReadonlyMap<string, NamedTiles>;
  readonly data: ReadonlyMap<string, string>;
  readonly sprites: ReadonlyMap<string, string>;
  /** A template; null where the style has none. */
  readonly glyphs: string | null;
  /** The fonts that the layers use, as MapLibre writes them in a URL. */
  readonly fonts: ReadonlySet<string>;
}

export interface NamedTiles {
  readonly templates: readonly string[];
  readonly isImage: boolean;
  readonly minZoom: number;
  readonly maxZoom: number;
}

/**
 * The properties of a source that are kept, by its kind. Sources of other kinds (video, placed images) are
 * dropped with their layers.
 */
const sourceFields: Record<string, readonly string[]> = {
  raster: ['bounds', 'minzoom', 'maxzoom', 'tileSize', 'scheme'],
  'raster-dem': [
    'bounds',
    'minzoom',
    'maxzoom',
    'tileSize',
    'encoding',
    'redFactor',
    'greenFactor',
    'blueFactor',
    'baseShift',
  ],
  vector: ['bounds', 'minzoom', 'maxzoom', 'scheme', 'promoteId'],
  geojson: [
    ...[
      'maxzoom',
      'buffer',
      'filter',
      'tolerance',
      'cluster',
      'clusterRadius',
      'clusterMaxZoom',
      'clusterMinPoints',
      'clusterProperties',
    ],
    ...['lineMetrics', 'generateId', 'promoteId'],
  ],
};
const layerFields = ['type', 'source-layer', 'minzoom', 'maxzoom', 'filter', 'layout', 'paint'];
const layerTypes = [
  'background',
  'fill',
  'line',
  'symbol',
  'circle',
  'heatmap',
  'fill-extrusion',
  'raster',
  'hillshade',
  'color-relief',
];
/** MapLibre's default for a layer without a font. */
const defaultFonts = 'Open Sans Regular,Arial Unicode MS Regular';
const MAX_SOURCES = 60;
const MAX_ZOOM = 22;

/**
 * The sources of a style that a separate document (TileJSON) describes, with its URL. Throws AdapterError
 * `malformed`.
 */
export function tileSetsOf(source: string, document: unknown, url: string): Map<string, string> {
  const sources = sourcesOf(source, document);
  return new Map(
    sources.flatMap(([id, fields]) =>
      // A source with its own tiles needs no TileJSON.
      fields.url !== undefined &&
      fields.type !== 'geojson' &&
      !Array.isArray(fields.tiles) &&
      sourceFields[String(fields.type)]
        ? [[id, wholeAddress(source, fields.url, url)]]
        : [],
    ),
  );
}

/**
 * A style whose URLs are paths below `at`, and the URLs that they stand for. Only properties known to be
 * harmless are kept: fonts as files, terrain, metadata and layers with a URL are dropped. Throws AdapterError
 * `malformed` for an invalid style, and for a URL that is not http or https.
 */
export function rewriteStyle({
  source,
  document,
  tileSets,
  url,
  at,
  credit,
}: {
  /** Name of the map in errors. */
  source: string;
  document: unknown;
  /** The documents of `tileSetsOf` by source, with their URLs. */
  tileSets: ReadonlyMap<string, { readonly url: string; readonly document: unknown }>;
  url: string;
  at: string;
  credit: string | null;
}): { style: MapStyle; named: NamedAddresses } {
  const root = fieldsOf(document);
  const tiles = new Map<string, NamedTiles>();
  const data = new Map<string, string>();
  const sources: Record<string, Fields> = {};
  for (const [id, own] of sourcesOf(source, document)) {
    const known = sourceFields[String(own.type)];
    if (!known) continue;
    const name = nameOf(id);
    const described = tileSets.get(id);
    const set = fieldsOf(described?.document);
    const kept = { ...pick(set, known), ...pick(own, known) };
    const attribution = creditHtml(own.attribution ?? set.attribution);
    const fields: Fields = { type: own.type, ...kept, ...(attribution === '' ? {} : { attribution }) };
    if (own.type === 'geojson') {
      if (typeof own.data === 'string') {
        data.set(name, wholeAddress(source, own.data, url));
        fields.data = `${at}/data/${name}`;
      } else if (typeof own.data === 'object' && !holdsAddress(own.data)) fields.data = own.data;
      else continue;
    } else {
      const [list, base] = Array.isArray(own.tiles) ? [own.tiles, url] : [set.tiles, described?.url ?? url];
      if (!Array.isArray(list) || list.length === 0) throw malformed(source, 'has a source without tiles');
      tiles.set(name, {
        templates: list.map((template) => wholeAddress(source, template, base)),
        isImage: own.type !== 'vector',
        minZoom: zoomOf(kept.minzoom, 0),
        maxZoom: zoomOf(kept.maxzoom, MAX_ZOOM),
      });
      fields.tiles = [`${at}/tiles/${name}/{z}/{x}/{y}`];
    }
    sources[`base-${name}`] = fields;
  }

  const layers = layersOf(source, root.layers).filter(
    (layer) => layer.source === undefined || `${layer.source}` in sources,
  );
  const fonts = new Set<string>(layers.some(({ type }) => type === 'symbol') ? [defaultFonts] : []);
  collectFonts(layers, fonts);
  // MapLibre displays the attribution of the sources in use.
  const drawn = sources[String(layers.find((layer) => layer.source !== undefined)?.source)];
  if (credit !== null && drawn) drawn.attribution = creditHtml(credit);
  const sprites = spritesOf(source, root.sprite, url);
  const glyphs = textOf(root.glyphs) === null ? null : wholeAddress(source, root.glyphs, url);
  return {
    style: {
      version: 8,
      sources,
      ...(sprites.length > 0
        ? { sprite: sprites.map(({ id, name }) => ({ id, url: `${at}/sprite/${name}` })) }
        : {}),
      ...(glyphs === null ? {} : { glyphs: `${at}/glyphs/{fontstack}/{range}` }),
      layers,
    },
    named: {
      tiles,
      data,
      sprites: new Map(sprites.map(({ name, address }) => [name, address])),
      glyphs,
      fonts,
    },
  };
}

function malformed(source: string, problem: string): AdapterError {
  return new AdapterError(source, 'malformed', `The style ${problem}.`, { retryable: false });
}

function sourcesOf(source: string, document: unknown): [string, Fields][] {
  const { version, sources, layers } = fieldsOf(document);
  if (version !== 8 || typeof sources !== 'object' || !Array.isArray(layers))
    throw malformed(source, 'is not one of MapLibre');
  const list = Object.entries(fieldsOf(sources)).map(([id, fields]): [string, Fields] => [
    id,
    fieldsOf(fields),
  ]);
  if (list.length > MAX_SOURCES) throw malformed(source, `has more than ${MAX_SOURCES} sources`);
  return list;
}

/** An opaque name for URLs, stable over repeated reads of the style. */
function nameOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 10);
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) =>
      fields[name] === undefined || holdsAddress(fields[name]) ? [] : [[name, fields[name]]],
    ),
  );
}

function holdsAddress(value: unknown): boolean {
  return /[a-z][a-z0-9+.-]*:\/\//i.test(JSON.stringify(value) ?? '');
}

function zoomOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 && value <= MAX_ZOOM ? Math.floor(value) : fallback;
}

function layersOf(source: string, layers: unknown): Fields[] {
  return (layers as unknown[]).flatMap((one, index) => {
    const layer = fieldsOf(one);
    if (!layerTypes.includes(String(layer.type))) return [];
    if (layer.type !== 'background' && typeof layer.source !== 'string')
      throw malformed(source, 'has a layer without a source');
    const kept = Object.fromEntries(
      layerFields.flatMap((name) => (layer[name] === undefined ? [] : [[name, layer[name]]])),
    );
    if (holdsAddress(kept)) return [];
    return [
      {
        id: `base-${index}`,
        ...kept,
        ...(layer.type === 'background' ? {} : { source: `base-${nameOf(String(layer.source))}` }),
      },
    ];
  });
}

function spritesOf(
  source: string,
  sprite: unknown,
  url: string,
): { id: string; name: string; address: string }[] {
  if (sprite === undefined || sprite === '') return [];
  const list = Array.isArray(sprite) ? sprite.map(fieldsOf) : [{ id: 'default', url: sprite }];
  return list.flatMap((one) =>
    typeof one.id === 'string' && !holdsAddress(one.id)
      ? [{ id: one.id, name: nameOf(one.id), address: wholeAddress(source, one.url, url) }]
      : [],
  );
}

/** All font lists of a `text-font`, wherever expressions contain them. */
function collectFonts(value: unknown, fonts: Set<string>, below = false): void {
  if (Array.isArray(value)) {
    if (below && value.length > 0 && value.every((one) => typeof one === 'string'))
      fonts.add(value.join(','));
    for (const one of value) collectFonts(one, fonts, below);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) collectFonts(one, fonts, below || name === 'text-font');
  }
}
