import { Worker } from 'node:worker_threads';

/**
 * What the thread is asked: the clusters of what it holds of an owner, after these strikes were added and
 * those before `since` dropped.
 */
export interface ClusterJob {
  readonly owner: string;
  readonly since: number;
  /** Rows of longitude, latitude and instant. */
  readonly strikes: Float64Array;
  /** Whether they take the place of what it holds. */
  readonly anew: boolean;
}

/**
 * One thread that clusters, started when first needed and again after it died. One job at a time; throws when
 * it dies on the way.
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
