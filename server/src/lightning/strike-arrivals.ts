import { randomUUID } from 'node:crypto';
import type { LightningLive } from './lightning-live.ts';
import type { StoredFlash } from './store.ts';

/**
 * How many arrivals are kept: many minutes of the worst storm. A client that was away longer receives
 * everything.
 */
const maxRemembered = 50_000;

/**
 * Strikes in the order in which this process received them, so that a client can request those that arrived
 * since its last request.
 */
export interface StrikeArrivals {
  /** The current cursor, for the client's next request. */
  cursor(): string;
  /**
   * Strikes that arrived after a cursor, of shared feeds and the organization's own; null when the cursor is
   * of another process or too old.
   */
  since(cursor: string, organizationId: string): StoredFlash[] | null;
  close(): void;
}

interface Arrival {
  readonly owner: string | undefined;
  readonly strike: StoredFlash;
}

export function createStrikeArrivals(
  live: Pick<LightningLive, 'lightningIndex' | 'onBatches'>,
): StrikeArrivals {
  const processName = randomUUID().slice(0, 8);
  let remembered: Arrival[] = [];
  /** The number of the first that is remembered. */
  let first = 1;

  const close = live.onBatches((batches) => {
    for (const batch of batches) {
      const owner = live.lightningIndex.feedOf(batch.feed)?.organizationId;
      for (const strike of batch.flashes) remembered.push({ owner, strike });
    }
    // Seldom, because it copies what stays.
    if (remembered.length <= 2 * maxRemembered) return;
    first += remembered.length - maxRemembered;
    remembered = remembered.slice(-maxRemembered);
  });

  return {
    cursor: () => `${processName}.${first + remembered.length}`,
    since(cursor, organizationId) {
      const [name, text] = cursor.split('.');
      const from = Number(text) - first;
      if (name !== processName || !Number.isInteger(from) || from < 0 || from > remembered.length)
        return null;
      return remembered
        .slice(from)
        .flatMap(({ owner, strike }) => (owner === undefined || owner === organizationId ? [strike] : []));
    },
    close,
  };
}
