import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { percentile, present } from '../measure.ts';
import type { Installation } from './installation.ts';
import type { PacedFigures, PacedOptions } from './paced-reads.ts';
import { databaseWork } from './samples.store.ts';
import { serverMetrics } from './server-metrics.ts';
import type { Workload } from './workload.ts';

/** Strikes that come in while the limit is looked for. */
const strikesPerSecond = 500;
const firstRate = 500;
/** A rate is held while no read in a hundred takes longer, and nearly all that were due are answered. */
const heldP99Ms = 250;
const heldShare = 0.97;

export interface Step {
  readonly perSecond: number;
  readonly answersPerSecond: number;
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processors that the server used, sessions that the database executed at once, processes that were ready to run. */
  readonly serverProcessors: number;
  readonly databaseSessions: number;
  readonly machineLoad: number;
  readonly stallP99Ms: number;
}

export interface Limit {
  readonly strikesPerSecond: number;
  readonly steps: readonly Step[];
  /** The highest rate that was held. */
  readonly readsPerSecond: number;
  /** At half of it. */
  readonly half: Step;
  /** What was used up at the first rate that was not held. */
  readonly first: string;
}

/** Raises the rate of reads, beside everything else, by half each time until it is not held; then measures at half of that. */
export async function findLimit(
  installation: Installation,
  workload: Workload,
  stepMs: number,
): Promise<Limit> {
  const before = workload.storm.strikesPerSecond;
  workload.storm.strikesPerSecond = strikesPerSecond;
  try {
    const steps: Step[] = [];
    let held = 0;
    for (let rate = firstRate; ; rate = Math.round(rate * 1.5)) {
      const step = await measure(installation, rate, stepMs);
      steps.push(step);
      if (step.p99Ms > heldP99Ms || step.answersPerSecond < heldShare * rate) break;
      held = rate;
    }
    const half = await measure(installation, Math.max(firstRate, held) / 2, 2 * stepMs);
    return { strikesPerSecond, steps, readsPerSecond: held, half, first: whatGave(present(steps.at(-1))) };
  } finally {
    workload.storm.strikesPerSecond = before;
  }
}

async function measure(
  { port, scene, server, pool }: Installation,
  perSecond: number,
  ms: number,
): Promise<Step> {
  const requests = scene.people.flatMap(({ key, locations }) =>
    locations.map(({ id }) => ({ path: `/api/location/Delay/${id}`, key })),
  );
  const before = { ...(await databaseWork(pool)), ...(await serverMetrics(server.url)) };
  const began = performance.now();
  const options: PacedOptions = { port, requests, connections: 64, perSecond, ms };
  const worker = new Worker(new URL('paced-reads.ts', import.meta.url), { workerData: options });
  const [figures] = (await once(worker, 'message')) as [PacedFigures];
  const seconds = (performance.now() - began) / 1_000;
  const after = { ...(await databaseWork(pool)), ...(await serverMetrics(server.url)) };
  const rounded = (value: number) => Number(value.toFixed(2));
  return {
    ...{ perSecond, answersPerSecond: Math.round(figures.answersPerSecond), failures: figures.failures },
    ...{ p50Ms: rounded(percentile(figures.ms, 0.5)), p99Ms: rounded(percentile(figures.ms, 0.99)) },
    serverProcessors: rounded((after.processorSeconds - before.processorSeconds) / seconds),
    databaseSessions: rounded((after.activeSeconds - before.activeSeconds) / seconds),
    machineLoad: rounded(loadavg()[0] ?? 0),
    stallP99Ms: after.stallP99Ms,
  };
}

function whatGave({ serverProcessors, databaseSessions, machineLoad }: Step): string {
  if (serverProcessors >= 0.85) return 'the main thread of the server: it used a processor of its own';
  if (machineLoad > availableParallelism())
    return 'the processors of the machine, which server, database and clients share';
  return databaseSessions >= 1 ? 'the database' : 'the clients of the load';
}
