import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../actor.ts';
import type { Clock } from '../clock/clock.ts';
import type { Store } from '../database/database.ts';
import type { Loop, Retention } from '../subject.ts';
import { tryEngineLock } from './engine-lock.store.ts';

const actor = systemActor('retention');
const standbyMs = 2_000;
const housekeepingMs = 3_600_000;

export interface Engine {
  stop(): Promise<void>;
}

/**
 * Runs the subjects' loops in exactly one process of a database, the holder of the lock. The other processes
 * wait and take over when it ends.
 */
export function startEngine({
  store,
  clock,
  loops,
  retention,
  reload,
  log,
}: {
  store: Store;
  clock: Clock;
  loops: readonly Loop[];
  retention: readonly Retention[];
  /** Brings the live state of this process up to date with the store. */
  reload: () => Promise<void>;
  log: FastifyBaseLogger;
}): Engine {
  const stopping = new AbortController();
  const all = [...loops, housekeeping({ store, clock, retention, log })];

  const work = async (signal: AbortSignal) => {
    // A change that another engine stored last may still be on its way.
    await reload();
    await Promise.all(all.map((loop) => loop.run(signal)));
  };

  const run = async () => {
    let isStandby = false;
    while (!stopping.signal.aborted) {
      const term = new AbortController();
      const end = () => term.abort();
      stopping.signal.addEventListener('abort', end, { once: true });
      try {
        const lock = await tryEngineLock(store.url, (error) => {
          log.warn({ reason: error?.message }, 'the engine lost its lock and stops until it has it again');
          term.abort();
        });
        if (lock === null) {
          if (!isStandby) log.info('another engine is active; standing by');
          isStandby = true;
        } else {
          isStandby = false;
          log.info('the engine is active');
          try {
            await work(term.signal);
          } finally {
            term.abort();
            await lock.release();
          }
        }
      } catch (error) {
        log.error({ err: error }, 'the engine failed and starts again');
      } finally {
        stopping.signal.removeEventListener('abort', end);
      }
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, standbyMs));
    }
  };
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Drops rows that are older than their retention, once an hour. */
function housekeeping({
  store,
  clock,
  retention,
  log,
}: {
  store: Store;
  clock: Clock;
  retention: readonly Retention[];
  log: FastifyBaseLogger;
}): Loop {
  return {
    name: 'housekeeping',
    async run(signal) {
      while (!signal.aborted) {
        for (const { table, keepMs, dropBefore } of retention) {
          await dropBefore(store.db, actor, clock.now() - keepMs).catch((error: unknown) =>
            log.error({ err: error, table }, 'old data could not be dropped'),
          );
        }
        await clock.sleep(housekeepingMs, signal);
      }
    },
  };
}
