import type { AlertFeed, AlertList } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { failureDelayMs } from '../platform/feeds/failure-delay.ts';
import { FeedLog, reasonOf } from '../platform/feeds/feed-log.ts';
import { readFeeds, recordFeed } from '../platform/feeds/store.ts';
import { storeAlerts } from './store.ts';

const actor = systemActor('poll-alerts');

interface Needs {
  readonly feed: AlertFeed;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/**
 * Polls one feed of weather-service alerts until the signal aborts. A list that cannot be read leaves what is
 * stored as it is.
 */
export async function pollAlerts({ feed, db, clock, log, signal }: Needs): Promise<void> {
  const feedLog = new FeedLog(log, `${feed.vendor} alerts`);
  let failures = 0;
  let stored: AlertList['alerts'] | null = null;
  while (!signal.aborted) {
    const startedAt = clock.now();
    let waitMs = feed.pollEveryMs;
    try {
      const list = await feed.poll({ now: startedAt, signal, onFault: (fault) => feedLog.fault(fault) });
      // A list that the service says has not changed is not written again.
      await storeAlerts(
        db,
        actor,
        feed.vendor,
        { ...list, alerts: list.alerts === stored ? [] : list.alerts },
        clock.now(),
      );
      stored = list.alerts;
      failures = 0;
      feedLog.succeeded();
    } catch (thrown) {
      if (signal.aborted) break;
      failures++;
      feedLog.failed(thrown);
      waitMs = failureDelayMs(thrown, failures, feed.pollEveryMs);
      await recordFailure(db, feed.vendor, reasonOf(thrown), clock.now()).catch((storeError: unknown) =>
        log.error({ err: storeError }, 'the state of a feed could not be stored'),
      );
    }
    await clock.sleep(Math.max(0, waitMs - (clock.now() - startedAt)), signal);
  }
}

/** For when the list is good stays what it was. */
async function recordFailure(db: Database, vendor: string, lastError: string, now: number): Promise<void> {
  const known = (await readFeeds(db)).find((feed) => feed.kind === 'alerts' && feed.vendor === vendor);
  const { observedThrough = null, lastSuccessAt = null } = known ?? {};
  await recordFeed(db, {
    kind: 'alerts',
    vendor,
    observedThrough,
    lastSuccessAt,
    lastError,
    lastErrorAt: now,
  });
}
