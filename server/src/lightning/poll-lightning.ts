import type { LightningBatch, LightningFeed } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { failureDelayMs } from '../platform/feeds/failure-delay.ts';
import { FeedLog, reasonOf } from '../platform/feeds/feed-log.ts';
import { recordFeed } from '../platform/feeds/store.ts';
import type { LightningLive } from './lightning-live.ts';
import { ingestBatches } from './store.ts';

const actor = systemActor('poll-lightning');

/** Every poll looks back over the longest timer and a little more, so that what came late closes its gap. */
const historyMs = 65 * 60_000;
/**
 * A sweep that claims to have looked beyond the clock by more than this is wrong in time and vouches for
 * nothing.
 */
const futureMs = 60_000;
const batchesPerStep = 20;
/** Of real time: status is for people, once a second is enough at any speed. */
const recordEveryMs = 1_000;

/**
 * Polls one lightning feed until the signal aborts. Sweeps are stored in batches, each as soon as the one
 * before is done.
 */
export async function pollLightning({
  feed,
  db,
  live,
  clock,
  log,
  signal,
}: {
  feed: LightningFeed;
  db: Database;
  live: LightningLive;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
}): Promise<void> {
  const feedLog = new FeedLog(log, feed.vendor);
  let failures = 0;
  let lastSuccessAt: number | null = null;
  let lastError: string | null = null;
  let lastErrorAt: number | null = null;
  let recordedAt = Number.NEGATIVE_INFINITY;

  const noteFault = (error: unknown) => {
    feedLog.fault(error);
    lastError = reasonOf(error);
    lastErrorAt = clock.now();
  };
  const record = async (force: boolean) => {
    if (!force && performance.now() - recordedAt < recordEveryMs) return;
    recordedAt = performance.now();
    const observation = live.lightningIndex.observationOf(feed.vendor, clock.now());
    await recordFeed(db, {
      kind: 'lightning',
      vendor: feed.vendor,
      observedThrough: observation?.observedThrough ?? null,
      lastSuccessAt,
      lastError,
      lastErrorAt,
    });
  };

  while (!signal.aborted) {
    const startedAt = clock.now();
    let waitMs = feed.pollEveryMs;
    try {
      const storage = createStorage(feed, db, live, clock, noteFault);
      for await (const batch of feed.poll({
        now: startedAt,
        since: startedAt - historyMs,
        known: (key) => live.lightningIndex.has(feed.vendor, key),
        onFault: noteFault,
        signal,
      })) {
        if (signal.aborted) break;
        storage.push(batch);
        await record(false);
      }
      await storage.done();
      failures = 0;
      lastSuccessAt = clock.now();
      // An error that a later success has overtaken is history.
      if (lastErrorAt !== null && lastErrorAt < startedAt) lastError = null;
      feedLog.succeeded();
      await record(lastError !== null);
    } catch (error) {
      if (signal.aborted) break;
      failures++;
      lastError = reasonOf(error);
      lastErrorAt = clock.now();
      feedLog.failed(error);
      waitMs = failureDelayMs(error, failures, feed.pollEveryMs);
      await record(true).catch((storeError: unknown) =>
        log.error({ err: storeError }, 'the state of a feed could not be stored'),
      );
    }
    await clock.sleep(Math.max(0, waitMs - (clock.now() - startedAt)), signal);
  }
}

/** Stores sweeps while more arrive: whatever has gathered goes into the next transaction. */
function createStorage(
  feed: LightningFeed,
  db: Database,
  live: LightningLive,
  clock: Clock,
  onFault: (error: unknown) => void,
) {
  let waiting: LightningBatch[] = [];
  let running: Promise<void> | null = null;
  let failure: unknown = null;
  const drain = async () => {
    while (waiting.length > 0 && failure === null) {
      const pending = waiting.splice(0, batchesPerStep);
      try {
        live.apply(await ingestBatches(db, actor, feed.vendor, pending, clock.now()));
      } catch (error) {
        failure = error;
      }
    }
    running = null;
  };
  return {
    push(batch: LightningBatch): void {
      const wrong = wrongInTime(batch, clock.now());
      if (wrong !== null) {
        onFault(new Error(`${batch.key} ${wrong}`));
        return;
      }
      waiting.push(batch);
      running ??= drain();
    },
    /** Waits until all is stored; throws what the store threw. */
    async done(): Promise<void> {
      while (running !== null) await running;
      waiting = [];
      if (failure !== null) throw failure;
    },
  };
}

function wrongInTime(batch: LightningBatch, now: number): string | null {
  if (!(batch.from < batch.to)) return 'ends before it begins';
  if (batch.to > now + futureMs) return 'lies in the future';
  const strayed = batch.flashes.some(
    (flash) => !(Math.abs(flash.at - batch.from) < 120_000 + (batch.to - batch.from)),
  );
  return strayed ? 'holds flashes of another time' : null;
}
