/**
 * A process with event streams of the product at `/ours/N` and bare ones at `/bare/N`. By a message it announces a
 * change to all of one kind, and says what that cost.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStreams } from '@allclear/server/platform/events/event-streams.ts';

const organizations = 50;
/** Changes are gathered for so long before they are written, ms. */
const gatheredMs = 100;
/** Until everything is written and read, ms. */
const settleMs = 500;

const streams = new EventStreams(Date.now, { strikes: 'organization' });
const bare: ServerResponse[] = [];
const head = {
  ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  ...{ 'x-accel-buffering': 'no', connection: 'keep-alive' },
};

const server = createServer((request, response) => {
  const [, kind, n] = (request.url ?? '').split('/');
  if (kind === 'ours') {
    const organizationId = `organization ${Number(n) % organizations}`;
    streams.open({ userId: `user ${n}`, organizationId, credential: null, places: null }, response);
  } else {
    response.writeHead(200, head);
    response.write('retry: 2000\n\n');
    bare.push(response);
  }
});
server.listen(0, '127.0.0.1', 20_000, () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', async (kind: 'ours' | 'bare' | 'memory') => {
  globalThis.gc?.();
  if (kind === 'memory') return process.send?.({ megabytes: process.memoryUsage().rss / 1e6 });
  const before = process.cpuUsage();
  const writtenFrom = Date.now() + gatheredMs;
  if (kind === 'ours') streams.publish('strikes');
  else {
    await delay(gatheredMs);
    const now = new Date().toISOString();
    const changes = JSON.stringify([{ topic: 'strikes', locationIds: null, now }]);
    const bytes = Buffer.from(`event: change\ndata: ${changes}\n\n`);
    for (const response of bare) response.write(bytes);
  }
  await delay(kind === 'ours' ? gatheredMs + settleMs : settleMs);
  const { user, system } = process.cpuUsage(before);
  return process.send?.({ writtenFrom, cpuMs: (user + system) / 1_000 });
});
