import { backOffMs } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import { failureDelayMs } from './failure-delay.ts';
import { type FeedLog, reasonOf } from './feed-log.ts';

/** One question to a source: of one place or one cell of its grid. */
export interface FeedTask {
  /** Tells it from the others. */
  readonly key: string;
  run(): Promise<void>;
}

const checkEveryMs = 60_000;

/**
 * Runs the first of what `list` says is due, pauses and asks it again until the signal aborts; while nothing
 * is due it looks every minute. What fails waits longer each time and holds up no other; while nothing
 * succeeds at all there is at most a request a minute. `wake` cuts the minute short (a location was added).
 * After each errand `settle` is told why errands fail, if any do.
 */
export async function runFeedTasks({
  feedLog,
  pauseMs,
  list,
  settle,
  clock,
  log,
  signal,
  nextWake,
}: {
  feedLog: FeedLog;
  pauseMs: number;
  list: () => Promise<readonly FeedTask[]>;
  settle: (lastError: string | null) => Promise<void>;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  nextWake: () => AbortSignal;
}): Promise<void> {
  const failedTasks = new Map<
    string,
    { readonly failures: number; readonly retryAt: number; readonly reason: string }
  >();
  let failuresInARow = 0;

  const attempt = async (task: FeedTask): Promise<number> => {
    try {
      await task.run();
      failedTasks.delete(task.key);
      failuresInARow = 0;
      if (failedTasks.size === 0) feedLog.succeeded();
      return pauseMs;
    } catch (thrown) {
      if (signal.aborted) return 0;
      failuresInARow++;
      const failures = (failedTasks.get(task.key)?.failures ?? 0) + 1;
      const retryAt = clock.now() + Math.max(checkEveryMs / 4, 5 * backOffMs(failures, Math.random()));
      failedTasks.set(task.key, { failures, retryAt, reason: reasonOf(thrown) });
      feedLog.failed(thrown);
      return failureDelayMs(thrown, failuresInARow, pauseMs);
    }
  };

  while (!signal.aborted) {
    const wake = nextWake();
    try {
      const tasks = await list();
      const due = new Set(tasks.map(({ key }) => key));
      for (const key of failedTasks.keys()) if (!due.has(key)) failedTasks.delete(key);
      const next = tasks.find(({ key }) => (failedTasks.get(key)?.retryAt ?? 0) <= clock.now());
      if (next) {
        const waitMs = await attempt(next);
        if (signal.aborted) break;
        await settle([...failedTasks.values()].at(-1)?.reason ?? null);
        await clock.sleep(waitMs, signal);
        // What one errand found out may be what the next is about.
        continue;
      }
    } catch (storeError) {
      if (!signal.aborted) log.error({ err: storeError }, 'what is due could not be read from the store');
    }
    if (wake.aborted) continue;
    await clock.sleep(checkEveryMs, AbortSignal.any([signal, wake]));
  }
}
