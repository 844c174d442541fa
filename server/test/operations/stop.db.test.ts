import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openStore } from '../../src/platform/database/database.ts';
import { eventually, writeTestNotice } from '../notified-people.ts';
import { freePort, runServer } from '../run-server.ts';

/** What a stop may take with everything at work; systemd and Kubernetes wait for 10 s and more. */
const stopLimitMs = 5_000;
const reportCount = 5;

/** A provider that takes a request and never answers. */
async function startHangingProvider() {
  const sockets = new Set<Socket>();
  const state = { requests: 0, answers: false };
  const server = createServer((request, answer) => {
    request.resume();
    state.requests += 1;
    if (state.answers) answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** The database of a server that runs on a folder, as the product connects to it. */
async function connected<Result>(data: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const text = async (name: string) => (await readFile(path.join(data, name), 'utf8')).trim();
  const [password, port] = [await text('pg-app-password'), await text('pg-port')];
  const store = openStore(`postgres://allclear_app:${password}@127.0.0.1:${port}/allclear`, {
    onError: () => {},
  });
  return work(store.db).finally(() => store.close());
}

test('a stop with open event streams, reports being made and a provider that hangs takes at most five seconds, and loses nothing', {
  timeout: 400_000,
  // Another program may take the machine for seconds.
  retry: 1,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-stop-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = path.join(folder, 'data');
  const port = await freePort();
  const provider = await startHangingProvider();
  const options = {
    ...{ data, port, args: ['--weather', 'simulated'] },
    env: {
      ...{
        ALLCLEAR_SMS_GATEWAY_URL: provider.url,
        ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true',
        DATABASE_URL: '',
      },
    },
  };
  const server = await runServer(options);
  onTestFinished(async () => void (await server.kill()));
  const { apiKey } = await server.demonstration();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (address: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/${address}`, {
      ...{ headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) },
    });
    expect(answer.ok, `${address}: ${await answer.clone().text()}`).toBe(true);
    return (await answer.json()) as { data: { id: string; state?: string }[] };
  };

  // Pages that are open.
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${server.url}/api/events`, { headers })),
  );
  const ends = streams.map(async (stream) => {
    expect(stream.status).toBe(200);
    for await (const _ of stream.body ?? []);
  });
  // Awaited below; a test that fails before ends them otherwise.
  for (const end of ends) end.catch(() => {});

  const sent = await connected(data, async (db) => {
    const admin = await db
      .selectFrom('users')
      .select(['id', 'organization_id'])
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    await db.updateTable('users').set({ phone_number: '+18135550100' }).where('id', '=', admin.id).execute();
    const station = await db
      .selectFrom('stations')
      .select('id')
      .where('organization_id', 'is not', null)
      .executeTakeFirstOrThrow();
    await writeTestNotice(db, {
      ...{ organizationId: admin.organization_id ?? '', userIds: [admin.id], fallbackChains: [['sms']] },
    });
    return { stationId: station.id };
  });
  await eventually(() => expect(provider.state.requests).toBe(1));
  // As many as one may ask for at once, so that some are being made when the signal comes.
  await Promise.all(
    Array.from({ length: reportCount }, (_, number) =>
      ask('reports/generate', {
        ...{ Name: `Report ${number}`, ReportType: 0, FileFormats: [0, 1] },
        HardwareFilters: {
          ...{
            DataInterval: 15,
            HardwareIds: [sent.stationId],
            ObservationTypes: { AmbientTemperature: ['avg'] },
          },
          TimeFilter: { StartDate: '2026-05-25', EndDate: '2026-06-05' },
        },
      }),
    ),
  );

  const begun = performance.now();
  const code = await server.stop();
  const took = performance.now() - begun;
  await Promise.all(ends);
  expect(code, server.output()).toBe(0);
  expect(took).toBeLessThan(stopLimitMs);

  // What was under way goes on with the next start: the notice once more, and every report.
  provider.state.answers = true;
  const again = await runServer(options);
  onTestFinished(async () => void (await again.kill()));
  await connected(data, (db) =>
    eventually(async () => {
      const attempts = await db.selectFrom('delivery_attempts').select('outcome').orderBy('number').execute();
      expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'accepted']);
    }),
  );
  await eventually(async () => {
    const { data: reports } = await ask('reports');
    expect(reports.map(({ state }) => state)).toEqual(Array.from({ length: reportCount }, () => 'done'));
  }, 120_000);
  expect(await again.stop()).toBe(0);
});
