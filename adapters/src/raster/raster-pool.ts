import { Worker } from 'node:worker_threads';
import { AdapterError } from '../adapter-error.ts';
import type { RasterJob } from './raster-job.ts';

const SOURCE = 'radar-images';
/** With more jobs waiting than this, the last one would no longer be of use. */
const MAX_WAITING = 500;

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
    if (busy || queue.length === 0) return;
    busy = true;
    run(queue.shift()!);
  }

  function start(): Worker {
    const started = new Worker(entry, { name: SOURCE, execArgv: [] });
    // Without a listener an error would end the process; the exit event that follows is handled.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  function run({ job, resolve, reject }: Waiting): void {
    worker ??= start();
    const thread = worker;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      thread.off('message', onMessage);
      thread.off('exit', onExit);
      thread.unref();
      busy = false;
      settle();
      next();
    };
    const onMessage = ({ png, problem }: { png?: Uint8Array; problem?: string }) =>
      finish(() =>
        png ? resolve(png) : reject(failure('malformed', problem ?? 'A radar image cannot be drawn.')),
      );
    const onExit = () =>
      finish(() =>
        reject(
          failure(
            'upstream',
            closed ? 'Drawing was closed.' : 'A radar image cannot be drawn: its thread died.',
          ),
        ),
      );
    const timer = setTimeout(() => {
      worker = null;
      finish(() => reject(failure('upstream', `A radar image cannot be drawn within ${timeoutMs} ms.`)));
      void thread.terminate();
    }, timeoutMs);
    thread.ref();
    thread.on('message', onMessage);
    thread.on('exit', onExit);
    thread.postMessage(job, job.kind === 'grid' ? [job.grid.levels.buffer as ArrayBuffer] : []);
  }

  return {
    draw: (job) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(failure('upstream', 'Drawing was closed.'));
        if (queue.length >= MAX_WAITING)
          return reject(failure('upstream', 'Too many radar images are asked for at once.'));
        queue.push({ job, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(failure('upstream', 'Drawing was closed.'));
      await worker?.terminate();
    },
  };
}
