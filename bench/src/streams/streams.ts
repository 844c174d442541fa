/**
 * Event streams: what announcing a change to 5,000 of them costs beside one `write()` of the same bytes to each, in turns
 * in one run; when the last of them has it, counted from the end of the gathering; and the memory of 10,000 open ones.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { percentile, printed } from '../measure.ts';

const streams = 5_000;
const manyStreams = 10_000;
const rounds = 15;
/** Not counted: code that runs for the first times is slower. */
const warmUp = 3;

async function asked<T>(child: ChildProcess, message: string): Promise<T> {
  child.send(message);
  return ((await once(child, 'message')) as [T])[0];
}

const start = (file: string, ...args: string[]) =>
  fork(new URL(file, import.meta.url), args, { execArgv: ['--expose-gc'] });

async function openClients(port: number, kind: 'ours' | 'bare', count: number): Promise<ChildProcess> {
  const clients = start('stream-clients.ts', String(port), kind, String(count));
  await once(clients, 'message');
  return clients;
}

interface Announced {
  readonly writtenFrom: number;
  readonly cpuMs: number;
}

export async function runStreams(): Promise<unknown> {
  return { streams: { streams, ...(await announce()), memory: await memory() } };
}

async function announce() {
  const server = start('stream-server.ts');
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const clients = {
    ours: await openClients(port, 'ours', streams),
    bare: await openClients(port, 'bare', streams),
  };
  try {
    const cpuMs = { ours: [] as number[], bare: [] as number[] };
    const lastMs = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const done = await asked<Announced>(server, kind);
        const seen = await asked<{ lastAt: number; received: number }>(clients[kind], 'seen');
        if (seen.received < streams) throw new Error(`${streams - seen.received} streams received nothing`);
        if (round < warmUp) continue;
        cpuMs[kind].push(done.cpuMs);
        lastMs[kind].push(seen.lastAt - done.writtenFrom);
      }
    const p50 = (samples: readonly number[]) => Number(percentile(samples, 0.5).toFixed(1));
    const [ours, bare] = [p50(cpuMs.ours), p50(cpuMs.bare)];
    return {
      ...{ cpuMs: ours, bareCpuMs: bare, ratio: Number((bare / ours).toFixed(2)), goal: 0.9 },
      ...{ lastP50Ms: p50(lastMs.ours), bareLastP50Ms: p50(lastMs.bare) },
      ...{ lastP99Ms: Number(percentile(lastMs.ours, 0.99).toFixed(1)), goalLastMs: 60 },
    };
  } finally {
    for (const child of [clients.ours, clients.bare, server]) child.kill();
  }
}

/** Of open streams that are idle. */
async function memory() {
  const server = start('stream-server.ts');
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const idle = (await asked<{ megabytes: number }>(server, 'memory')).megabytes;
  const clients = await openClients(port, 'ours', manyStreams);
  try {
    const open = (await asked<{ megabytes: number }>(server, 'memory')).megabytes;
    return { streams: manyStreams, megabytesAboveIdle: Math.round(open - idle), goalMegabytes: 400 };
  } finally {
    for (const child of [clients, server]) child.kill();
  }
}

await printed(import.meta, runStreams);
