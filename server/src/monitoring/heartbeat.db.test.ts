import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLiveHttpClient } from '@allclear/adapters';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { field } from '../../test/field-policy.ts';
import { eventually, writeTestNotice } from '../../test/notified-people.ts';
import { freePort, runServer } from '../../test/run-server.ts';
import { openTestServer, type TestServer } from '../../test/test-server.ts';
import { BadConfig, readConfig } from '../config.ts';
import { openStore } from '../platform/database/database.ts';
import { subjects } from '../subjects.ts';
import { Heartbeat } from './heartbeat.ts';
import { ObservedPlaces } from './observed-places.ts';
import { reasonNotWorking } from './working.ts';

const minute = 60_000;

/** An outside address that counts what comes, with a token in its path as such services have. */
async function startReceiver() {
  const state = { received: [] as string[], status: 200 };
  const server = createServer((request, answer) => {
    request.resume();
    state.received.push(`${request.method} ${request.url}`);
    answer.writeHead(state.status).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: `http://127.0.0.1:${port}/ping/very-secret-token`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let organizationId: string;
let userId: string;
beforeEach(async () => {
  receiver = await startReceiver();
  server = await openTestServer();
  const ours = await server.organization('Our District');
  ({ organizationId } = ours);
  userId = ours.people.admin.id;
  await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: organizationId, name: 'Field', ...field, created_at: new Date() })
    .execute();
});
afterEach(async () => {
  await server.close();
  await receiver.close();
});

const observe = async () => {
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
};

function start(db = server.store.db) {
  const http = openLiveHttpClient({ userAgent: 'test', proxy: null, allowPrivateAddresses: true });
  const logged: string[] = [];
  const { clock, live } = server;
  const observed = new ObservedPlaces({ db, live });
  const heartbeat = new Heartbeat({
    ...{ http, url: receiver.url, everyMs: 20 },
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    reasonNot: () => reasonNotWorking({ db, clock, live, observed }),
  });
  const stopping = new AbortController();
  const running = heartbeat.loop().run(stopping.signal);
  return {
    heartbeat,
    logged,
    reasons: () => logged.map((line) => JSON.parse(line) as { msg: string; reason?: string }),
    async stop() {
      stopping.abort();
      await running;
      await http.close();
    },
  };
}

/** That nothing comes: for as long as many heartbeats would take. */
async function expectSilence() {
  // One may be on its way.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = receiver.state.received.length;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(receiver.state.received).toHaveLength(before);
}

test('goes out again and again while lightning is observed, and stops while it is unobserved everywhere', async () => {
  await observe();
  const running = start();
  try {
    await eventually(() => expect(receiver.state.received.length).toBeGreaterThan(3));
    expect(new Set(receiver.state.received)).toEqual(new Set(['POST /ping/very-secret-token']));
    expect(running.heartbeat.ageMs()).toBeLessThan(5_000);
    server.clock.advance(3 * minute + 1_000);
    await expectSilence();
    expect(running.reasons()).toMatchObject([
      { msg: 'the heartbeat does not go out', reason: 'Lightning is unobserved everywhere.' },
    ]);
    await observe();
    const stopped = receiver.state.received.length;
    await eventually(() => expect(receiver.state.received.length).toBeGreaterThan(stopped));
    await eventually(() =>
      expect(running.reasons()[1]).toMatchObject({ msg: 'the heartbeat goes out again' }),
    );
  } finally {
    await running.stop();
  }
  expect(running.heartbeat.ageMs()).toBeNull();
  await expectSilence();
});

test('stops while a notice waits that nobody tries to send, and while the database does not answer', async () => {
  await observe();
  await writeTestNotice(server.store.db, { organizationId, userIds: [userId], fallbackChains: [['email']] });
  await server.store.db
    .updateTable('deliveries')
    .set({ created_at: new Date(Date.now() - 121_000) })
    .execute();
  const running = start();
  try {
    await eventually(() => expect(running.reasons()).toHaveLength(1));
    expect(running.reasons()[0]?.reason).toMatch(/^A notice has waited/);
    expect(receiver.state.received).toEqual([]);
    await server.store.db.updateTable('deliveries').set({ state: 'accepted' }).execute();
    await eventually(() => expect(receiver.state.received.length).toBeGreaterThan(0));
  } finally {
    await running.stop();
  }
  const away = openStore('postgres://nobody@127.0.0.1:1/none', { onError: () => {} });
  const without = start(away.db);
  try {
    const before = receiver.state.received.length;
    await eventually(() => expect(without.reasons()[0]?.reason).toBe('The database does not answer.'));
    await expectSilence();
    expect(receiver.state.received).toHaveLength(before);
  } finally {
    await without.stop();
    await away.close();
  }
});

test('that its receiver refuses is none, is logged once, and the log never has its address', async () => {
  await observe();
  receiver.state.status = 404;
  const running = start();
  try {
    await eventually(() => expect(receiver.state.received.length).toBeGreaterThan(5));
    expect(running.reasons()).toMatchObject([
      { reason: expect.stringMatching(/^127\.0\.0\.1:\d+ answered 404\.$/) },
    ]);
    await receiver.close();
    await eventually(() => expect(running.reasons().at(-1)?.reason).toMatch(/was not reached/));
    expect(running.logged.join('')).not.toContain('very-secret-token');
  } finally {
    await running.stop();
  }
});

test('of a real server begins with its engine, and ends with it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-heartbeat-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const real = await runServer({
    ...{ data: path.join(folder, 'data'), port: await freePort(), args: ['--seed', 'none'] },
    env: { ALLCLEAR_HEARTBEAT_URL: receiver.url, ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true', DATABASE_URL: '' },
  });
  onTestFinished(async () => void (await real.stop()));
  await eventually(() => expect(receiver.state.received.length).toBeGreaterThan(0));
  const metrics = await (await fetch(`${real.url}/metrics`)).text();
  expect(Number(/^allclear_heartbeat_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(60);
  expect(metrics).toMatch(/^allclear_engine_active 1$/m);
  expect(await real.stop()).toBe(0);
  expect(real.output()).not.toContain('very-secret-token');
});

describe('its address', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig(subjects, [], env)?.subjects.monitoring;
  test('is an https one, or an http one where private addresses are allowed', () => {
    expect(read({ ALLCLEAR_HEARTBEAT_URL: 'https://hc.example.org/a' })).toEqual({
      heartbeatUrl: 'https://hc.example.org/a',
    });
    expect(
      read({ ALLCLEAR_HEARTBEAT_URL: 'http://10.0.0.1/a', ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true' }),
    ).toEqual({ heartbeatUrl: 'http://10.0.0.1/a' });
    expect(read({})).toEqual({ heartbeatUrl: null });
    for (const url of ['http://hc.example.org/secret', 'ftp://hc.example.org/secret', 'secret']) {
      const refused = () => read({ ALLCLEAR_HEARTBEAT_URL: url });
      expect(refused).toThrow(BadConfig);
      expect(refused).not.toThrow(/secret/);
    }
  });
});
