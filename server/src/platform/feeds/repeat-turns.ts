import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';

/** What each loop of a feed needs besides the feed and the store. */
export interface FeedLoop {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Ends the loop. */
  readonly signal: AbortSignal;
  /** The signal that cuts the next wait short (a location was added); a new one after each wake. */
  readonly nextWake?: () => AbortSignal;
}

/** The input of a loop that stores the data of one feed. */
export interface StoringLoop<Feed> extends FeedLoop {
  readonly feed: Feed;
  readonly db: Database;
}

export interface TurnEnd {
  /** How long to wait before the next turn, ms of the product's time; nothing and less go on at once. */
  readonly waitMs: number;
  /** Whether a wake cuts the wait short. */
  readonly wakes: boolean;
}

/**
 * Takes turns until the signal aborts. A wake during a turn counts for the wait after it. `turn` must not throw while
 * the signal has not aborted.
 */
export async function repeatTurns(
  { clock, signal, nextWake }: Pick<FeedLoop, 'clock' | 'signal' | 'nextWake'>,
  turn: (wake: AbortSignal | null) => Promise<TurnEnd>,
): Promise<void> {
  while (!signal.aborted) {
    const wake = nextWake?.() ?? null;
    const { waitMs, wakes } = await turn(wake);
    if (signal.aborted) return;
    if (!wakes || wake === null) await clock.sleep(Math.max(0, waitMs), signal);
    else if (!wake.aborted) await clock.sleep(Math.max(0, waitMs), AbortSignal.any([signal, wake]));
  }
}
