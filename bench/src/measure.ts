import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A small seeded generator (mulberry32), so that a benchmark uses the same scene each time. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which the share `p` (0–1) of the samples lies. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

/** Prints the result as JSON if the module was started directly; does nothing if it was imported. */
export async function printed(meta: ImportMeta, run: () => Promise<unknown>): Promise<void> {
  const started = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(meta.url);
  if (started) console.log(JSON.stringify(await run(), null, 2));
}

/** The value, which must exist. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value of the benchmark is missing.');
  return value;
}
