import type { Worker } from 'node:worker_threads';
import { AdapterError } from '../../adapter-error.ts';
import { runWorkerJob, startWorker } from '../../worker-job.ts';
import type { DecodedGranule } from './glm-decode.ts';
import type { GranuleName } from './granule-name.ts';

interface Job {
  readonly bytes: Uint8Array;
  readonly name: GranuleName;
  readonly resolve: (granule: DecodedGranule) => void;
  readonly reject: (error: AdapterError) => void;
}

const CLOSED = 'The decoder was closed.';

interface DecodeAnswer {
  readonly granule?: DecodedGranule;
  readonly problem?: string;
}

export interface DecodePool {
  /** Decodes off the calling thread. Throws AdapterError `malformed`. */
  decode(bytes: Uint8Array, name: GranuleName): Promise<DecodedGranule>;
  close(): Promise<void>;
}

/**
 * Up to `size` decoding threads, each started when first needed and again after one died or hung for
 * `timeoutMs` of real time. `entry` is the threads' module.
 */
export function createDecodePool(options: {
  source: string;
  size: number;
  timeoutMs?: number;
  entry?: URL;
}): DecodePool {
  const {
    source,
    size,
    timeoutMs = 15_000,
    entry = new URL('./glm-decode-worker.ts', import.meta.url),
  } = options;
  const queue: Job[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  function next(): void {
    while (idle.length > 0 || all.size < size) {
      const job = queue.shift();
      if (job === undefined) return;
      run(idle.pop() ?? start(), job);
    }
  }

  function start(): Worker {
    const worker = startWorker(entry, source, (ended) => {
      all.delete(ended);
      if (idle.includes(ended)) idle.splice(idle.indexOf(ended), 1);
    });
    all.add(worker);
    return worker;
  }

  function run(worker: Worker, { bytes, name, resolve, reject }: Job): void {
    const fail = (problem: string) => reject(new AdapterError(source, 'malformed', problem));
    runWorkerJob<DecodeAnswer>(worker, { job: { bytes, name }, timeoutMs }, (outcome) => {
      if (outcome.kind === 'answer') {
        const { granule, problem } = outcome.answer;
        idle.push(worker);
        if (granule) resolve(granule);
        else fail(problem ?? 'A granule cannot be decoded.');
      } else {
        all.delete(worker);
        if (outcome.kind === 'timeout') fail(`A granule cannot be decoded within ${timeoutMs} ms.`);
        else fail(closed ? CLOSED : 'A granule cannot be decoded: the decoder died of it.');
      }
      next();
    });
  }

  return {
    decode: (bytes, name) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new AdapterError(source, 'malformed', CLOSED));
        queue.push({ bytes, name, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new AdapterError(source, 'malformed', CLOSED));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
