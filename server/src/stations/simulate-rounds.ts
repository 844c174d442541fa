import type { SimulatedStations } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { FeedLog } from '../platform/feeds/feed-log.ts';
import { listSimulatedStations, type OwnStation } from './store.ts';

export interface Simulating {
  readonly simulation: SimulatedStations;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/**
 * Goes round the simulated stations of all organisations until the signal aborts: `work` for each with the
 * instant at which the round began, and then a rest. `everyMs` says how long a round and its rest are, of the
 * instant at which it began. A round that fails is said once and tried again.
 */
export async function simulateRounds(
  { db, clock, log, signal }: Simulating,
  {
    name,
    everyMs,
    work,
  }: {
    name: string;
    everyMs: (startedAt: number) => number;
    work: (station: OwnStation, startedAt: number) => Promise<void>;
  },
): Promise<void> {
  const feedLog = new FeedLog(log, name);
  while (!signal.aborted) {
    const startedAt = clock.now();
    try {
      for (const station of await listSimulatedStations(db)) {
        if (signal.aborted) break;
        await work(station, startedAt);
      }
      feedLog.succeeded();
    } catch (error) {
      if (signal.aborted) break;
      feedLog.failed(error);
    }
    await clock.sleep(Math.max(1, everyMs(startedAt) - (clock.now() - startedAt)), signal);
  }
}
