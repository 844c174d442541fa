/**
 * 200 viewers of one MJPEG camera by the product beside a bare pipe of Node's to as many, in turns in one run: the
 * bytes that all viewers get a second, those of a second of the server's processor, and how much the memory of the
 * product's process grows. The camera and both servers run in processes of their own, the viewers in this one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { printed } from '../measure.ts';

const viewers = 200;
const rounds = 3;
const ms = 4_000;
const goal = 0.8;
const goalMegabytes = 100;

interface Process {
  readonly child: ChildProcess;
  readonly url: string;
}
type Usage = { readonly rss: number; readonly cpuMs: number };

export async function runCameraViewers(): Promise<unknown> {
  const camera = await start('camera');
  const servers = { ours: await start('ours', camera.url), bare: await start('bare', camera.url) };
  try {
    const before = await usageOf(servers.ours);
    const rates = { ours: [] as number[], bare: [] as number[] };
    const perCpu = { ours: [] as number[], bare: [] as number[] };
    let highest = before.rss;
    let fewestBytes = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const counted = await watch(servers[kind]);
        rates[kind].push(counted.bytes / counted.seconds / 1e6);
        perCpu[kind].push(counted.bytes / (counted.cpuMs / 1_000) / 1e6);
        if (kind !== 'ours') continue;
        highest = Math.max(highest, counted.rss);
        fewestBytes = Math.min(fewestBytes, counted.fewest);
      }
    const grownMegabytes = (highest - before.rss) / 1e6;
    if (!(fewestBytes > 0)) throw new Error('A viewer got no picture.');
    return {
      cameraViewers: {
        ...{ viewers, goal, ratio: median(rates.ours) / median(rates.bare) },
        ratioOfProcessor: median(perCpu.ours) / median(perCpu.bare),
        megabytesPerSecond: Math.round(median(rates.ours)),
        bareMegabytesPerSecond: Math.round(median(rates.bare)),
        ...{ goalMegabytes, grownMegabytes: Math.round(grownMegabytes) },
      },
    };
  } finally {
    for (const { child } of [camera, ...Object.values(servers)]) child.kill();
  }
}

/** All viewers at once; what they get after all of them have something. */
async function watch(server: Process) {
  const agent = new Agent({ maxSockets: viewers });
  const counts = new Array<number>(viewers).fill(0);
  const requests = counts.map((_, index) => {
    const request = get(server.url, { agent }, (answer: IncomingMessage) => {
      answer.on('error', () => {});
      answer.on('data', (chunk: Buffer) => {
        counts[index] = (counts[index] ?? 0) + chunk.length;
      });
    });
    return request.on('error', () => {});
  });
  try {
    const until = performance.now() + 30_000;
    while (counts.some((count) => count === 0)) {
      if (performance.now() > until) throw new Error('Not all viewers got something in 30 s.');
      await pause(20);
    }
    counts.fill(0);
    const [begun, first] = [performance.now(), await usageOf(server)];
    let rss = first.rss;
    while (performance.now() - begun < ms) {
      await pause(250);
      rss = Math.max(rss, (await usageOf(server)).rss);
    }
    const last = await usageOf(server);
    return {
      ...{ bytes: counts.reduce((sum, count) => sum + count, 0), fewest: Math.min(...counts), rss },
      ...{ seconds: (performance.now() - begun) / 1_000, cpuMs: last.cpuMs - first.cpuMs },
    };
  } finally {
    for (const request of requests) request.destroy();
    agent.destroy();
    await pause(300);
  }
}

async function usageOf({ child }: Process): Promise<Usage> {
  const answered = once(child, 'message');
  child.send('usage');
  return (await answered)[0] as Usage;
}

async function start(kind: string, cameraUrl = ''): Promise<Process> {
  const child = fork(new URL('viewing-process.ts', import.meta.url), [kind, cameraUrl], { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, url: `http://127.0.0.1:${port}/` };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await printed(import.meta, runCameraViewers);
