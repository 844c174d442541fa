/**
 * Random histories in several workers: `--times` says how many, `--seed` from which on, `--workers` how many run at once.
 * Prints the counts; fails with the seeds of histories in which something was false.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Histories that a worker plays before it reports. */
const batch = 5_000;

interface Share {
  readonly from: number;
  readonly times: number;
}

/** Histories that were judged. */
export interface Tally {
  histories: number;
  /** How often each thing occurred. */
  readonly seen: Record<string, number>;
  /** The first faults, with their seeds. */
  readonly faults: string[];
  faultyHistories: number;
}

/** Plays and judges the history of a seed, and counts what occurred in it. */
export type PlaySeed = (seed: number, tally: Tally) => void;

/** To be called by a program, with its own address: it runs again as each worker. */
export async function playHistories(program: string, playSeed: PlaySeed): Promise<void> {
  if (isMainThread) await main(program);
  else playShare(workerData as Share, playSeed);
}

function noTally(): Tally {
  return { histories: 0, seen: {}, faults: [], faultyHistories: 0 };
}

/** The sum of two. */
function added(a: Tally, b: Tally): Tally {
  const seen = { ...a.seen };
  for (const [what, count] of Object.entries(b.seen)) seen[what] = (seen[what] ?? 0) + count;
  return {
    seen,
    histories: a.histories + b.histories,
    faults: [...a.faults, ...b.faults].slice(0, 20),
    faultyHistories: a.faultyHistories + b.faultyHistories,
  };
}

function playShare({ from, times }: Share, playSeed: PlaySeed): void {
  for (let done = 0; done < times; done += batch) {
    const tally = noTally();
    for (let at = done; at < Math.min(done + batch, times); at++) playSeed(from + at, tally);
    parentPort?.postMessage(tally);
  }
}

async function main(program: string): Promise<void> {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      workers: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const [times, seed, workers] = [Number(values.times), Number(values.seed), Number(values.workers)];
  if (![times, seed, workers].every(Number.isSafeInteger) || times < 1 || workers < 1) {
    console.error('Use --times=1000000, --seed=7 and --workers=2.');
    process.exit(1);
  }
  console.log(`--times=${times} --seed=${seed} --workers=${workers}`);
  const begun = performance.now();
  let tally = noTally();
  const share = Math.ceil(times / workers);
  const run = (index: number) => {
    const mine = Math.min(share, times - index * share);
    return playedBy(program, { from: seed + index * share, times: mine }, (part) => {
      tally = added(tally, part);
      if (tally.histories % 100_000 < batch) progress(tally, begun);
    });
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => run(index)));
  progress(tally, begun);
  console.log(JSON.stringify(tally, null, 2));
  process.exitCode = tally.faultyHistories === 0 && tally.histories === times ? 0 : 1;
}

function playedBy(program: string, share: Share, onTally: (tally: Tally) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(program), { workerData: share });
    worker.on('message', onTally);
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}.`))));
  });
}

function progress({ histories, faultyHistories }: Tally, begun: number): void {
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(`${histories} histories, ${faultyHistories} with faults, ${seconds} s`);
}
