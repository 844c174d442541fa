import type { SnapshotFeed } from '@allclear/adapters';
import { systemActor } from '../actor.ts';
import { failureDelayMs } from './failure-delay.ts';
import { pollFeed } from './poll-feed.ts';
import type { StoringLoop } from './repeat-turns.ts';
import { type StoreAlongside, storeSnapshot } from './snapshots.store.ts';

const actor = systemActor('poll-snapshots');

/** Polls one feed of snapshots until the signal aborts. A snapshot that cannot be read leaves the stored one. */
export async function pollSnapshots({
  feed,
  db,
  alongside,
  ...loop
}: StoringLoop<SnapshotFeed> & {
  /** What else is stored with each snapshot. */
  readonly alongside?: StoreAlongside;
}): Promise<void> {
  const { kind, vendor, pollEveryMs } = feed;
  await pollFeed({
    ...loop,
    source: `${vendor} ${kind}`,
    state: { db, kind, vendor },
    everyMs: pollEveryMs,
    // After a failure a source with a long interval is polled sooner, so that its data are back within two
    // minutes of its return.
    failureWaitMs: (error, failures) =>
      Math.max(Math.min(pollEveryMs, 60_000), failureDelayMs(error, failures, 0)),
    async poll({ startedAt, signal, onFault }) {
      const { asOf, data } = await feed.poll({ now: startedAt, signal, onFault });
      await storeSnapshot(db, actor, { kind, vendor, asOf, data }, loop.clock.now(), alongside);
    },
  });
}
