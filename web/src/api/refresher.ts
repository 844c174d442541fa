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
 * pending request is never cancelled for the next event, and the last event is never lost.
 */
export function createRefresher(
  renew: (key: QueryKey) => Promise<unknown>,
): (changes: ChangeEvent[]) => void {
  const throttled = new Map<string, () => void>();

  return (changes) => {
    for (const key of new Map(changes.flatMap(keysOf).map((key) => [key.join('|'), key])).values()) {
      const name = key.join('|');
      if (!throttled.has(name))
        throttled.set(
          name,
          throttle(() => renew(key), throttleMsOf(key)),
        );
      throttled.get(name)?.();
    }
  };
}

/** Throttles work: it runs as soon as allowed, and once more if it was requested meanwhile. */
function throttle(work: () => Promise<unknown>, everyMs: number): () => void {
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
      await Promise.race([work().catch(() => undefined), rest(maxTimeoutMs)]);
    } while (again);
    busy = false;
  };
  return () => {
    again = true;
    if (!busy) void run();
  };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
