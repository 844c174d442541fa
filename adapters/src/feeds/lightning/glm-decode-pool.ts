import { Worker } from 'node:worker_threads';
import { AdapterError } from '../../adapter-error.ts';
import type { DecodedGranule } from './glm-decode.ts';
import type { GranuleName } from './granule-name.ts';

interface Job {
  readonly bytes: Uint8Array;
  readonly name: GranuleName;
  readonly resolve: (granule: DecodedGranule) => void;
  readonly reject: (error: AdapterError) => void;
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
    while (queue.length > 0 && (idle.length > 0 || all.size < size))
      run(idle.pop() ?? start(), queue.shift()!);
  }

  function start(): Worker {
    const worker = new Worker(entry, { name: source, execArgv: [] });
    all.add(worker);
    // Without a listener an error between two jobs would end the process; the exit event that follows is
    // handled.
    worker.on('error', () => {});
    worker.on('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    return worker;
  }

  function run(worker: Worker, job: Job): void {
    const finish = (settle: () => void, reusable: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      worker.unref();
      if (reusable) idle.push(worker);
      else all.delete(worker);
      settle();
      next();
    };
    const fail = (problem: string) => () => job.reject(new AdapterError(source, 'malformed', problem));
    const onMessage = (answer: { granule?: DecodedGranule; problem?: string }) =>
      finish(
        answer.granule
          ? () => job.resolve(answer.granule!)
          : fail(answer.problem ?? 'A granule cannot be decoded.'),
        true,
      );
    const onExit = () =>
      finish(
        fail(closed ? 'The decoder was closed.' : 'A granule cannot be decoded: the decoder died of it.'),
        false,
      );
    const timer = setTimeout(() => {
      finish(fail(`A granule cannot be decoded within ${timeoutMs} ms.`), false);
      void worker.terminate();
    }, timeoutMs);
    worker.ref();
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    worker.postMessage({ bytes: job.bytes, name: job.name });
  }

  return {
    decode: (bytes, name) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new AdapterError(source, 'malformed', 'The decoder was closed.'));
        queue.push({ bytes, name, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      for (const job of queue.splice(0))
        job.reject(new AdapterError(source, 'malformed', 'The decoder was closed.'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
