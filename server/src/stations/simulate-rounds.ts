import type { SimulatedStations } from '@allclear/adapters';
import type { Database } from '../platform/database/database.ts';
import { pollFeed } from '../platform/feeds/poll-feed.ts';
import type { FeedLoop } from '../platform/feeds/repeat-turns.ts';
import { listSimulatedStations, type OwnStation } from './store.ts';

export interface Simulating extends FeedLoop {
  readonly simulation: SimulatedStations;
  readonly db: Database;
}

/**
 * Runs `work` for each simulated station of all organizations, round after round, until the signal aborts. `work`
 * gets the instant at which its round began. `everyMs` is the time from the start of a round to the start of the next
 * one. A round that fails is logged once and repeated after the same time.
 */
export async function simulateRounds(
  { db, ...loop }: Simulating,
  {
    source,
    everyMs,
    work,
  }: {
    /** The name in the log. */
    source: string;
    everyMs: number | ((startedAt: number) => number);
    work: (station: OwnStation, startedAt: number) => Promise<void>;
  },
): Promise<void> {
  await pollFeed({
    ...loop,
    source,
    state: null,
    everyMs,
    failureWaitMs: (_error, _failures, intervalMs) => intervalMs,
    async poll({ startedAt, signal }) {
      for (const station of await listSimulatedStations(db)) {
        if (signal.aborted) return;
        await work(station, startedAt);
      }
    },
  });
}
