/**
 * `npm run bench -- load`: the real server, its own PostgreSQL and everybody who uses it in a storm. `--shape=one` is an
 * organization of 1,000 places and 5,000 users, `--shape=many` 1,000 organizations of ten places; `--minutes=30`,
 * `--speed=1` (20 for a day in 72 minutes), `--scale=1` (0.01 makes everything smaller), `--seed=7`. After the time is
 * over it raises the rate of reads until they are late, with 500 strikes a second, and names what was used up.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile, printed, random } from '../measure.ts';
import { type Installation, withInstallation } from './installation.ts';
import { findLimit, type Limit } from './limit.ts';
import { databaseWork, type Sample, sample } from './samples.store.ts';
import type { SceneSize } from './scene.store.ts';
import { serverMetrics } from './server-metrics.ts';
import { Workload } from './workload.ts';

const shapes = {
  one: { organizations: 1, places: 1_000, users: 5_000 },
  many: { organizations: 1_000, places: 10, users: 5 },
} as const;
type Shape = keyof typeof shapes;

/** Bounds that a run is judged by. At another speed than 1 a second of weather is shorter than what takes a second. */
const bounds = { toScreenP99Ms: 250, stallP99Ms: 10, halfP99Ms: 20, oldestJobSeconds: 60 };
/** Real ms, in which clients connect and the server compiles what it runs; not counted. */
const warmUpMs = 20_000;
const sampleEveryMs = 5_000;
const strikesPerSecond = 20;

export interface LoadOptions {
  readonly shape: Shape;
  readonly minutes: number;
  readonly speed: number;
  readonly scale: number;
  readonly seed: number;
}

const { values } = parseArgs({
  options: {
    shape: { type: 'string', default: 'one' },
    minutes: { type: 'string', default: '30' },
    speed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
  strict: false,
});

/** Of the command line. Throws on one that cannot be run. */
function optionsGiven(): LoadOptions {
  const shape = values.shape === 'one' || values.shape === 'many' ? values.shape : null;
  const [minutes, speed, scale, seed] = [values.minutes, values.speed, values.scale, values.seed].map(Number);
  if (
    shape === null ||
    !minutes ||
    !speed ||
    !scale ||
    seed === undefined ||
    !(minutes > 0 && speed > 0 && scale > 0)
  )
    throw new Error('Use --shape=one|many, --minutes=30, --speed=1, --scale=1 and --seed=7.');
  return { shape, minutes, speed, scale, seed };
}

/** Ends with 1 when a bound was broken. */
export async function runLoad(): Promise<unknown> {
  const options = optionsGiven();
  console.error(
    `--shape=${options.shape} --minutes=${options.minutes} --speed=${options.speed} --scale=${options.scale} --seed=${options.seed}`,
  );
  const result = await load(options);
  if (result.broken.length > 0) process.exitCode = 1;
  return { load: result };
}

/** The size of a shape: a tenth of the people has a dashboard open in a storm, two tenths look on their phones. */
export function sizeOf({ shape, scale }: Pick<LoadOptions, 'shape' | 'scale'>): SceneSize {
  const { organizations, places, users } = shapes[shape];
  const scaled = (count: number) => Math.max(1, Math.round(count * scale));
  const one = shape === 'one' ? scale : 1;
  const many = shape === 'many' ? scale : 1;
  return {
    organizations: Math.max(1, Math.round(organizations * many)),
    places: Math.max(10, Math.round(places * one)),
    users: Math.max(5, Math.round(users * one)),
    ...{ clients: scaled(1_500), stations: scaled(200), widgets: scaled(200), webhooks: scaled(20) },
  };
}

export function load(options: LoadOptions) {
  const { scale, speed, seed, minutes } = options;
  const dice = random(seed);
  const size = sizeOf(options);
  const args = ['--speed', String(speed), '--scenario', 'afternoon-storms'];
  return withInstallation({ size, random: dice, args }, async (installation) => {
    const { port, scene } = installation;
    const dashboards = Math.max(2, Math.round(size.clients / 3));
    const workload = new Workload({ ...{ port, scene, random: dice, speed, dashboards, strikesPerSecond } });
    await workload.start();
    try {
      await pause(Math.min(warmUpMs, minutes * 20_000));
      const storm = await measureStorm(installation, workload, minutes);
      const limit = await findLimit(installation, workload, scale < 0.1 ? 1_000 : 10_000);
      const failed = workload.latencies.failures();
      return {
        ...options,
        size,
        dashboards,
        ...storm,
        limit,
        failed,
        broken: brokenOf(storm, limit, options),
      };
    } finally {
      workload.stop();
    }
  });
}

/** The judged time, at the interval of everybody. */
async function measureStorm(
  { pool, pid, server, receiver }: Installation,
  workload: Workload,
  minutes: number,
) {
  const began = performance.now();
  const samples: Sample[] = [];
  const clientLateMs: number[] = [];
  workload.latencies.clear();
  workload.storm.clear();
  const before = { ...(await databaseWork(pool)), ...(await serverMetrics(server.url)) };
  while (performance.now() - began < minutes * 60_000) {
    const due = performance.now() + Math.min(sampleEveryMs, minutes * 60_000);
    await pause(due - performance.now());
    clientLateMs.push(performance.now() - due);
    samples.push(await sample(pool, pid, began));
  }
  const seconds = (performance.now() - began) / 1_000;
  const after = { ...(await databaseWork(pool)), ...(await serverMetrics(server.url)) };
  const greatest = (of: (one: Sample) => number | null) =>
    Math.max(...samples.map((one) => of(one) ?? Number.NaN));
  const each = (value: number) => Number((value / seconds).toFixed(2));
  return {
    seconds: Math.round(seconds),
    machineLoad: Number((loadavg()[0] ?? 0).toFixed(1)),
    answersPerSecond: Math.round(workload.latencies.answers / seconds),
    strikes: workload.storm.figures(),
    webhooks: receiver.figures(),
    stallP99Ms: after.stallP99Ms,
    clientLateP99Ms: Math.round(percentile(clientLateMs, 0.99)),
    serverProcessors: each(after.processorSeconds - before.processorSeconds),
    databaseSessions: each(after.activeSeconds - before.activeSeconds),
    transactionsPerSecond: Math.round(each(after.transactions - before.transactions)),
    greatest: {
      residentMegabytes: greatest(({ residentMegabytes }) => residentMegabytes),
      databaseConnections: greatest(({ databaseConnections }) => databaseConnections),
      databaseMegabytes: greatest(({ databaseMegabytes }) => databaseMegabytes),
      oldestJobSeconds: greatest(({ oldestJobSeconds }) => oldestJobSeconds),
      oldestDeliverySeconds: greatest(({ oldestDeliverySeconds }) => oldestDeliverySeconds),
      waitingJobs: greatest(({ waitingJobs }) => waitingJobs),
    },
    routes: workload.latencies.figures(),
  };
}

type Storm = Awaited<ReturnType<typeof measureStorm>>;

/** The bounds that were broken, a sentence each. The bounds of time hold at real speed. */
function brokenOf(storm: Storm, limit: Limit, { speed }: LoadOptions): string[] {
  const { strikes, stallP99Ms, greatest, routes } = storm;
  const failures = Object.values(routes).reduce((sum, one) => sum + one.failures, 0);
  return [
    ...(speed === 1 && !(strikes.toScreenP99Ms <= bounds.toScreenP99Ms)
      ? [`Strike to screen p99 is ${strikes.toScreenP99Ms} ms, not at most ${bounds.toScreenP99Ms} ms.`]
      : []),
    ...(speed === 1 && !(stallP99Ms <= bounds.stallP99Ms)
      ? [`The stall of the loop p99 is ${stallP99Ms} ms, not at most ${bounds.stallP99Ms} ms.`]
      : []),
    ...(limit.readsPerSecond === 0
      ? [
          `Not even ${limit.steps[0]?.perSecond} reads a second were answered in time: there is no limit to halve.`,
        ]
      : []),
    ...(speed === 1 && limit.readsPerSecond > 0 && !(limit.half.p99Ms <= bounds.halfP99Ms)
      ? [`Reads at half of the limit take ${limit.half.p99Ms} ms p99, not at most ${bounds.halfP99Ms} ms.`]
      : []),
    ...(greatest.oldestJobSeconds > bounds.oldestJobSeconds
      ? [`A job waited for ${greatest.oldestJobSeconds} s, more than ${bounds.oldestJobSeconds} s.`]
      : []),
    ...(strikes.unseen > 0 ? [`${strikes.unseen} of ${strikes.aimed} strikes came to no screen.`] : []),
    ...(failures > 0 ? [`${failures} requests failed.`] : []),
  ];
}

await printed(import.meta, runLoad);
