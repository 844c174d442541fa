/**
 * Public answers beside bare `http` that sends the same bytes with the same headers, in turns in one run: whole
 * answers and 304s, each with the answer of the address changing every second as lightning does. Both servers run in
 * a process of their own, the questions come from this one. From the rate follows how many viewers a core serves who
 * ask every 10 s.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { printed } from '../measure.ts';
import type { LoadOptions } from './http-load.ts';

const rounds = 5;
const ms = 3_000;
const connections = 64;
const goal = 0.9;
const secondsBetweenQuestions = 10;

interface Counted {
  readonly answers: number;
  readonly others: number;
  readonly bytes: number;
  readonly ms: number;
}

export async function runPublicAnswers(): Promise<unknown> {
  const whole = await compare({ 'accept-encoding': 'br' });
  const notModified = await compare({ 'accept-encoding': 'br', 'if-none-match': 'current' });
  const viewersOfACore = Math.floor(whole.perSecond * secondsBetweenQuestions);
  return { publicAnswers: { goal, whole, notModified, viewersOfACore } };
}

/** With `if-none-match: current` each question has the tag of the answer, which then does not change. */
async function compare(headers: Record<string, string>) {
  const servers = { ours: await start('kept', headers), bare: await start('bare', headers) };
  try {
    const rates = { ours: [] as number[], bare: [] as number[] };
    let bytes = 0;
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const { port, path, etag } = servers[kind];
        const asked = 'if-none-match' in headers ? { ...headers, 'if-none-match': etag } : headers;
        const counted = await load({ port, path, headers: asked, connections, ms });
        if (counted.others > 0) throw new Error(`${counted.others} other answers`);
        rates[kind].push((counted.answers / counted.ms) * 1_000);
        bytes = Math.round(counted.bytes / counted.answers);
      }
    const [ours, bare] = [median(rates.ours), median(rates.bare)];
    return { perSecond: Math.round(ours), barePerSecond: Math.round(bare), ratio: ours / bare, bytes };
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function start(kind: 'kept' | 'bare', headers: Record<string, string>) {
  const changes = 'if-none-match' in headers ? 'still' : 'changing';
  const child: ChildProcess = fork(new URL('public-server.ts', import.meta.url), [kind, changes], {
    execArgv: [],
  });
  const [{ port, path, etag }] = (await once(child, 'message')) as [
    { port: number; path: string; etag: string },
  ];
  return { child, port, path, etag };
}

async function load(options: LoadOptions): Promise<Counted> {
  const worker = new Worker(new URL('http-load.ts', import.meta.url), { workerData: options });
  const [counted] = (await once(worker, 'message')) as [Counted];
  return counted;
}

await printed(import.meta, runPublicAnswers);
