/**
 * 500 screens that follow one show by the product beside as many bare `http` answers that are written the same bytes, in
 * turns in one run: how long it takes until a change has reached all of them, and what of it the server's processor
 * takes. Of the product the view of each change is made anew. Both servers run in processes of their own, the screens in
 * this one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile, printed } from '../measure.ts';

const screens = 500;
const rounds = 5;
const changesOfRound = 40;
const goal = 0.9;

interface Process {
  readonly child: ChildProcess;
  readonly url: string;
}
type Reply = { readonly bytes: number; readonly cpuMs: number; readonly rss: number };

export async function runShows(): Promise<unknown> {
  const servers = { ours: await start('ours'), bare: await start('bare') };
  try {
    const times = { ours: [] as number[], bare: [] as number[] };
    const cpu = { ours: [] as number[], bare: [] as number[] };
    let [bytes, rss] = [0, 0];
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const counted = await follow(servers[kind]);
        times[kind].push(...counted.times);
        cpu[kind].push(counted.cpuMs);
        if (kind === 'ours') [bytes, rss] = [counted.bytes, Math.max(rss, counted.rss)];
      }
    const [ours, bare] = [median(times.ours), median(times.bare)];
    return {
      shows: {
        ...{ screens, goal, ratio: bare / ours, ratioOfProcessor: median(cpu.bare) / median(cpu.ours) },
        ...{ bytes, reachedAllMs: rounded(ours), bareReachedAllMs: rounded(bare) },
        reachedAllP95Ms: rounded(percentile(times.ours, 0.95)),
        processorMsOfChange: rounded(median(cpu.ours)),
        bareProcessorMsOfChange: rounded(median(cpu.bare)),
        megabytes: Math.round(rss / 1e6),
      },
    };
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
  }
}

/** All screens at once; then one change after another, each when the one before has reached all. */
async function follow(server: Process) {
  const agent = new Agent({ maxSockets: screens });
  const counts = new Array<number>(screens).fill(0);
  let [expected, reached] = [Number.POSITIVE_INFINITY, 0];
  let reachedAll = () => {};
  const requests = counts.map((_, index) => {
    const request = get(server.url, { agent }, (answer: IncomingMessage) => {
      answer.on('error', () => {});
      answer.on('data', (chunk: Buffer) => {
        const before = counts[index] ?? 0;
        counts[index] = before + chunk.length;
        if (before < expected && before + chunk.length >= expected && ++reached === screens) reachedAll();
      });
    });
    return request.on('error', () => {});
  });
  try {
    const until = performance.now() + 30_000;
    while (counts.some((count) => count === 0)) {
      if (performance.now() > until) throw new Error('Not all screens got something in 30 s.');
      await pause(20);
    }
    await pause(200);
    const first = await ask(server, 'usage');
    const times: number[] = [];
    for (let change = 0; change < changesOfRound; change++) {
      counts.fill(0);
      [expected, reached] = [first.bytes, 0];
      const all = new Promise<void>((resolve) => {
        reachedAll = resolve;
      });
      const begun = performance.now();
      server.child.send('change');
      await all;
      times.push(performance.now() - begun);
    }
    const last = await ask(server, 'usage');
    return {
      ...{ times, bytes: first.bytes, rss: last.rss },
      cpuMs: (last.cpuMs - first.cpuMs) / changesOfRound,
    };
  } finally {
    for (const request of requests) request.destroy();
    agent.destroy();
    await pause(300);
  }
}

async function ask({ child }: Process, question: string): Promise<Reply> {
  const answered = once(child, 'message');
  child.send(question);
  return (await answered)[0] as Reply;
}

async function start(kind: string): Promise<Process> {
  const child = fork(new URL('show-process.ts', import.meta.url), [kind], { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, url: `http://127.0.0.1:${port}/` };
}

const median = (values: readonly number[]) => percentile(values, 0.5);
const rounded = (value: number) => Math.round(value * 100) / 100;

await printed(import.meta, runShows);
