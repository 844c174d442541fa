import { failureDelayMs } from './failure-delay.ts';
import { FeedHealth, type FeedStateSettings } from './feed-health.ts';
import { type FeedLoop, repeatTurns } from './repeat-turns.ts';

export interface FeedPoll {
  /** When this poll started, epoch ms of the product's time. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Reports a part of the response that cannot be read; the poll continues. */
  readonly onFault: (error: unknown) => void;
  /** Stores in the middle of a long poll how far the feed has come. */
  readonly progressed: () => Promise<void>;
}

/**
 * Polls one source until the signal aborts: the coordinator of every feed that is read as a whole. The
 * interval is from start to start; after failures in a row it grows. It logs once when the source goes down
 * and once when it returns, and stores the state of the feed. An error of `poll` is a failure of the source;
 * stored data stay as they are.
 */
export async function pollFeed({
  source,
  state,
  everyMs,
  failureWaitMs = failureDelayMs,
  poll,
  ...loop
}: FeedLoop & {
  /** The name of the source in the log. */
  readonly source: string;
  /** Null stores no state. */
  readonly state: FeedStateSettings | null;
  /** From the start of a poll to the start of the next one, ms of the product's time. */
  readonly everyMs: number | ((startedAt: number) => number);
  /** The same after the n-th failure in a row. */
  readonly failureWaitMs?: (error: unknown, failures: number, everyMs: number) => number;
  readonly poll: (poll: FeedPoll) => Promise<void>;
}): Promise<void> {
  const { clock, log, signal } = loop;
  const health = new FeedHealth({ source, state, clock, log });
  let failures = 0;
  await repeatTurns(loop, async () => {
    const startedAt = clock.now();
    const intervalMs = typeof everyMs === 'number' ? everyMs : everyMs(startedAt);
    let waitMs = intervalMs;
    try {
      await poll({
        startedAt,
        signal,
        onFault: (error) => health.fault(error),
        progressed: () => health.progressed(),
      });
      failures = 0;
      await health.succeeded(startedAt);
    } catch (error) {
      if (!signal.aborted) {
        failures++;
        waitMs = failureWaitMs(error, failures, intervalMs);
        await health.failed(error);
      }
    }
    // A failing source is not polled sooner because a location was added.
    return { waitMs: waitMs - (clock.now() - startedAt), wakes: failures === 0 };
  });
}
