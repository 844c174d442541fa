import { AdapterError } from '../adapter-error.ts';
import { readJson } from '../feeds/read-json.ts';
import type { HttpClient } from '../http-client/index.ts';
import { glyphAddress, isTileTemplate, spriteAddress, tileAddress } from './addresses.ts';
import { creditHtml } from './credit-html.ts';
import { type FileKind, fileKinds, imageType } from './map-files.ts';
import type { BaseMap, BaseMapSetting, MapPart, ReadBaseMap } from './port.ts';
import { type NamedAddresses, rewriteStyle, tileSetsOf } from './rewrite-style.ts';

const TIMEOUT_MS = 10_000;
/** Deeper than the deepest zoom of the product's map. */
const TEMPLATE_MAX_ZOOM = 19;
const LAST_LETTERS = 0x10ff00;

/**
 * The base map that an installation is configured with: a raster tile template, or a style document and the
 * resources it names. URLs, hosts and keys stay on the server. A resource on another host must be public.
 */
export function createBaseMap(
  { name, url, credit }: BaseMapSetting,
  { http }: { http: HttpClient },
): BaseMap {
  const source = `base-map-${name}`;
  const trustedHost = new URL(url.replaceAll(/\{[^{}]*\}/g, '0')).hostname;

  async function ask(address: string, kind: FileKind, signal: AbortSignal): Promise<Uint8Array> {
    const { maxBytes, accept, isOther } = kind;
    try {
      const { bytes } = await http.get({
        source,
        url: address,
        signal,
        maxBytes,
        trustedHost,
        timeoutMs: TIMEOUT_MS,
        headers: { accept },
      });
      if (bytes.length === 0 && kind !== fileKinds.vector)
        throw new AdapterError(source, 'upstream', '', { status: 404, retryable: false });
      if (isOther(bytes)) throw new AdapterError(source, 'malformed', '');
      return bytes;
    } catch (error) {
      throw withoutAddress(source, error);
    }
  }

  const askDocument = async (address: string, signal: AbortSignal): Promise<unknown> =>
    readJson(await ask(address, fileKinds.document, signal), source, 'A document of the map');

  return {
    name,
    credit: credit === null ? null : creditHtml(credit),
    async read(at, signal): Promise<ReadBaseMap> {
      const document = isTileTemplate(url) ? templateStyle(url) : await askDocument(url, signal);
      const described = await Promise.all(
        [...tileSetsOf(source, document, url)].map(
          async ([id, address]) =>
            [id, { url: address, document: await askDocument(address, signal) }] as const,
        ),
      );
      const { style, named } = rewriteStyle({
        source,
        document,
        tileSets: new Map(described),
        url,
        at,
        credit,
      });
      return {
        style,
        part(part) {
          const found = addressOf(part, named);
          if (!found) return null;
          const { address, kind } = found;
          return {
            ask: (until) => ask(address, kind, until),
            typeOf: (bytes) => kind.type ?? imageType(bytes) ?? 'application/octet-stream',
          };
        },
      };
    },
  };
}

/** A style for raster tiles alone. */
function templateStyle(url: string): object {
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [url], tileSize: 256, maxzoom: TEMPLATE_MAX_ZOOM } },
    layers: [{ type: 'raster', source: 'tiles' }],
  };
}

/** The URL of a resource; null when the style does not name it. */
function addressOf(
  part: MapPart,
  { tiles, data, sprites, glyphs, fonts }: NamedAddresses,
): { address: string; kind: FileKind } | null {
  switch (part.kind) {
    case 'tile': {
      const set = tiles.get(part.source);
      const side = 2 ** part.z;
      if (!set || part.z < set.minZoom || part.z > set.maxZoom || part.x >= side || part.y >= side)
        return null;
      return {
        address: tileAddress(set.templates, part),
        kind: set.isImage ? fileKinds.image : fileKinds.vector,
      };
    }
    case 'data': {
      const address = data.get(part.source);
      return address === undefined ? null : { address, kind: fileKinds.data };
    }
    case 'glyphs': {
      if (glyphs === null || !fonts.has(part.fonts) || part.from % 256 !== 0 || part.from > LAST_LETTERS)
        return null;
      return { address: glyphAddress(glyphs, part.fonts, part.from), kind: fileKinds.glyphs };
    }
    case 'sprite': {
      const address = sprites.get(part.sprite);
      if (address === undefined) return null;
      return {
        address: spriteAddress(address, part.file),
        kind: part.file.endsWith('.json') ? fileKinds.spriteIndex : fileKinds.image,
      };
    }
  }
}

const sentences: Record<AdapterError['kind'], string> = {
  auth: 'The server of the map refused access.',
  timeout: 'The server of the map did not answer in time.',
  refused: 'The server of the map cannot be reached.',
  malformed: 'The server of the map answered with something else than was asked for.',
  upstream: 'The server of the map failed.',
};

/** The same failure without host and path, which may contain a key. */
function withoutAddress(source: string, error: unknown): unknown {
  if (!(error instanceof AdapterError)) return error;
  const { kind, retryable, retryAfterMs, status } = error;
  const message = status === 404 ? 'The server of the map has nothing there.' : sentences[kind];
  return new AdapterError(source, kind, message, { retryable, retryAfterMs, status });
}
