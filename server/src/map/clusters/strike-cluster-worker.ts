import { parentPort } from 'node:worker_threads';
import { buildClusterLevels } from './strike-cluster-levels.ts';
import type { ClusterJob } from './strike-cluster-thread.ts';

// Clustering 200,000 strikes takes most of a second, so it runs outside the main thread, which sends only new
// strikes.
const held = new Map<string, Float64Array>();

parentPort?.on('message', ({ owner, since, strikes, anew }: ClusterJob) => {
  const before = anew ? new Float64Array() : (held.get(owner) ?? new Float64Array());
  const all = new Float64Array(before.length + strikes.length);
  let length = 0;
  for (const rows of [before, strikes]) {
    for (let at = 0; at < rows.length; at += 3) {
      if ((rows[at + 2] ?? Number.NaN) < since) continue;
      all.set(rows.subarray(at, at + 3), length);
      length += 3;
    }
  }
  const kept = all.subarray(0, length);
  held.set(owner, kept);
  const levels = buildClusterLevels(kept);
  parentPort?.postMessage(
    levels,
    levels.map((level) => level.buffer as ArrayBuffer),
  );
});
