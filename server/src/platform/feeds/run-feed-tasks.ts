import { backOffMs } from '@allclear/adapters';
import { failureDelayMs } from './failure-delay.ts';
import { FeedHealth, type FeedStateSettings } from './feed-health.ts';
import { reasonOf } from './feed-log.ts';
import { type FeedLoop, repeatTurns } from './repeat-turns.ts';

/** One request to a source: for one place, one zone or one cell of its grid. */
export interface FeedTask {
  /** Identifies the task among the others. */
  readonly key: string;
  run(onFault: (error: unknown) => void): Promise<void>;
}

interface FailedTask {
  readonly failures: number;
  readonly retryAt: number;
  readonly reason: string;
}

const defaultCheckMs = 60_000;

/** How long a task waits after its n-th failure, ms: half a minute on the average at first, five minutes at last. */
const defaultRetryMs = (failures: number) => 5 * backOffMs(failures, Math.random());
const minRetryMs = 15_000;

export interface FeedTasks {
  /** The name of the source in the log. */
  readonly source: string;
  /** Null stores no state. */
  readonly state: FeedStateSettings | null;
  /** Between two requests, ms. */
  readonly pauseMs: number;
  /** The tasks that are due, the most urgent first. */
  readonly list: () => Promise<readonly FeedTask[]>;
  /** How many tasks run before the list is read again; 1 by default. */
  readonly batch?: number;
  /** How long to wait for the next list while nothing is due, ms; a minute by default. */
  readonly checkMs?: number;
  /** How long a task waits after its n-th failure, ms. It is never less than 15 seconds. */
  readonly retryMs?: (failures: number) => number;
  /** Whether a failure means an unreadable response and not that the source is down. */
  readonly isFault?: (error: unknown) => boolean;
}

/**
 * Runs the tasks that are due, one after the other with a pause between them, until the signal aborts. It is
 * the coordinator of every feed that is polled by place. A task that fails waits longer each time and delays
 * no other; while all fail the pause grows to a minute. A wake ends a wait in which nothing is due.
 */
export async function runFeedTasks({
  source,
  state,
  pauseMs,
  list,
  batch = 1,
  checkMs = defaultCheckMs,
  retryMs = defaultRetryMs,
  isFault = () => false,
  ...loop
}: FeedLoop & FeedTasks): Promise<void> {
  const { clock, log, signal } = loop;
  const health = new FeedHealth({ source, state, clock, log });
  const failed = new Map<string, FailedTask>();
  let failuresInARow = 0;
  const remaining = () => [...failed.values()].at(-1)?.reason ?? null;

  /** Runs one task; returns the pause after it, ms. */
  const attempt = async ({ key, run }: FeedTask): Promise<number> => {
    try {
      await run((fault) => health.fault(fault));
      failed.delete(key);
      failuresInARow = 0;
      await health.taskEnded({ remaining: remaining() });
      return pauseMs;
    } catch (error) {
      if (signal.aborted) return 0;
      failuresInARow++;
      const failures = (failed.get(key)?.failures ?? 0) + 1;
      const retryAt = clock.now() + Math.max(minRetryMs, retryMs(failures));
      failed.delete(key);
      failed.set(key, { failures, retryAt, reason: reasonOf(error) });
      if (isFault(error)) health.fault(error);
      else await health.taskEnded({ failure: error, remaining: remaining() });
      return failureDelayMs(error, failuresInARow, pauseMs);
    }
  };

  const runBatch = async (wake: AbortSignal | null): Promise<number> => {
    const tasks = await list();
    const due = new Set(tasks.map(({ key }) => key));
    for (const key of failed.keys()) if (!due.has(key)) failed.delete(key);
    let ran = 0;
    for (const task of tasks) {
      if (ran === batch || signal.aborted || (ran > 0 && wake?.aborted)) break;
      if ((failed.get(task.key)?.retryAt ?? 0) > clock.now()) continue;
      const waitMs = await attempt(task);
      ran++;
      if (!signal.aborted) await clock.sleep(waitMs, signal);
    }
    return ran;
  };

  await repeatTurns(loop, async (wake) => {
    try {
      // What one task found out may be what the next is about, so a full batch is followed by a new list at once.
      if ((await runBatch(wake)) === batch) return { waitMs: 0, wakes: true };
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, source }, 'what is due could not be read from the store');
    }
    return { waitMs: checkMs, wakes: true };
  });
}
