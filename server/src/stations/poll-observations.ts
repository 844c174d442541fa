import type { ObservationFeed } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { observedPlaces } from '../locations/store.ts';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { failureDelayMs } from '../platform/feeds/failure-delay.ts';
import { FeedLog, reasonOf } from '../platform/feeds/feed-log.ts';
import { recordFeed } from '../platform/feeds/store.ts';
import { storeReports } from './observations.store.ts';

const actor = systemActor('poll-observations');

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
      await storeReports(db, actor, feed.vendor, reports, clock.now());
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
