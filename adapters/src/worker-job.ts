import { Worker } from 'node:worker_threads';

/** How a job of a worker thread ended. */
export type WorkerOutcome<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'exit' }
  | { readonly kind: 'timeout' };

/** Starts a worker thread. `onExit` is called when it has ended. */
export function startWorker(entry: URL, name: string, onExit: (worker: Worker) => void): Worker {
  const worker = new Worker(entry, { name, execArgv: [] });
  // Without a listener an error between two jobs would end the process; the exit event that follows is
  // handled.
  worker.on('error', () => {});
  worker.on('exit', () => onExit(worker));
  return worker;
}

/**
 * Posts one job to a worker and passes its outcome to `done`, once: the next message of the worker, its exit,
 * or the timeout in milliseconds of real time, after which the worker is terminated. The worker keeps the
 * process alive only during the job.
 */
export function runWorkerJob<Answer>(
  worker: Worker,
  { job, transfer = [], timeoutMs }: { job: unknown; transfer?: readonly ArrayBuffer[]; timeoutMs: number },
  done: (outcome: WorkerOutcome<Answer>) => void,
): void {
  const finish = (outcome: WorkerOutcome<Answer>) => {
    clearTimeout(timer);
    worker.off('message', onMessage);
    worker.off('exit', onExit);
    worker.unref();
    done(outcome);
  };
  const onMessage = (answer: Answer) => finish({ kind: 'answer', answer });
  const onExit = () => finish({ kind: 'exit' });
  const timer = setTimeout(() => {
    finish({ kind: 'timeout' });
    void worker.terminate();
  }, timeoutMs);
  worker.ref();
  worker.on('message', onMessage);
  worker.on('exit', onExit);
  worker.postMessage(job, [...transfer]);
}
