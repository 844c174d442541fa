/**
 * `npm run soak -- --hours=40`: so many hours of weather at `--speed=20` with 200 clients that poll, 20 open event
 * streams, stations, edits, sign-ins and reads of the record. It samples memory, open files, connections and tables, and
 * ends with 1 when one of them has not levelled off in the second half, when retention has not dropped an old partition,
 * or when the log has a line that is not planned. `--seed=7` repeats a run, `--scale=0.1` makes it smaller.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signInStandIn } from '@allclear/server/test/sign-in-stand-in.ts';
import { type Installation, withInstallation } from '../load/installation.ts';
import { type Sample, sample, tableSizes } from '../load/samples.store.ts';
import { Workload } from '../load/workload.ts';
import { present, printed, random } from '../measure.ts';
import { saveResult } from '../results/save-result.ts';
import { brokenGrowth, growthOf, unplannedLines } from './judge-soak.ts';
import { partitionsOf, seedAccount, seedOldPartition } from './soak.store.ts';

/** Real ms. */
const phoneEveryMs = 15_000;
const editEveryMs = 10_000;
const signInEveryMs = 15_000;
const recordEveryMs = 20_000;
const sampleEveryMs = 5_000;
const strikesPerSecond = 2;
/** Retention runs once an hour of weather; a shorter run cannot judge it. */
const retentionHours = 1;

export interface SoakOptions {
  /** Of weather. */
  readonly hours: number;
  readonly speed: number;
  readonly scale: number;
  readonly seed: number;
}

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '40' },
    speed: { type: 'string', default: '20' },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    save: { type: 'boolean', default: false },
  },
  strict: false,
});

/** Ends with 1 when something did not hold. Throws on options that cannot be run. */
export async function runSoak(): Promise<unknown> {
  const [hours, speed, scale, seed] = [values.hours, values.speed, values.scale, values.seed].map(Number);
  if (!hours || !speed || !scale || seed === undefined || !(hours > 0 && speed > 0 && scale > 0))
    throw new Error('Use --hours=40, --speed=20, --scale=1 and --seed=7.');
  console.error(`--hours=${hours} --speed=${speed} --scale=${scale} --seed=${seed}`);
  const result = await soak({ hours, speed, scale, seed });
  if (result.broken.length > 0) process.exitCode = 1;
  if (values.save) await saveResult('soak', { soak: result }, 'npm run soak');
  return { soak: result };
}

export function soak(options: SoakOptions) {
  const { hours, speed, scale, seed } = options;
  const dice = random(seed);
  const scaled = (count: number) => Math.max(1, Math.round(count * scale));
  const size = {
    ...{ organizations: 10, places: 20, users: 40, clients: scaled(220), stations: scaled(40) },
    ...{ widgets: scaled(20), webhooks: scaled(5) },
  };
  const old: string[] = [];
  let account = { email: '', password: '' };
  const prepare = async (store: Installation['store']) => {
    old.push(...(await seedOldPartition(store)));
    account = await seedAccount(store.pool);
  };
  const args = ['--speed', String(speed), '--scenario', 'afternoon-storms'];
  return withInstallation({ size, random: dice, args, prepare }, async (installation) => {
    const { port, scene, server, pool } = installation;
    const workload = new Workload({
      ...{ port, scene, random: dice, speed, dashboards: scaled(20), strikesPerSecond, phoneEveryMs },
    });
    await workload.start();
    const counts = otherWork(installation, workload, account);
    const sizesBefore = await tableSizes(pool);
    const samples = await sampled(installation, (hours * 3_600_000) / speed);
    // Before the end, which breaks off what is under way.
    const failed = workload.latencies.failures();
    workload.stop();
    const remaining = (await partitionsOf(pool)).filter((name) => old.includes(name));
    const grown = growthOf(samples);
    const lines = unplannedLines(server.output());
    return {
      ...{ ...options, minutes: Number(((hours * 60) / speed).toFixed(1)), size, samples: samples.length },
      machineLoad: Number((loadavg()[0] ?? 0).toFixed(1)),
      ...{ answers: workload.latencies.answers, failed, ...counts },
      ...{ first: samples[0], last: samples.at(-1), grown },
      tables: { before: sizesBefore, after: await tableSizes(pool) },
      retention: { old, remaining },
      unplanned: { count: lines.length, lines: lines.slice(0, 5).map((line) => line.slice(0, 300)) },
      broken: [
        ...(grown ? brokenGrowth(grown, samples) : []),
        ...(hours >= retentionHours && remaining.length > 0
          ? [`Retention left ${remaining.join(', ')}.`]
          : []),
        ...(lines.length > 0 ? [`The log has ${lines.length} lines that are not planned.`] : []),
        ...(failed.length > 0 ? ['Requests failed.'] : []),
        ...(counts.failedSignIns > 0 ? [`${counts.failedSignIns} sign-ins failed.`] : []),
      ],
    };
  });
}

async function sampled({ pool, pid }: Installation, ms: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const began = performance.now();
  do {
    await pause(Math.min(sampleEveryMs, ms));
    samples.push(await sample(pool, pid, began));
  } while (performance.now() - began < ms);
  return samples;
}

/** Edits, sign-ins and reads of the record, counted. */
function otherWork(
  { server, scene }: Installation,
  workload: Workload,
  account: { email: string; password: string },
) {
  const counts = { edits: 0, signIns: 0, failedSignIns: 0 };
  const { key, places } = present(scene.organizations[0]);
  const place = present(places[0]);
  let closureId: string | null = null;
  workload.every(editEveryMs, async () => {
    const call =
      closureId === null
        ? {
            path: '/api/Closure',
            route: '/api/Closure',
            body: { organizationLocationId: place.id, reason: 'A test', untilUtc: null },
          }
        : { path: `/api/Closure/${closureId}/Open`, route: '/api/Closure/:id/Open', body: {} };
    const { status, text } = await workload.calls.call({ ...call, method: 'POST', key });
    if (status !== 200) return;
    counts.edits += 1;
    closureId = closureId === null ? (JSON.parse(text) as { data: { id: string } }).data.id : null;
  });
  workload.every(signInEveryMs, async () => {
    const signedIn = await signInStandIn(server.url)
      .signIn(account)
      .then(
        (tokens) => tokens.access_token !== undefined,
        () => false,
      );
    if (signedIn) counts.signIns += 1;
    else counts.failedSignIns += 1;
  });
  workload.every(recordEveryMs, async () => {
    const { text } = await workload.calls.call({
      key,
      path: '/api/WeatherStation',
      route: '/api/WeatherStation',
    });
    const [station] = (JSON.parse(text) as { data: { id: string }[] }).data;
    if (station)
      await workload.calls.call({
        ...{ key, path: `/api/Observations/Historical/Day/${station.id}` },
        route: '/api/Observations/Historical/Day/:id',
      });
  });
  return counts;
}

await printed(import.meta, runSoak);
