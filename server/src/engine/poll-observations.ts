import type { ObservationFeed } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { recordFeed } from '../store/feeds.ts';
import { observedPlaces } from '../store/locations.ts';
import { storeReports } from '../store/observations.ts';
import { failureDelayMs } from './failure-delay.ts';
import { FeedLog, reasonOf } from './feed-log.ts';

/**
 * Polls one observation feed around all locations until the signal aborts; `wake` cuts a wait short (a new
 * location wants its weather).
 */
export async function pollObservations({
  feed,
  db,
  clock,
  log,
  signal,
  nextWake,
}: {
  feed: ObservationFeed;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  nextWake: () => AbortSignal;
}): Promise<void> {
  const feedLog = new FeedLog(log, feed.vendor);
  let failures = 0;
  let newestAt: number | null = null;
  while (!signal.aborted) {
    const startedAt = clock.now();
    const wake = nextWake();
    let waitMs = feed.pollEveryMs;
    let error: string | null = null;
    try {
      const places = await observedPlaces(db);
      const reports = places.length === 0 ? [] : await feed.poll({ now: startedAt, places, signal });
      await storeReports(db, feed.vendor, reports, clock.now());
      for (const report of reports) newestAt = Math.max(newestAt ?? 0, report.observedAt);
      failures = 0;
      feedLog.succeeded();
    } catch (thrown) {
      if (signal.aborted) break;
      failures++;
      error = reasonOf(thrown);
      feedLog.failed(thrown);
      waitMs = failureDelayMs(thrown, failures, feed.pollEveryMs);
    }
    await recordFeed(db, {
      kind: 'observations',
      vendor: feed.vendor,
      observedThrough: newestAt,
      lastSuccessAt: error === null ? clock.now() : null,
      lastError: error,
      lastErrorAt: error === null ? null : clock.now(),
    }).catch((storeError: unknown) =>
      log.error({ err: storeError }, 'the state of a feed could not be stored'),
    );
    // A source that fails is not asked sooner because somebody added a location.
    await clock.sleep(
      Math.max(0, waitMs - (clock.now() - startedAt)),
      failures > 0 ? signal : AbortSignal.any([signal, wake]),
    );
  }
}
