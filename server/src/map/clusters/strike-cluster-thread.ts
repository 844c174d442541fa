import { Worker } from 'node:worker_threads';

/**
 * A job of the thread: the clusters of an owner's rows, after these strikes were added and those before
 * `since` dropped.
 */
export interface ClusterJob {
  readonly owner: string;
  readonly since: number;
  /** Rows of longitude, latitude and instant. */
  readonly strikes: Float64Array;
  /** Whether the strikes replace the rows of the thread. */
  readonly anew: boolean;
}

/**
 * One worker thread for clustering, started when it is first needed and again after a crash. It runs one job
 * at a time; a job throws when the thread ends during it.
 */
export function createClusterThread(): {
  run(job: ClusterJob): Promise<Float64Array[]>;
  close(): Promise<void>;
} {
  let worker: Worker | null = null;
  let closed = false;

  const start = () => {
    const started = new Worker(new URL('./strike-cluster-worker.ts', import.meta.url), {
      name: 'strike-clusters',
      execArgv: [],
    });
    // Without a listener an error would end the process; the exit that follows it is what counts.
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('Clustering was closed.'));
        if (worker === null && !job.anew)
          return reject(new Error('The thread that clusters strikes has lost them.'));
        worker ??= start();
        const thread = worker;
        const settle = (act: () => void) => {
          thread.off('message', onMessage);
          thread.off('exit', onExit);
          thread.unref();
          act();
        };
        const onMessage = (rows: Float64Array[]) => settle(() => resolve(rows));
        const onExit = () => settle(() => reject(new Error('The thread that clusters strikes ended.')));
        thread.ref();
        thread.on('message', onMessage);
        thread.on('exit', onExit);
        thread.postMessage(job, [job.strikes.buffer as ArrayBuffer]);
      }),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
