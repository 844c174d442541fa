import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../actor.ts';
import { type Clock, sleepReal } from '../clock/clock.ts';
import type { Store } from '../database/database.ts';
import type { Loop, Retention } from '../subject.ts';
import { type EngineSession, openEngineSession } from './engine-session.store.ts';
import { followShare } from './follow-share.ts';
import { LeasedShare } from './place-share.ts';

const actor = systemActor('retention');
const standbyMs = 2_000;
const housekeepingMs = 3_600_000;

export interface Engine {
  stop(): Promise<void>;
}

/**
 * Runs the subjects' loops. What is shared by place runs in each engine of a database, for its share of the places; all
 * else in one of them, the leader. When an engine ends, the others take over what it did.
 */
export function startEngine({
  store,
  clock,
  loops,
  retention,
  share = new LeasedShare(),
  reload,
  log,
}: {
  store: Store;
  clock: Clock;
  loops: readonly Loop[];
  retention: readonly Retention[];
  /** The share that the loops of this process ask; written here. */
  share?: LeasedShare;
  /** Brings the live state of this process up to date with the store. */
  reload: () => Promise<void>;
  log: FastifyBaseLogger;
}): Engine {
  const stopping = new AbortController();
  const parts: EngineParts = {
    shared: loops.filter(({ isShared }) => isShared),
    led: [...loops.filter(({ isShared }) => !isShared), housekeeping({ store, clock, retention, log })],
    ...{ share, reload, log },
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      await serveTerm(store.url, parts, stopping.signal);
      await sleepReal(standbyMs, stopping.signal);
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

interface EngineParts {
  readonly shared: readonly Loop[];
  readonly led: readonly Loop[];
  readonly share: LeasedShare;
  readonly reload: () => Promise<void>;
  readonly log: FastifyBaseLogger;
}

/** Works with one session until that breaks, something fails or `stopping` aborts; what went wrong is logged. */
async function serveTerm(url: string, parts: EngineParts, stopping: AbortSignal): Promise<void> {
  const { log } = parts;
  const term = new AbortController();
  const end = () => term.abort();
  stopping.addEventListener('abort', end, { once: true });
  let isLost = false;
  try {
    const session = await openEngineSession(url, (error) => {
      isLost = true;
      log.warn({ err: error }, 'the engine lost its session and stops until it has one again');
      term.abort();
    });
    try {
      await work(session, parts, term);
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!isLost) log.error({ err: error }, 'the engine failed and starts again');
  } finally {
    stopping.removeEventListener('abort', end);
  }
}

/** Works until the term ends or something fails; returns once all that it started has ended. */
async function work(session: EngineSession, parts: EngineParts, term: AbortController): Promise<void> {
  const { signal } = term;
  const running = [
    lead(session, parts, signal),
    followShare({ session, ...parts, signal }),
    ...parts.shared.map((loop) => loop.run(signal)),
  ];
  try {
    await Promise.all(running);
  } finally {
    term.abort();
    await Promise.allSettled(running);
  }
}

/** Waits for the lead, and does what one engine does for all. */
async function lead(session: EngineSession, { led, reload, log }: EngineParts, signal: AbortSignal) {
  let isStandby = false;
  while (!signal.aborted && !(await session.tryLead())) {
    if (!isStandby) log.info('another engine leads; this one works for its share of the places');
    isStandby = true;
    await sleepReal(standbyMs, signal);
  }
  if (signal.aborted) return;
  log.info('the engine is active and leads');
  // A change that another engine stored last may still be on its way.
  await reload();
  await Promise.all(led.map((loop) => loop.run(signal)));
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
