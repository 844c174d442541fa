import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../src/platform/database/database.ts';
import { freshStore } from './fresh-store.ts';
import { addPeople, eventually, writeTestNotice } from './notified-people.ts';
import { freePort, runServer, type ServerProcess } from './run-server.ts';
import { type SmsGateway, startSmsGateway } from './sms-gateway-stand-in.ts';
import { unruly } from './unruly.ts';

const kills = 10;
const notices = 150;
const people = 20;

let store: Store;
let gateway: SmsGateway;
let data: string;
const servers = new Set<ServerProcess>();

beforeAll(async () => {
  store = await freshStore();
  gateway = await startSmsGateway(unruly(Math.random));
  data = await mkdtemp(path.join(tmpdir(), 'allclear-kill-delivery-'));
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  await gateway.close();
  await store.close();
  await rm(data, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const port = await freePort();
  const server = await runServer({
    data: path.join(data, String(port)),
    port,
    args: ['--seed', 'none'],
    env: {
      DATABASE_URL: store.url,
      ALLCLEAR_SERVICES: 'engine',
      ALLCLEAR_SMS_GATEWAY_URL: gateway.url,
      LOG_LEVEL: 'warn',
    },
  });
  servers.add(server);
  return server;
}

test(`${kills} kills in the middle of deliveries, with a provider on a bad day: nothing is lost, nothing comes twice`, {
  timeout: 180_000,
}, async () => {
  const { organizationId, userIds } = await addPeople(store.db, people);
  await start();
  let written = 0;
  const writing = (async () => {
    for (; written < notices; written++) {
      await writeTestNotice(store.db, {
        organizationId,
        userIds,
        fallbackChains: [['sms']],
        text: `Notice ${written}`,
      });
      await pause(40);
    }
  })();
  for (let kill = 0; kill < kills; kill++) {
    // One is left working, or the two of them begin at once.
    const [victim] = servers;
    const next = start();
    await pause(300 + Math.random() * 900);
    servers.delete(victim!);
    await victim!.kill();
    await next;
  }
  await writing;

  await eventually(async () => {
    const waiting = await store.db
      .selectFrom('deliveries')
      .select(['id', 'state', 'attempts', 'lease', 'updated_at', 'last_error'])
      .where('state', 'in', ['queued', 'sending'])
      .limit(5)
      .execute();
    expect(waiting).toEqual([]);
  }, 90_000);

  const deliveries = await store.db.selectFrom('deliveries').select(['id', 'state', 'attempts']).execute();
  expect(deliveries).toHaveLength(notices * people);
  // Every one that the provider took is known to be taken, and the other way round.
  const accepted = new Set(deliveries.filter(({ state }) => state === 'accepted').map(({ id }) => id));
  expect(accepted).toEqual(new Set(gateway.taken.keys()));
  // No person received a notice twice.
  const texts = [...gateway.taken.values()].map(({ to, text }) => `${to} ${text}`);
  expect(new Set(texts).size).toBe(texts.length);
  expect(accepted.size).toBe(deliveries.length);
  // Attempts that a kill cut off are on record, and were taken up again.
  const cut = await store.db
    .selectFrom('delivery_attempts')
    .select('delivery_id')
    .where('outcome', 'is', null)
    .execute();
  expect(cut.length).toBeGreaterThan(0);
});
