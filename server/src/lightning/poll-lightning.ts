import type { LightningBatch, LightningFeed } from '@allclear/adapters';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { pollFeed } from '../platform/feeds/poll-feed.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import type { LightningLive } from './lightning-live.ts';
import { ingestBatches } from './store.ts';

const actor = systemActor('poll-lightning');

/** Every poll goes back over the longest timer and a little more, so that a late batch closes its gap. */
const backfillMs = 65 * 60_000;
/** A batch whose observation window ends more than this after the clock has wrong times and provides no coverage. */
const futureMs = 60_000;
const batchesPerStep = 20;
/** Of real time: people read the status, once a second is enough at any speed. */
const minRecordMs = 1_000;

/** Polls one lightning feed until the signal aborts. Batches are stored together, each group after the one before. */
export async function pollLightning({
  feed,
  db,
  live,
  ...loop
}: StoringLoop<LightningFeed> & {
  readonly live: LightningLive;
}): Promise<void> {
  const { vendor } = feed;
  const { clock } = loop;
  const observedThrough = () =>
    live.lightningIndex.observationOf(vendor, clock.now())?.observedThrough ?? null;
  await pollFeed({
    ...loop,
    source: vendor,
    state: { db, kind: 'lightning', vendor, observedThrough, faultsAreErrors: true, minRecordMs },
    everyMs: feed.pollEveryMs,
    async poll({ startedAt, signal, onFault, progressed }) {
      const storage = createStorage(feed, db, live, clock, onFault);
      for await (const batch of feed.poll({
        now: startedAt,
        since: startedAt - backfillMs,
        known: (key) => live.lightningIndex.has(vendor, key),
        onFault,
        signal,
      })) {
        if (signal.aborted) break;
        storage.push(batch);
        await progressed();
      }
      await storage.done();
    },
  });
}

/** Stores batches while more arrive; those that arrive meanwhile go into the next transaction. */
function createStorage(
  feed: LightningFeed,
  db: Database,
  live: LightningLive,
  clock: Clock,
  onFault: (error: unknown) => void,
) {
  let waiting: LightningBatch[] = [];
  let running = Promise.resolve();
  let isRunning = false;
  let failure: unknown = null;
  const drain = async () => {
    isRunning = true;
    while (waiting.length > 0 && failure === null) {
      const pending = waiting.splice(0, batchesPerStep);
      try {
        live.apply(await ingestBatches(db, actor, feed.vendor, pending, clock.now()));
      } catch (error) {
        failure = error;
      }
    }
    isRunning = false;
  };
  return {
    push(batch: LightningBatch): void {
      const wrong = wrongInTime(batch, clock.now());
      if (wrong !== null) {
        onFault(new Error(`${batch.key} ${wrong}`));
        return;
      }
      waiting.push(batch);
      if (!isRunning) running = drain();
    },
    /** Waits until all is stored; throws what the store threw. */
    async done(): Promise<void> {
      await running;
      waiting = [];
      if (failure !== null) throw failure;
    },
  };
}

function wrongInTime(batch: LightningBatch, now: number): string | null {
  if (!(batch.from < batch.to)) return 'ends before it begins';
  if (batch.to > now + futureMs) return 'lies in the future';
  const hasForeignFlash = batch.flashes.some(
    (flash) => !(Math.abs(flash.at - batch.from) < 120_000 + (batch.to - batch.from)),
  );
  return hasForeignFlash ? 'holds flashes of another time' : null;
}
