import { systemActor } from '../actor.ts';
import { type BegunJob, recordProgress } from './job-records.store.ts';
import type { JobWorker } from './job-worker.ts';

const actor = systemActor('track-progress');

/** The least time between two writes of one job's progress, real ms. */
const intervalMs = 500;

/** Stores the progress of one attempt: the first at once, then the newest twice a second at most. */
export function trackProgress({ db, changes, log }: JobWorker, begun: BegunJob) {
  let newest: { readonly fraction: number; readonly message: string } | null = null;
  let writing: Promise<void> | null = null;
  let endPause = () => {};
  let closed = false;

  const write = async () => {
    while (newest !== null) {
      const progress = newest;
      newest = null;
      try {
        await recordProgress(db, actor, begun, progress);
        changes.add('jobs', begun.id);
      } catch (error) {
        log.warn({ err: error, id: begun.id }, 'the progress of a job could not be stored');
      }
      if (!closed)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, intervalMs);
          endPause = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
    writing = null;
  };

  return {
    set(fraction: number, message: string): void {
      if (closed) return;
      newest = {
        fraction: Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0,
        message: message.replaceAll('\0', '').slice(0, 500).toWellFormed(),
      };
      writing ??= write();
    },
    /** Stores the newest progress; nothing is written after it. */
    async close(): Promise<void> {
      closed = true;
      endPause();
      await writing;
    },
  };
}
