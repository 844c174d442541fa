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
 * The base maps that an installation is set to, for everybody: what is asked for at once is fetched once and
 * kept in at most `cacheBytes` of memory. Nothing is kept on disk: most providers forbid it. A server that
 * fails is left alone for a while.
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
  const all = new Map<string, ReturnType<typeof openMap>>(maps.map((map) => [map.name, openMap(map)]));

  function openMap(map: BaseMap) {
    const gate = new SourceGate(isOutage);
    let kept: Kept | null = null;
    let asking: Promise<ReadBaseMap> | null = null;
    let failure: { error: unknown; until: number } | null = null;
    let isDown = false;

    /** Says once that a map cannot be had, and once that it can again. */
    const watched = async <Result>(ask: Promise<Result>): Promise<Result> => {
      try {
        const result = await ask;
        if (isDown) log.info({ map: map.name }, 'a base map can be had again');
        isDown = false;
        return result;
      } catch (error) {
        if (isOutage(error) && !isDown && !closing.signal.aborted) {
          const { kind, status, message } = error as AdapterError;
          log.warn({ map: map.name, kind, status, reason: message }, 'a base map cannot be had');
          isDown = true;
        }
        throw error;
      }
    };

    const read = async (): Promise<Kept> => {
      const now = performance.now();
      if (kept && now < kept.until) return kept;
      if (failure && now < failure.until) {
        if (kept) return kept;
        throw failure.error;
      }
      asking ??= watched(map.read(`${path}/${map.name}`, closing.signal)).finally(() => {
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
        const { map: known, number } = await read();
        const found = known.part(part);
        if (!found) return null;
        const bytes = await cache.get(`${map.name} ${number} ${JSON.stringify(part)}`, () =>
          watched(gate.pass(() => found.ask(closing.signal))),
        );
        return { bytes, contentType: found.typeOf(bytes) };
      },
    };
  }

  return {
    list: maps.map(({ name, credit }) => ({ name, attribution: credit })),
    style: async (name) => all.get(name)?.style() ?? null,
    part: async (name, part) => all.get(name)?.part(part) ?? null,
    close: () => closing.abort(),
  };
}

/** A tile that is not there says nothing of its server; anything else that failed does. */
function isOutage(error: unknown): boolean {
  return error instanceof AdapterError && error.status !== 404;
}
