import {
  AdapterError,
  type BaseMap,
  type MapPart,
  type MapStyle,
  type ReadBaseMap,
} from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { ImageCache } from '../radar/image-cache.ts';
import { SourceGate } from '../radar/source-gate.ts';

/** How long what was fetched is used, real time: maps change rarely, and providers allow caches of a day. */
const KEPT_MS = 12 * 3_600_000;
/** A style that could not be read is tried again so soon, real time. */
const FAILURE_MS = 15_000;

export interface BaseMaps {
  readonly list: readonly { readonly name: BaseMap['name']; readonly attribution: string | null }[];
  /** Null for a map that is not set. Throws AdapterError. */
  style(name: string): Promise<MapStyle | null>;
  /** Null for a map that is not set, and for what its style does not name. Throws AdapterError. */
  part(
    name: string,
    part: MapPart,
  ): Promise<{ readonly bytes: Uint8Array; readonly contentType: string } | null>;
  close(): void;
}

/** A style as it was read last, with a number of its own: what was fetched for another is not its. */
interface Kept {
  readonly map: ReadBaseMap;
  readonly number: number;
  readonly until: number;
}

/**
 * The configured base maps, shared by all users: simultaneous requests for one file are one fetch, and files
 * are cached in at most `cacheBytes` of memory. Nothing is cached on disk, because most providers forbid it.
 * A server that fails is not requested for a while.
 */
export function createBaseMaps({
  maps,
  path,
  cacheBytes,
  log,
  keptMs = KEPT_MS,
  failureMs = FAILURE_MS,
}: {
  maps: readonly BaseMap[];
  /** Where the API serves them ('/api/map/base'). */
  path: string;
  cacheBytes: number;
  log: FastifyBaseLogger;
  keptMs?: number;
  failureMs?: number;
}): BaseMaps {
  const closing = new AbortController();
  const cache = new ImageCache({ maxBytes: cacheBytes });
  const options = { cache, signal: closing.signal, log, keptMs, failureMs };
  const all = new Map(maps.map((map) => [map.name as string, openMap(map, `${path}/${map.name}`, options)]));

  return {
    list: maps.map(({ name, credit }) => ({ name, attribution: credit })),
    style: async (name) => all.get(name)?.style() ?? null,
    part: async (name, part) => all.get(name)?.part(part) ?? null,
    close: () => closing.abort(),
  };
}

interface MapOptions {
  readonly cache: ImageCache;
  /** Aborted when the maps are closed. */
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  readonly keptMs: number;
  readonly failureMs: number;
}

/** One map, served at `path`. */
function openMap(map: BaseMap, path: string, { cache, signal, log, keptMs, failureMs }: MapOptions) {
  const gate = new SourceGate(isOutage);
  const watched = watchOutages(map.name, log, signal);
  let kept: Kept | null = null;
  let asking: Promise<ReadBaseMap> | null = null;
  let failure: { error: unknown; until: number } | null = null;

  const read = async (): Promise<Kept> => {
    const now = performance.now();
    if (kept && now < kept.until) return kept;
    if (failure && now < failure.until) {
      if (kept) return kept;
      throw failure.error;
    }
    asking ??= watched(map.read(path, signal)).finally(() => {
      asking = null;
    });
    try {
      const fresh = await asking;
      failure = null;
      if (kept?.map !== fresh)
        kept = { map: fresh, number: (kept?.number ?? 0) + 1, until: performance.now() + keptMs };
      return kept;
    } catch (error) {
      failure = { error, until: performance.now() + failureMs };
      // An older style is still right.
      if (kept) return kept;
      throw error;
    }
  };

  return {
    style: async () => (await read()).map.style,
    part: async (part: MapPart) => {
      const { map: style, number } = await read();
      const found = style.part(part);
      if (!found) return null;
      const bytes = await cache.get(`${map.name} ${number} ${JSON.stringify(part)}`, () =>
        watched(gate.pass(() => found.ask(signal))),
      );
      return { bytes, contentType: found.typeOf(bytes) };
    },
  };
}

/** Logs once that requests for a map fail, and once that they succeed again. */
function watchOutages(name: BaseMap['name'], log: FastifyBaseLogger, signal: AbortSignal) {
  let isDown = false;
  return async <Result>(ask: Promise<Result>): Promise<Result> => {
    try {
      const result = await ask;
      if (isDown) log.info({ map: name }, 'a base map can be had again');
      isDown = false;
      return result;
    } catch (error) {
      if (isOutage(error) && !isDown && !signal.aborted) {
        const { kind, status, message } = error;
        log.warn({ map: name, kind, status, reason: message }, 'a base map cannot be had');
        isDown = true;
      }
      throw error;
    }
  };
}

/** A missing tile (404) is no outage of its server; any other error of it is. */
function isOutage(error: unknown): error is AdapterError {
  return error instanceof AdapterError && error.status !== 404;
}
