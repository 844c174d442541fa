import type { Worker } from 'node:worker_threads';
import { AdapterError } from '../../adapter-error.ts';
import { runWorkerJob, startWorker } from '../../worker-job.ts';
import type { FilmJob } from './film-worker.ts';

const SOURCE = 'simulated-cameras';

export interface FilmThread {
  /** Draws off the calling thread, one frame after the other. Throws AdapterError. */
  frame(job: FilmJob): Promise<Uint8Array>;
  /** Ends the thread; the next frame starts another one. */
  close(): Promise<void>;
}

/** One thread for all simulated cameras, started with the first frame, again after it died or hung. */
export function createFilmThread({
  timeoutMs = 15_000,
  entry = new URL('./film-worker.ts', import.meta.url),
}: {
  timeoutMs?: number;
  entry?: URL;
} = {}): FilmThread {
  let worker: Worker | null = null;
  let previous: Promise<unknown> = Promise.resolve();
  const failed = (problem: string) => new AdapterError(SOURCE, 'upstream', problem);

  function draw(job: FilmJob): Promise<Uint8Array> {
    worker ??= startWorker(entry, SOURCE, (ended) => {
      if (worker === ended) worker = null;
    });
    const thread = worker;
    return new Promise((resolve, reject) => {
      runWorkerJob<{ frame?: Uint8Array; problem?: string }>(thread, { job, timeoutMs }, (outcome) => {
        if (outcome.kind === 'answer') {
          const { frame, problem } = outcome.answer;
          if (frame) resolve(frame);
          else reject(failed(`A simulated picture cannot be drawn: ${problem ?? 'no reason'}.`));
          return;
        }
        if (worker === thread) worker = null;
        reject(
          failed(
            outcome.kind === 'timeout'
              ? `A simulated picture cannot be drawn within ${timeoutMs} ms.`
              : 'A simulated picture cannot be drawn: its thread ended.',
          ),
        );
      });
    });
  }

  return {
    frame(job) {
      const drawn = previous.then(() => draw(job));
      previous = drawn.catch(() => {});
      return drawn;
    },
    async close() {
      const thread = worker;
      worker = null;
      await thread?.terminate();
    },
  };
}
