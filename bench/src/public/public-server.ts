/** A process that serves one public answer: `kept` as the product does, `bare` by `http` alone with the same bytes. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PublicAnswers } from '@allclear/server/platform/http/public/public-answers.ts';
import { widgetsFromMemory } from '@allclear/server/widgets/public-widgets.routes.ts';
import Fastify from 'fastify';

const [, , kind, changes] = process.argv;
const key = 'GbUBH3mXQ0uWqgkAv6fWlA';
const path = `/api/public/Widget/${key}`;
const headers = {
  'content-security-policy': "default-src 'self';base-uri 'none';object-src 'none';frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** A widget in a delay with four conditions and two forecasts, at an instant. */
function answerAt(at: number) {
  const iso = (ms: number) => new Date(ms).toISOString();
  const points = Array.from({ length: 24 }, (_, n) => ({
    ...{ at: iso(at + n * 3_600_000), label: `${n % 12 || 12} PM`, value: `${70 + (n % 9)}°` },
  }));
  const condition = (n: number) => ({
    ...{ condition: n, label: 'Temperature', value: String(70 + n), unit: '°F', isOver: n === 2 },
    ...{ observedAt: iso(at - 60_000), goodUntil: iso(at + 840_000) },
  });
  return {
    ...{
      placeName: 'Memorial Stadium',
      timeZone: 'America/Chicago',
      theme: 0,
      type: 0,
      speed: 1,
      weather: 'live',
    },
    ...{ now: iso(at), wallNow: iso(at), warnings: [], image: null, message: null, problems: [] },
    answer: {
      ...{ kind: 'delay', instruction: 'Stay inside', word: 'Stay inside', isPaused: false },
      reasons: ['Lightning 4.2 mi away at 6:12 PM.'],
      ...{ clearAt: iso(at + 1_700_000), observedThrough: iso(at), goodUntil: iso(at + 180_000) },
    },
    conditions: [0, 1, 2, 3, 4].map(condition),
    forecasts: [0, 1].map((forecastType) => ({
      ...{ forecastType, label: 'Temperature', points, goodUntil: iso(at + 7_200_000) },
    })),
  };
}

const answers = new PublicAnswers({ open: async () => answerAt(Date.now()) });
answers.setHeaders(headers);
await answers.has(key);
let seconds = 0;
if (changes === 'changing')
  setInterval(() => void answers.put(key, answerAt(Date.now() + ++seconds)), 1_000).unref();

/** What the product sends now, for the bare server to repeat. */
async function sent() {
  const server = createServer((request, response) => answers.sendKept(key, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = get({ port, headers: { 'accept-encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const body = Buffer.concat(parts);
  server.close();
  return { body, etag: response.headers.etag ?? '', head: Object.entries(response.headers) };
}

const { body, etag, head } = await sent();
const ofNode = new Set(['date', 'connection', 'keep-alive']);
const bareHead = head.filter(([name]) => !ofNode.has(name)).flatMap(([name, value]) => [name, String(value)]);
const bareNotModified = head
  .filter(([name]) => !ofNode.has(name) && !/^content-(?:type|length|encoding)$/.test(name))
  .flatMap(([name, value]) => [name, String(value)]);

async function listen(): Promise<number> {
  if (kind === 'bare') {
    const server = createServer((_request, response) => {
      if (changes === 'still') response.writeHead(304, bareNotModified).end();
      else response.writeHead(200, bareHead).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  const fromMemory = widgetsFromMemory({ answers });
  const app = Fastify({
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (!fromMemory(request, response)) handler(request, response);
      }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const port = await listen();
process.send?.({ port, path, etag });
