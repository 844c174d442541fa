import type { Database } from '../database/database.ts';
import { readSnapshot, type StoredSnapshot, snapshotTimes } from './snapshots.store.ts';

/** How long what was read serves, real ms: all who ask in that time share one look into the store. */
const LIFE_MS = 1_000;

export interface SnapshotsLive {
  /** The last word of a source; null before the first. The same object until there is another one. */
  read(kind: string, vendor: string): Promise<StoredSnapshot | null>;
}

/** The snapshots of this process: what the engine stored, whichever process that is. */
export function createSnapshotsLive(db: Database): SnapshotsLive {
  const held = new Map<string, { storedAt: number; snapshot: StoredSnapshot | null }>();
  let times: { readAt: number; reading: Promise<Map<string, number>> } | null = null;
  const loading = new Map<string, Promise<StoredSnapshot | null>>();

  const storedTimes = () => {
    if (times === null || performance.now() - times.readAt > LIFE_MS) {
      const reading = snapshotTimes(db);
      times = { readAt: performance.now(), reading };
      reading.catch(() => {
        if (times?.reading === reading) times = null;
      });
    }
    return times.reading;
  };

  return {
    async read(kind, vendor) {
      const key = `${kind} ${vendor}`;
      const storedAt = (await storedTimes()).get(key);
      if (storedAt === undefined) return null;
      const known = held.get(key);
      if (known?.storedAt === storedAt) return known.snapshot;
      let load = loading.get(key);
      if (load === undefined) {
        load = readSnapshot(db, kind, vendor)
          .then((snapshot) => {
            // One with the same word as before keeps its identity, so that what was derived from it may be
            // kept.
            const same =
              known?.snapshot &&
              snapshot &&
              known.snapshot.asOf === snapshot.asOf &&
              isSame(known.snapshot.data, snapshot.data);
            const next = same ? known.snapshot : snapshot;
            held.set(key, { storedAt, snapshot: next });
            return next;
          })
          .finally(() => loading.delete(key));
        loading.set(key, load);
      }
      return load;
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
