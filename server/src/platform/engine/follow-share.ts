import type { FastifyBaseLogger } from 'fastify';
import { sleepReal } from '../clock/clock.ts';
import { type EngineSession, leaseLimits } from './engine-session.store.ts';
import { type LeasedShare, sliceCount } from './place-share.ts';

const renewEveryMs = 1_000;
/** While it has fewer slices than it should. */
const takeEveryMs = 250;
/** For its holder the lease is over so much earlier than for the other engines, ms. */
const marginMs = 2_000;

interface Slice {
  readonly token: string;
  isRead: boolean;
}

/**
 * Keeps a process's share of the places until the signal aborts. A slice that was gained counts once the live state of
 * the process was read again: a change that another engine stored last may still be on its way. Throws when the session
 * or the reading fails.
 */
export async function followShare({
  session,
  share,
  reload,
  log,
  signal,
}: {
  session: EngineSession;
  share: LeasedShare;
  reload: () => Promise<void>;
  log: FastifyBaseLogger;
  signal: AbortSignal;
}): Promise<void> {
  let slices = new Map<number, Slice>();
  let until = Number.NEGATIVE_INFINITY;
  let isReading = false;
  const failures: unknown[] = [];
  const publish = () => {
    if (!signal.aborted)
      share.set(new Set([...slices].flatMap(([slice, { isRead }]) => (isRead ? [slice] : []))), until);
  };
  const readGained = async () => {
    const gained = [...slices.values()].filter(({ isRead }) => !isRead);
    if (isReading || gained.length === 0) return;
    isReading = true;
    try {
      await reload();
      for (const slice of gained) slice.isRead = true;
      publish();
    } catch (error) {
      failures.push(error);
    } finally {
      isReading = false;
    }
  };
  try {
    while (!signal.aborted) {
      if (failures.length > 0) throw failures[0];
      const asked = performance.now();
      const { held, fair } = await session.renew();
      // What is given up ends here before another engine can begin.
      const kept = held.slice(0, fair);
      if (kept.length !== slices.size)
        log.info({ slices: kept.length, of: sliceCount }, 'the share of the places changed');
      const before = slices;
      slices = new Map(
        kept.map(({ slice, token }) => {
          const known = before.get(slice);
          return [slice, known?.token === token ? known : { token, isRead: false }];
        }),
      );
      until = asked + leaseLimits.leaseMs - marginMs;
      publish();
      if (held.length > fair) await session.giveUp(fair);
      // Not waited for: the lease is renewed meanwhile.
      void readGained();
      await sleepReal(held.length < fair ? takeEveryMs : renewEveryMs, signal);
    }
  } finally {
    share.end();
  }
}
