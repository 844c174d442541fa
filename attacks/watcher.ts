import { Worker } from 'node:worker_threads';

/** Round trips of one probe within a stretch, ms. */
export interface Latency {
  readonly count: number;
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface Watcher {
  /** What was measured since the last call, of the server and of one that does nothing on the same machine. */
  take(): Promise<{ health: Latency; idle: Latency }>;
  close(): Promise<void>;
}

/**
 * Asks `/healthz` of a server 20 times a second, in a thread of its own. Beside it an empty HTTP server in
 * another thread is asked at the same moments: what that one takes is the machine's and not the product's.
 */
export async function watchHealth(origin: string): Promise<Watcher> {
  const idle = new Worker(new URL('./idle-server.ts', import.meta.url));
  const idleUrl = await new Promise<string>((resolve) => idle.once('message', resolve));
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), {
    workerData: { urls: [`${origin}/healthz`, idleUrl] },
  });
  return {
    async take() {
      const answer = new Promise<[Latency, Latency]>((resolve) => probe.once('message', resolve));
      probe.postMessage('take');
      const [health, ofIdle] = await answer;
      return { health, idle: ofIdle };
    },
    close: async () => {
      await Promise.all([probe.terminate(), idle.terminate()]);
    },
  };
}
