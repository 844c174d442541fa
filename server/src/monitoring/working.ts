import { observationLimitMs } from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { untriedSeconds } from './monitoring.store.ts';
import type { ObservedPlaces } from './observed-places.ts';

/** A notice that nobody has tried to send for so long is stuck. */
const untriedLimitSeconds = 120;
/** The database has so long to answer, real ms. */
const answerLimitMs = 10_000;

/**
 * Why this installation does not do what it is for: a sentence; null while it does. Places that are unobserved while
 * others are not are no reason: their pages, alerts and metrics say so.
 */
export async function reasonNotWorking({
  db,
  clock,
  live,
  observed,
}: {
  db: Database;
  clock: Clock;
  live: LightningLive;
  observed: ObservedPlaces;
}): Promise<string | null> {
  const seconds = await within(answerLimitMs, untriedSeconds(db));
  if (seconds === null) return 'The database does not answer.';
  if (seconds > untriedLimitSeconds)
    return 'A notice has waited for two minutes and no attempt was made to send it.';
  const now = clock.now();
  const kinds = await within(answerLimitMs, observed.at(now));
  if (kinds === null) return 'The database does not answer.';
  const covered = kinds.reduce((sum, kind) => sum + kind.covered, 0);
  const unobserved = kinds.reduce((sum, kind) => sum + kind.unobserved, 0);
  // Before the first place, and where no feed reaches any, the feeds themselves must observe.
  const isObserving = covered > 0 ? unobserved < covered : isAnyFeedCurrent(live, now);
  return isObserving ? null : 'Lightning is unobserved everywhere.';
}

function isAnyFeedCurrent({ lightningIndex, vendors }: LightningLive, now: number): boolean {
  return vendors.some((vendor) => {
    const through = lightningIndex.observationOf(vendor, now)?.observedThrough;
    return through !== undefined && now - through <= observationLimitMs;
  });
}

/** Null when it takes longer. A failure is one. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}
