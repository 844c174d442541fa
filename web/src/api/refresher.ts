import type { ChangeEvent } from '@allclear/contract';
import { type QueryKey, queryKinds } from './query-keys/index.ts';

const kinds = new Map(queryKinds.map((kind) => [kind.name, kind]));

/** The queries that a change makes stale; a key without an id stands for all of its kind. */
export function keysOf({ topic, locationIds }: ChangeEvent): QueryKey[] {
  return queryKinds.flatMap((kind): QueryKey[] => {
    const { renewal } = kind;
    if (topic === 'hello') return 'announcedBy' in renewal || renewal.onReconnect ? [kind.all] : [];
    if (!('announcedBy' in renewal) || !renewal.announcedBy.includes(topic)) return [];
    return renewal.perLocation && locationIds !== null ? locationIds.map((id) => kind.of(id)) : [kind.all];
  });
}

const maxTimeoutMs = 2_000;
/**
 * This many renewals of a query run at once; in a storm of events it is then renewed once per throttle
 * period, so that 50 strikes a second cost only a few requests.
 */
const burst = 3;
const sustainedMs = 15_000;

function throttleMsOf([name]: QueryKey): number {
  const renewal = kinds.get(name)?.renewal;
  return (renewal && 'announcedBy' in renewal && renewal.throttleMs) || sustainedMs;
}

/**
 * Renews stale queries, each independently: at once, but not more often than the throttle of its kind. A
 * pending request is never canceled for the next event, and the last event is never lost.
 *
 * @param renew gets the instant (`performance.now()`) from which on a request is current: what was requested
 * after a stream had opened needs no second request because of its opening. Infinity after a change.
 */
export function createRefresher(
  renew: (key: QueryKey, requestedBeforeMs: number) => Promise<unknown>,
): (changes: ChangeEvent[]) => void {
  const throttled = new Map<string, (requestedBeforeMs: number) => void>();

  return (changes) => {
    const nowMs = performance.now();
    const stale = new Map<string, { key: QueryKey; beforeMs: number }>();
    for (const change of changes) {
      const beforeMs = change.topic === 'hello' ? nowMs : Number.POSITIVE_INFINITY;
      for (const key of keysOf(change)) {
        const name = key.join('|');
        stale.set(name, { key, beforeMs: Math.max(beforeMs, stale.get(name)?.beforeMs ?? beforeMs) });
      }
    }
    for (const [name, { key, beforeMs }] of stale) {
      const run =
        throttled.get(name) ??
        throttle((requestedBeforeMs) => renew(key, requestedBeforeMs), throttleMsOf(key));
      throttled.set(name, run);
      run(beforeMs);
    }
  };
}

/**
 * Throttles work: it runs as soon as allowed, and once more if it was requested meanwhile, with the latest instant
 * of the requests that it serves.
 */
function throttle(work: (beforeMs: number) => Promise<unknown>, everyMs: number): (beforeMs: number) => void {
  let pendingMs = Number.NEGATIVE_INFINITY;
  let left = burst;
  let countedMs = performance.now();
  let busy = false;
  let again = false;

  const run = async () => {
    busy = true;
    do {
      again = false;
      const nowMs = performance.now();
      left = Math.min(burst, left + (nowMs - countedMs) / everyMs);
      countedMs = nowMs;
      if (left < 1) await rest((1 - left) * everyMs);
      left -= 1;
      again = false;
      const beforeMs = pendingMs;
      pendingMs = Number.NEGATIVE_INFINITY;
      await Promise.race([work(beforeMs).catch(() => undefined), rest(maxTimeoutMs)]);
    } while (again);
    busy = false;
  };
  return (beforeMs) => {
    pendingMs = Math.max(pendingMs, beforeMs);
    again = true;
    if (!busy) void run();
  };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
