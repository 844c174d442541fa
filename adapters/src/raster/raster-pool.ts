import type { Worker } from 'node:worker_threads';
import { AdapterError } from '../adapter-error.ts';
import { runWorkerJob, startWorker } from '../worker-job.ts';
import type { RasterJob } from './raster-job.ts';

const SOURCE = 'radar-images';
/** With more jobs waiting than this, the last one would no longer be of use. */
const MAX_WAITING = 500;

const CLOSED = 'Drawing was closed.';

interface DrawAnswer {
  readonly png?: Uint8Array;
  readonly problem?: string;
}

interface Waiting {
  readonly job: RasterJob;
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (error: AdapterError) => void;
}

export interface RasterPool {
  /**
   * Draws off the calling thread; the levels of a grid are transferred and no longer usable by the caller.
   * Throws AdapterError.
   */
  draw(job: RasterJob): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * One drawing thread, started when first needed and again after it died or hung for `timeoutMs` of real time:
 * images wait only for each other. `entry` is the thread's module.
 */
export function createRasterPool({
  timeoutMs = 15_000,
  entry = new URL('./raster-worker.ts', import.meta.url),
}: {
  timeoutMs?: number;
  entry?: URL;
} = {}): RasterPool {
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let busy = false;
  let closed = false;
  const failure = (kind: 'malformed' | 'upstream', problem: string) =>
    new AdapterError(SOURCE, kind, problem);

  function next(): void {
    const job = busy ? undefined : queue.shift();
    if (job === undefined) return;
    busy = true;
    run(job);
  }

  function run({ job, resolve, reject }: Waiting): void {
    const thread =
      worker ??
      startWorker(entry, SOURCE, (ended) => {
        if (worker === ended) worker = null;
      });
    worker = thread;
    const transfer = job.kind === 'grid' ? [job.grid.levels.buffer as ArrayBuffer] : [];
    runWorkerJob<DrawAnswer>(thread, { job, transfer, timeoutMs }, (outcome) => {
      busy = false;
      if (outcome.kind === 'answer') {
        const { png, problem } = outcome.answer;
        if (png) resolve(png);
        else reject(failure('malformed', problem ?? 'A radar image cannot be drawn.'));
      } else if (outcome.kind === 'timeout') {
        worker = null;
        reject(failure('upstream', `A radar image cannot be drawn within ${timeoutMs} ms.`));
      } else reject(failure('upstream', closed ? CLOSED : 'A radar image cannot be drawn: its thread died.'));
      next();
    });
  }

  return {
    draw: (job) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(failure('upstream', CLOSED));
        if (queue.length >= MAX_WAITING)
          return reject(failure('upstream', 'Too many radar images are asked for at once.'));
        queue.push({ job, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(failure('upstream', CLOSED));
      await worker?.terminate();
    },
  };
}
