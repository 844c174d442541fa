import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { parseBucketListing } from './bucket-listing.ts';
import { glmCovers, isGlmSatellite } from './glm-coverage.ts';
import { createDecodePool, type DecodePool } from './glm-decode-pool.ts';
import { createRetryMemory } from './glm-retries.ts';
import {
  type GranuleName,
  granuleStamp,
  hourPrefix,
  hoursBetween,
  parseGranuleName,
} from './granule-name.ts';
import type { LightningBatch, LightningFeed } from './port.ts';

const HOUR_MS = 3_600_000;
const PARALLEL_FETCHES = 6;
/** A granule that ends later than this after now has a wrong clock, ours or theirs. */
const FUTURE_TOLERANCE_MS = 60_000;
const MAX_PAGES = 20;
/**
 * After this many connection failures in a row the source counts as unreadable, without waiting for each
 * granule in turn.
 */
const MAX_FAILURES_IN_A_ROW = 4;

interface Granule extends GranuleName {
  readonly batchKey: string;
  readonly url: string;
  readonly sizeBytes: number;
}

type PollRequest = Parameters<LightningFeed['poll']>[0];

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
  const bucket = `https://noaa-goes${satellite}.s3.amazonaws.com/`;
  const pool = options.decoder ?? createDecodePool({ source: vendor, size: options.workers ?? 1 });
  const retries = createRetryMemory();
  /** Hours of which every granule is known, and since when: they need no further listing. */
  const completeFrom = new Map<number, number>();

  async function listHour(hour: number, signal: AbortSignal): Promise<Granule[]> {
    const granules = new Map<number, Granule>();
    let token: string | null = null;
    let objects = 0;
    for (let page = 0; ; page++) {
      const continuation: string = token === null ? '' : `&continuation-token=${encodeURIComponent(token)}`;
      const url = `${bucket}?list-type=2&prefix=${hourPrefix(hour)}${continuation}`;
      const listing = parseBucketListing(vendor, (await http.get({ source: vendor, url, signal })).bytes);
      for (const { key, sizeBytes } of listing.objects) {
        objects++;
        const name = parseGranuleName(key);
        if (name?.platform !== `G${satellite}`) continue;
        // The same window may have been processed twice; the later file counts.
        if ((granules.get(name.start)?.created ?? 0) >= name.created) continue;
        granules.set(name.start, {
          ...name,
          batchKey: `${name.platform}:s${granuleStamp(name.start)}`,
          url: bucket + key,
          sizeBytes,
        });
      }
      if (listing.continuationToken === null) break;
      if (listing.continuationToken === token || page === MAX_PAGES)
        throw new AdapterError(vendor, 'malformed', 'The listing of the bucket has no end.');
      token = listing.continuationToken;
    }
    if (objects > 0 && granules.size === 0)
      throw new AdapterError(
        vendor,
        'malformed',
        'The bucket names its granules in a way that is not known.',
      );
    return [...granules.values()];
  }

  /** Every hour of the poll. Throws when none could be listed; passes single failures to `onFault`. */
  async function listGranules(request: PollRequest, signal: AbortSignal): Promise<Granule[]> {
    const { now, since } = request;
    const hours = hoursBetween(Math.min(since - 20_000, now - HOUR_MS), now);
    for (const hour of completeFrom.keys()) if (!hours.includes(hour)) completeFrom.delete(hour);
    const wanted = hours.filter((hour) => !(completeFrom.get(hour)! <= Math.max(since, hour)));
    const listings = await Promise.allSettled(wanted.map((hour) => listHour(hour, signal)));
    const failures = listings.filter((listing) => listing.status === 'rejected');
    if (failures.length > 0 && failures.length === listings.length) throw failures[0]!.reason;
    for (const failure of failures) request.onFault(failure.reason);
    for (const [index, listing] of listings.entries()) {
      if (listing.status === 'fulfilled') noteCompleteHour(wanted[index]!, listing.value, request);
    }
    return listings.flatMap((listing) => (listing.status === 'fulfilled' ? listing.value : []));
  }

  function noteCompleteHour(hour: number, granules: readonly Granule[], { since, known }: PollRequest): void {
    let reached = Math.max(since, hour);
    const from = reached;
    for (const granule of granules.toSorted((a, b) => a.start - b.start)) {
      if (granule.end <= reached) continue;
      if (granule.start > reached + 1000 || !known(granule.batchKey)) return;
      reached = granule.end;
    }
    if (reached >= hour + HOUR_MS) completeFrom.set(hour, from);
  }

  async function fetchBatch(granule: Granule, now: number, signal: AbortSignal): Promise<LightningBatch> {
    const { bytes } = await http.get({ source: vendor, url: granule.url, signal });
    if (bytes.byteLength !== granule.sizeBytes) {
      throw new AdapterError(
        vendor,
        'malformed',
        `The granule ${granule.batchKey} has ${bytes.byteLength} bytes instead of ${granule.sizeBytes}.`,
      );
    }
    // The errors of a shared decoder name no feed.
    const { from, to, flashes } = await pool.decode(bytes, granule).catch((error: unknown) => {
      throw error instanceof AdapterError ? new AdapterError(vendor, error.kind, error.message) : error;
    });
    if (to > now + FUTURE_TOLERANCE_MS) throw fromTheFuture(granule);
    return { key: granule.batchKey, from, to, flashes };
  }

  const fromTheFuture = (granule: Granule) =>
    new AdapterError(
      vendor,
      'malformed',
      `The granule ${granule.batchKey} ends in the future, so its time cannot be trusted.`,
    );

  function chooseGranules(request: PollRequest, granules: readonly Granule[]): Granule[] {
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
      onFault(fromTheFuture(granule));
    }
    return usable.sort((a, b) => b.start - a.start);
  }

  async function* poll(request: PollRequest): AsyncGenerator<LightningBatch> {
    const stop = new AbortController();
    const signal = AbortSignal.any([request.signal, stop.signal]);
    const running = new Map<string, Promise<{ granule: Granule; batch?: LightningBatch; error?: unknown }>>();
    try {
      const waiting = chooseGranules(request, await listGranules(request, signal));
      retries.forget(request.since);
      let failuresInARow = 0;
      while (waiting.length > 0 || running.size > 0) {
        while (waiting.length > 0 && running.size < PARALLEL_FETCHES) {
          const granule = waiting.shift()!;
          const fetched = fetchBatch(granule, request.now, signal).then(
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
    pollEveryMs: 10_000,
    poll,
    close: async () => {
      if (!options.decoder) await pool.close();
    },
  };
}
