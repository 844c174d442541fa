import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Latency } from './watcher.ts';

const everyMs = 50;
const { urls } = workerData as { urls: string[] };
const agent = new Agent({ keepAlive: true });
const measured = urls.map(() => ({ times: [] as number[], failures: 0 }));

/** A probe does not wait for the one before it: an answer that takes long must not hide the next. */
setInterval(() => {
  urls.forEach((url, index) => {
    const into = measured[index];
    if (!into) return;
    const began = performance.now();
    const request = get(url, { agent, timeout: 20_000 }, (response) => {
      response.resume();
      response.once('end', () => {
        into.times.push(performance.now() - began);
        if (response.statusCode !== 200) into.failures++;
      });
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => {
      into.failures++;
    });
  });
}, everyMs);

parentPort?.on('message', () => {
  parentPort?.postMessage(
    measured.map((one): Latency => {
      const times = one.times.splice(0).sort((a, b) => a - b);
      const failures = one.failures;
      one.failures = 0;
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
      return { count: times.length, failures, p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? 0 };
    }),
  );
});
