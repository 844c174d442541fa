/**
 * Radar under load: the list of frames and tiles of 256 pixels from the cache, signed in and compressed as
 * for a browser, from the real server with its simulated weather and its engine running. The yardstick in the
 * same run is a bare `http` server in its own thread that sends the same bytes to the same client: when it is
 * slow, the machine is busy, and so is the client. The server's capacity follows from the processor time of a
 * request, less the processor time when idle: the requests that one core could answer. `--seconds=10` makes
 * each period longer.
 */

import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort, runServer } from '@allclear/server/test/run-server.ts';
import { present, printed } from './measure.ts';

const seconds = Number(
  process.argv.find((argument) => argument.startsWith('--seconds='))?.slice('--seconds='.length) ?? 4,
);
const connections = 32;
const tiles = ['8/69/107', '7/34/53', '6/17/26', '5/8/13'];

const bareServer = `
const { parentPort, workerData } = require('node:worker_threads');
require('node:http').createServer((request, response) => response.end(Buffer.from(workerData.bytes)))
  .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

function ask(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const idleMs = 3_000;

/** Processor time that a process and its threads have used, ms; null where the system does not report it. */
function processorMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').slice(1).join(') ').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** The result of a period of requests: the answers, and the server's cost of a request. */
async function serveStretch(pid: number, urls: readonly string[], headers: Record<string, string>) {
  const resting = processorMs(pid);
  await pause(idleMs);
  const idlePart = resting === null ? 0 : (present(processorMs(pid)) - resting) / idleMs;
  const stretch = await requestsPerSecond(urls, headers, () => processorMs(pid));
  const { perSecond, answered, ms, usedMs } = stretch;
  if (usedMs === null) return { perSecond, processorUsPerRequest: null, perSecondOfOneCore: null };
  const ownMs = Math.max(0, usedMs - idlePart * ms);
  return {
    perSecond,
    processorUsPerRequest: (ownMs / answered) * 1_000,
    perSecondOfOneCore: (answered / ownMs) * 1_000,
  };
}

/**
 * Requests a second over some seconds, on connections that stay open, after a warm-up. Throws on a failed
 * answer.
 */
async function requestsPerSecond(
  urls: readonly string[],
  headers: Record<string, string> = {},
  used: () => number | null = () => null,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let answered = 0;
  const ends = { at: performance.now() + 1_000 };
  const client = async (number: number) => {
    for (let turn = number; performance.now() < ends.at; turn++) {
      const { status } = await ask(agent, present(urls[turn % urls.length]), headers);
      if (status !== 200) throw new Error(`${urls[turn % urls.length]} answered ${status}.`);
      answered++;
    }
  };
  const all = () => Promise.all(Array.from({ length: connections }, (_, number) => client(number)));
  await all();
  answered = 0;
  const usedBefore = used();
  const started = performance.now();
  ends.at = started + seconds * 1_000;
  await all();
  const ms = performance.now() - started;
  const usedMs = usedBefore === null ? null : present(used()) - usedBefore;
  agent.destroy();
  return { perSecond: (answered / ms) * 1_000, answered, ms, usedMs };
}

async function bare(bytes: Buffer): Promise<number> {
  const worker = new Worker(bareServer, { eval: true, workerData: { bytes } });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    return (await requestsPerSecond([`http://127.0.0.1:${port}/`])).perSecond;
  } finally {
    await worker.terminate();
  }
}

export async function runRadarServe(): Promise<unknown> {
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-bench-'));
  await chmod(data, 0o711);
  const server = await runServer({
    data,
    port: await freePort(),
    env: { ALLCLEAR_HOST: '127.0.0.1', ALLCLEAR_READS_PER_MINUTE: '100000000', LOG_LEVEL: 'warn' },
  });
  try {
    const headers = { authorization: `Bearer ${(await server.demonstration()).apiKey}` };
    const base = server.url.replace('localhost', '127.0.0.1');
    const once = new Agent();
    const list = `${base}/api/map/past`;
    let answer = await ask(once, list, headers);
    for (let turn = 0; answer.status === 503 && turn < 40; turn++) {
      await pause(250);
      answer = await ask(once, list, headers);
    }
    const { data: radar } = JSON.parse(answer.bytes.toString()) as {
      data: { frames: { tileUrl: string }[] };
    };
    const urls = radar.frames.flatMap(({ tileUrl }) =>
      tiles.map((place) => `${base}${tileUrl.replace('{z}/{x}/{y}', place)}`),
    );
    const tile = await ask(once, present(urls[0]), headers);
    for (const url of urls) await ask(once, url, headers);
    once.destroy();
    const asBrowsers = { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd' };
    const listed = await serveStretch(present(server.child.pid), [list], asBrowsers);
    const served = await serveStretch(present(server.child.pid), urls, asBrowsers);
    const { bytes: packed } = await ask(new Agent(), list, asBrowsers);
    const bareListPerSecond = await bare(packed);
    const bareTilesPerSecond = await bare(tile.bytes);
    return {
      goalPerSecond: 2_000,
      list: {
        bytes: packed.length,
        unpackedBytes: answer.bytes.length,
        ...listed,
        bareHttpPerSecond: bareListPerSecond,
        shareOfBare: listed.perSecond / bareListPerSecond,
      },
      tiles: {
        bytes: tile.bytes.length,
        different: urls.length,
        ...served,
        bareHttpPerSecond: bareTilesPerSecond,
        shareOfBare: served.perSecond / bareTilesPerSecond,
      },
      note: 'client, server and yardstick share the machine',
    };
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

await printed(import.meta, runRadarServe);
