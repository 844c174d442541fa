import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { glmCovers, glmSunWindow, isGlmSatellite } from './glm-coverage.ts';
import { createDecodePool, type DecodePool } from './glm-decode-pool.ts';
import { createGranuleListing, type Granule, type PollRequest } from './glm-listing.ts';
import { createRetryMemory } from './glm-retries.ts';
import type { LightningBatch, LightningFeed } from './port.ts';

const PARALLEL_FETCHES = 6;
/** A granule that ends later than this after now has a wrong clock, ours or theirs. */
const FUTURE_TOLERANCE_MS = 60_000;
/**
 * After this many connection failures in a row the source counts as unreadable, without waiting for each
 * granule in turn.
 */
const MAX_FAILURES_IN_A_ROW = 4;

interface Source {
  readonly vendor: string;
  readonly http: HttpClient;
  readonly pool: DecodePool;
  readonly retries: ReturnType<typeof createRetryMemory>;
}

/**
 * The Geostationary Lightning Mapper of a GOES satellite (16 to 19), from NOAA's public bucket. One instance
 * is one satellite. `decoder` is a pool that several satellites share and that its owner closes; without one
 * the feed has its own, of `workers` threads. An unusable granule is passed to `onFault` and requested again,
 * at growing intervals of up to 5 minutes.
 */
export function createGlmFeed(options: {
  satellite: number;
  http: HttpClient;
  workers?: number;
  decoder?: DecodePool;
}): LightningFeed {
  const { satellite, http } = options;
  if (!isGlmSatellite(satellite))
    throw new RangeError(`GOES-${satellite} is not known to have a lightning mapper; use 16, 17, 18 or 19.`);
  const vendor = `glm-goes${satellite}`;
  const pool = options.decoder ?? createDecodePool({ source: vendor, size: options.workers ?? 1 });
  const retries = createRetryMemory();
  const source: Source = { vendor, http, pool, retries };
  const { listGranules } = createGranuleListing({ http, vendor, satellite });

  async function* poll(request: PollRequest): AsyncGenerator<LightningBatch> {
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    const running = new Map<string, Promise<{ granule: Granule; batch?: LightningBatch; error?: unknown }>>();
    try {
      const waiting = chooseGranules(source, request, await listGranules(request, signal));
      retries.forget(request.since);
      let failuresInARow = 0;
      while (waiting.length > 0 || running.size > 0) {
        for (const granule of waiting.splice(0, PARALLEL_FETCHES - running.size)) {
          const fetched = fetchBatch(source, granule, request.now, signal).then(
            (batch) => ({ granule, batch }),
            (error: unknown) => ({ granule, error }),
          );
          running.set(granule.batchKey, fetched);
        }
        const { granule, batch, error } = await Promise.race(running.values());
        running.delete(granule.batchKey);
        if (request.signal.aborted) return;
        if (batch) {
          failuresInARow = 0;
          retries.noteSuccess(granule.batchKey);
          yield batch;
          continue;
        }
        // A cut connection is no evidence against the granule; unreadable bytes are.
        const lost = error instanceof AdapterError && error.retryable;
        if (!lost) retries.noteFailure(granule.batchKey, request.now);
        request.onFault(error);
        failuresInARow = lost ? failuresInARow + 1 : 0;
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error;
      }
    } finally {
      // Also reached when the consumer stops early: no download continues in the background.
      stop.abort();
      await Promise.all(running.values());
    }
  }

  return {
    vendor,
    covers: (latitude, longitude) => glmCovers(satellite, latitude, longitude),
    sunWindow: (at) => glmSunWindow(satellite, at),
    pollEveryMs: 10_000,
    poll,
    close: async () => {
      if (!options.decoder) await pool.close();
    },
  };
}

async function fetchBatch(
  { vendor, http, pool }: Source,
  granule: Granule,
  now: number,
  signal: AbortSignal,
): Promise<LightningBatch> {
  const { bytes } = await http.get({ source: vendor, url: granule.url, signal });
  if (bytes.byteLength !== granule.sizeBytes) {
    throw new AdapterError(
      vendor,
      'malformed',
      `The granule ${granule.batchKey} has ${bytes.byteLength} bytes instead of ${granule.sizeBytes}.`,
    );
  }
  // The errors of a shared decoder name no feed.
  const { from, to, flashes, eventCount, dataLost } = await pool
    .decode(bytes, granule)
    .catch((error: unknown) => {
      throw error instanceof AdapterError ? new AdapterError(vendor, error.kind, error.message) : error;
    });
  if (to > now + FUTURE_TOLERANCE_MS) throw fromTheFuture(vendor, granule);
  return { key: granule.batchKey, from, to, flashes, eventCount, dataLost };
}

function fromTheFuture(vendor: string, granule: Granule): AdapterError {
  return new AdapterError(
    vendor,
    'malformed',
    `The granule ${granule.batchKey} ends in the future, so its time cannot be trusted.`,
  );
}

/** New granules that are due, newest first. */
function chooseGranules(
  { vendor, retries }: Source,
  request: PollRequest,
  granules: readonly Granule[],
): Granule[] {
  const { now, since, known, onFault } = request;
  const fresh = granules.filter(
    (granule) => granule.end > since && !known(granule.batchKey) && retries.isDue(granule.batchKey, now),
  );
  const [future, usable] = [
    fresh.filter(({ end }) => end > now + FUTURE_TOLERANCE_MS),
    fresh.filter(({ end }) => end <= now + FUTURE_TOLERANCE_MS),
  ];
  for (const granule of future) {
    retries.noteFailure(granule.batchKey, now);
    onFault(fromTheFuture(vendor, granule));
  }
  return usable.sort((a, b) => b.start - a.start);
}
