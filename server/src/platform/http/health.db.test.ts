import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import { openStore } from '../database/database.ts';
import { EventStreams } from '../events/event-streams.ts';
import { healthRoutes } from './health.routes.ts';

/** Passes on to a database, and at will takes connections but passes nothing on. */
async function openGate(url: string) {
  const to = new URL(url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const database = connect({ host: to.hostname, port: Number(to.port) });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('data', (data) => void (isFrozen || other.write(data)));
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    freeze() {
      isFrozen = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a database that takes connections and answers nothing is said to be not ready within seconds', async () => {
  const store = await freshStore();
  const gate = await openGate(store.url);
  const gated = openStore(gate.url, { onError: () => {} });
  const app = Fastify();
  onTestFinished(async () => {
    gate.close();
    await app.close();
    await gated.close().catch(() => {});
    await store.close();
  });
  healthRoutes(app, {
    ready: async () => (await gated.pool.query('select 1')).rowCount === 1,
    ...{ events: new EventStreams(() => 0, {}), metrics: [], metricsToken: null },
  });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  gate.freeze();
  const begun = performance.now();
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready' }]);
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});
