// @vitest-environment happy-dom
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { exampleNowMs, exampleShow } from '../../features/shows/example.ts';
import { followedScreen } from '../../features/shows/screen/stage-screen.ts';
import { type ShownNow, startScreen } from './use-followed-show.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.restoreAllMocks();
});

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
const dayMs = 86_400_000;

/** The example, made now. */
function showOfNow() {
  const text = JSON.stringify(exampleShow());
  return JSON.parse(
    text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (iso) =>
      new Date(Date.parse(iso) - exampleNowMs + trueNow()).toISOString(),
    ),
  );
}
const trueNow = Date.now.bind(Date);

async function start(listener: RequestListener) {
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    response.setHeader('access-control-expose-headers', 'date, age, etag, retry-after');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const shown: ShownNow[] = [];
  const reload = vi.fn();
  const stop = startScreen('tok', (one) => shown.push(one), {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    timings: { pollMs: 200, leastRetryMs: 100 },
    reload,
  });
  closing.push(() => {
    stop();
    server.closeAllConnections();
    server.close();
  });
  const kind = () => {
    const last = shown.at(-1);
    return last ? followedScreen(last.followed, last.wallMs).kind : 'none';
  };
  return { shown, kind, reload };
}

const streaming: RequestListener = (request, response) => {
  if (!request.url?.endsWith('/Stream')) return void response.writeHead(503).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: show\ndata: ${JSON.stringify({ show: showOfNow() })}\n\n`);
};

it.each([0, dayMs, -dayMs])('shows the scenes on a screen whose clock is wrong by %d ms', async (wrongMs) => {
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + wrongMs);
  const { kind, shown } = await start(streaming);
  await expect.poll(kind).toBe('scenes');
  expect(Math.abs((shown.at(-1)?.wallMs ?? 0) - trueNow())).toBeLessThan(5_000);
});

it('a screen that slept is covered at once, and shows the scenes again once something new has come', async () => {
  let sleptMs = 0;
  let isMuted = false;
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + sleptMs);
  const { kind, shown } = await start((request, response) => {
    if (isMuted) return void request.destroy();
    streaming(request, response);
  });
  await expect.poll(kind).toBe('scenes');
  const before = shown.length;
  isMuted = true;
  // Shorter than the data are good.
  sleptMs = 15_000;
  await expect.poll(kind).toBe('old');
  const kinds = shown.slice(before).map(({ followed, wallMs }) => followedScreen(followed, wallMs).kind);
  expect(kinds.slice(kinds.indexOf('old'))).not.toContain('scenes');
});

it('ends with its link', async () => {
  const { kind } = await start((_, response) => void response.writeHead(404).end('{}'));
  await expect.poll(kind).toBe('ended');
});

it('loads itself again when it does not understand the server any more', async () => {
  let agedMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + agedMs);
  const { reload, kind } = await start((_, response) => void response.writeHead(200).end('{"data":{}}'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(reload).not.toHaveBeenCalled();
  agedMs = 70_000;
  await expect.poll(() => reload.mock.calls.length).toBeGreaterThan(0);
  expect(kind()).toBe('connecting');
});
