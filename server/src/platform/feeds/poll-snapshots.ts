import type { SnapshotFeed } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { failureDelayMs } from './failure-delay.ts';
import { FeedLog, reasonOf } from './feed-log.ts';
import { recordSnapshotFailure, type StoreAlongside, storeSnapshot } from './snapshots.store.ts';

interface Needs {
  readonly feed: SnapshotFeed;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
  /** What else is stored with each snapshot. */
  readonly alongside?: StoreAlongside;
}

/**
 * Polls one feed of snapshots until the signal aborts. One that cannot be read leaves what is stored as it
 * is.
 */
export async function pollSnapshots({ feed, db, clock, log, signal, alongside }: Needs): Promise<void> {
  const { kind, vendor, pollEveryMs } = feed;
  const feedLog = new FeedLog(log, `${vendor} ${kind}`);
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = clock.now();
    let waitMs = pollEveryMs;
    try {
      const { asOf, data } = await feed.poll({
        now: startedAt,
        signal,
        onFault: (fault) => feedLog.fault(fault),
      });
      await storeSnapshot(db, { kind, vendor, asOf, data }, clock.now(), alongside);
      failures = 0;
      feedLog.succeeded();
    } catch (thrown) {
      if (signal.aborted) break;
      failures++;
      feedLog.failed(thrown);
      // A source that is read seldom is asked again sooner, so that its data are back within two minutes of
      // its return.
      waitMs = Math.max(Math.min(pollEveryMs, 60_000), failureDelayMs(thrown, failures, 0));
      await recordSnapshotFailure(db, { kind, vendor, lastError: reasonOf(thrown) }, clock.now()).catch(
        (storeError: unknown) => log.error({ err: storeError }, 'the state of a feed could not be stored'),
      );
    }
    await clock.sleep(Math.max(0, waitMs - (clock.now() - startedAt)), signal);
  }
}
