import { randomUUID } from 'node:crypto';
import type { StoredFlash } from '../store/lightning.ts';
import type { LightningLive } from './lightning-live.ts';

/** How many arrivals are remembered: many minutes of the worst storm. Who was away longer is told everything. */
const mostRemembered = 50_000;

/** Strikes in the order in which this process heard of them, so that who knows some of them can ask for those that came since. */
export interface StrikeArrivals {
  /** Where the line stands now: a word to come back with. */
  cursor(): string;
  /** Strikes that came after a cursor, of everybody's feeds and the organisation's own; null when that cannot be told: another process, or too long ago. */
  since(cursor: string, customerId: string): StoredFlash[] | null;
  close(): void;
}

interface Arrival {
  readonly owner: string | undefined;
  readonly strike: StoredFlash;
}

export function createStrikeArrivals(live: Pick<LightningLive, 'picture' | 'onSweeps'>): StrikeArrivals {
  const processName = randomUUID().slice(0, 8);
  let remembered: Arrival[] = [];
  /** The number of the first that is remembered. */
  let first = 1;

  const close = live.onSweeps((sweeps) => {
    for (const sweep of sweeps) {
      const owner = live.picture.feedOf(sweep.feed)?.customerId;
      for (const strike of sweep.flashes) remembered.push({ owner, strike });
    }
    // Seldom, because it copies what stays.
    if (remembered.length <= 2 * mostRemembered) return;
    first += remembered.length - mostRemembered;
    remembered = remembered.slice(-mostRemembered);
  });

  return {
    cursor: () => `${processName}.${first + remembered.length}`,
    since(cursor, customerId) {
      const [name, text] = cursor.split('.');
      const from = Number(text) - first;
      if (name !== processName || !Number.isInteger(from) || from < 0 || from > remembered.length) return null;
      return remembered.slice(from).flatMap(({ owner, strike }) => (owner === undefined || owner === customerId ? [strike] : []));
    },
    close,
  };
}
