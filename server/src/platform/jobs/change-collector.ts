import { notify } from '../change-feed/change-feed.store.ts';
import type { Database } from '../database/database.ts';

/** Changes within this stretch are announced together, real ms. */
const intervalMs = 500;

const topics = ['notifications', 'jobs', 'mass-messages'] as const;
type Topic = (typeof topics)[number];

export interface ChangeCollector {
  /** Announces soon that this user's notifications, this job, or the mass messages of this organization changed. */
  add(topic: Topic, id: string): void;
  /** Announces what is left. */
  close(): Promise<void>;
}

/** Gathers changes in quick succession, so that browsers read them together. */
export function collectChanges(db: Database): ChangeCollector {
  const changed: Record<Topic, Set<string>> = {
    notifications: new Set(),
    jobs: new Set(),
    'mass-messages': new Set(),
  };
  const flush = async () => {
    for (const topic of topics) {
      const ids = [...changed[topic]];
      changed[topic].clear();
      // A change that cannot be announced is found when the page next reads.
      if (ids.length > 0) await notify(db, { topic, ids }).catch(() => {});
    }
  };
  const timer = setInterval(() => void flush(), intervalMs);
  return {
    add: (topic, id) => void changed[topic].add(id),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
