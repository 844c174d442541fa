/**
 * Reads that very many ask, by somebody who is signed in, beside bare `http` that sends the same bytes with the same
 * headers, in turns in one run. The product is the whole server with its engine, its database and simulated weather, in
 * a process of its own. `delays in turn` asks for 250 places one after the other, so that hardly an answer is still
 * kept when it is asked for again.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { signInStandIn } from '@allclear/server/test/sign-in-stand-in.ts';
import { withServer } from '../browser-server.ts';
import { percentile, present, printed } from '../measure.ts';
import type { LoadOptions } from '../public/http-load.ts';

const rounds = 4;
const ms = 1_500;
const connections = 64;
const goal = 0.75;
const least = 0.6;
const askedPlaces = 250;

export const runReads = (): Promise<unknown> =>
  withServer(['--speed', '1', '--scenario', 'quiet'], async (server) => {
    const { accounts } = await server.demonstration();
    const account = present(accounts[0]);
    const { access_token: token } = await signInStandIn(server.url).signIn(account);
    const headers = { authorization: `Bearer ${token}` };
    const ids = await locationsOf(server.url, headers);
    const id = present(ids[0]);
    const paths: Record<string, string | string[]> = {
      delay: `/api/location/Delay/${id}`,
      observation: `/api/observations/ForLocation/${id}`,
      status: '/api/status',
      'delays in turn': ids.map((one) => `/api/location/Delay/${one}`),
    };
    const reads: Record<string, unknown> = {};
    for (const [name, path] of Object.entries(paths)) reads[name] = await compare(server.url, path, headers);
    return { reads: { goal, least, connections, ...reads } };
  });

/** The locations of the caller, after as many were added as are asked in turn. */
async function locationsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const list = async () => {
    const answer = await fetch(`${url}/api/location`, { headers });
    return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const before = (await list()).length;
  for (let n = before; n < askedPlaces; n++) {
    const body = JSON.stringify({
      ...{ label: `Place ${n}`, latitude: 27 + (n % 40) / 20, longitude: -83 + Math.floor(n / 40) / 20 },
      ...{ radius1: 5, radius2: 10 },
    });
    for (;;) {
      const answer = await fetch(`${url}/api/location/Add`, {
        ...{ method: 'POST', body },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      if (answer.status === 200) break;
      if (answer.status !== 429) throw new Error(`A place was not added: ${await answer.text()}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  return list();
}

async function compare(url: string, path: string | string[], headers: Record<string, string>) {
  const one = `${url}${[path].flat()[0]}`;
  // Twice: the first answer of a caller is given by the framework.
  await fetch(one, { headers }).then((answer) => answer.text());
  const sent = await fetch(one, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = await sent.text();
  const ofNode = new Set(['date', 'connection', 'keep-alive']);
  const head = [...sent.headers].flatMap(([name, value]) => (ofNode.has(name) ? [] : [name, value]));
  const bare = fork(new URL('bare-server.ts', import.meta.url), [], { execArgv: [] });
  try {
    bare.send({ head, body });
    const [barePort] = (await once(bare, 'message')) as [number];
    const ports = { ours: Number(new URL(url).port), bare: barePort };
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        const counted = await load({ port: ports[kind], path, headers, connections, ms });
        if (counted.others > 0) throw new Error(`${counted.others} answers were no 200`);
        rates[kind].push((counted.answers / counted.ms) * 1_000);
      }
    const [ours, theirs] = [percentile(rates.ours, 0.5), percentile(rates.bare, 0.5)];
    const ratio = Number((ours / theirs).toFixed(2));
    return { perSecond: Math.round(ours), barePerSecond: Math.round(theirs), ratio, bytes: body.length };
  } finally {
    bare.kill();
  }
}

async function load(options: LoadOptions): Promise<{ answers: number; others: number; ms: number }> {
  const worker = new Worker(new URL('../public/http-load.ts', import.meta.url), { workerData: options });
  const [counted] = (await once(worker, 'message')) as [{ answers: number; others: number; ms: number }];
  return counted;
}

await printed(import.meta, runReads);
