import type { Database } from '../database/database.ts';
import { readSnapshot, type StoredSnapshot, snapshotTimes } from './snapshots.store.ts';

/** How long the times that were read are used, real ms: all requests in that time share one query. */
const maxAgeMs = 1_000;

export interface SnapshotsLive {
  /** The newest snapshot of a source; null before the first. The same object until there is another one. */
  read(kind: string, vendor: string): Promise<StoredSnapshot | null>;
}

/** The stored snapshots in the memory of this process; the engine that stores them may be another process. */
export function createSnapshotsLive(db: Database): SnapshotsLive {
  const held = new Map<string, { storedAt: number; snapshot: StoredSnapshot | null }>();
  let times: { readAt: number; reading: Promise<Map<string, number>> } | null = null;
  const loading = new Map<string, Promise<StoredSnapshot | null>>();

  const storedTimes = () => {
    if (times === null || performance.now() - times.readAt > maxAgeMs) {
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
      const current = held.get(key);
      if (current?.storedAt === storedAt) return current.snapshot;
      let load = loading.get(key);
      if (load === undefined) {
        load = readSnapshot(db, kind, vendor)
          .then((snapshot) => {
            // A snapshot with the same content keeps its identity, so that what was derived from it can be
            // reused.
            const same =
              current?.snapshot &&
              snapshot &&
              current.snapshot.asOf === snapshot.asOf &&
              isSame(current.snapshot.data, snapshot.data);
            const next = same ? current.snapshot : snapshot;
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
