/**
 * Webhooks: events for 100 webhooks of one organization, of which 10 never answer, from the commit of an event until
 * the receiver has the first request for it. The yardstick in the same run is the same number of bare requests to the
 * same receiver, without store or queue. `--seconds=60` sets for how long two events a second are written.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createWebhook, openLiveHttpClient } from '@allclear/adapters';
import { sendWebhookEvent } from '@allclear/server/notifications/webhooks/send-webhook-event.store.ts';
import { webhookSendJob } from '@allclear/server/notifications/webhooks/webhook-job.ts';
import { systemActor } from '@allclear/server/platform/actor.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { startJobs } from '@allclear/server/platform/jobs/start-jobs.ts';
import pino from 'pino';
import { percentile, printed } from './measure.ts';

const actor = systemActor('benchmark');
const setting = (name: string, defaults: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? defaults);
const seconds = setting('seconds', 60);
const eventsPerSecond = 2;
const webhooks = 100;
const hanging = setting('hanging', 10);

export async function runWebhooks(): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-webhooks-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await migrate(store.pool);
    return await measured(store);
  } finally {
    await store.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Notes when each webhook first had each event; paths that begin with `/hang` get no answer. */
async function openReceiver() {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const arrival = `${request.url} ${request.headers['webhook-id']}`;
    if (!arrivals.has(arrival)) arrivals.set(arrival, performance.now());
    request.resume().on('end', () => {
      if (!request.url?.startsWith('/hang')) response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, arrivals, close };
}

async function measured(store: Store): Promise<unknown> {
  const receiver = await openReceiver();
  const { id: organizationId } = await store.db
    .insertInto('organizations')
    .values({ name: 'Bench', support_email: '', support_phone: '', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const paths = Array.from(
    { length: webhooks },
    (_, index) => `/${index < hanging ? 'hang' : 'good'}${index}`,
  );
  await store.db
    .insertInto('webhooks')
    .values(
      paths.map((of) => ({
        ...{ organization_id: organizationId, url: receiver.url + of, secret: 'whsec_YmVuY2g=' },
        created_at: new Date(),
      })),
    )
    .execute();
  const http = openLiveHttpClient({ userAgent: 'benchmark', allowPrivateAddresses: true });
  const sender = createWebhook({ http, wallNow: Date.now });
  const job = webhookSendJob({ sender, url: receiver.url });
  const worker = startJobs({ url: store.url, jobs: [job], log: pino({ level: 'silent' }) });
  const committedAt = new Map<string, number>();
  try {
    await pause(1_000);
    const startedAt = performance.now();
    for (let event = 0; event < seconds * eventsPerSecond; event += 1) {
      await pause(Math.max(0, startedAt + (event * 1_000) / eventsPerSecond - performance.now()));
      const id = randomUUID();
      const data = { subject: 'Lightning 4.2 mi from Memorial Stadium', facts: {} };
      await store.db.transaction().execute((transaction) =>
        sendWebhookEvent(transaction, actor, {
          ...{ organizationId, kind: 'warning.started', placeIds: [], data, id, at: Date.now() },
        }),
      );
      committedAt.set(id, performance.now());
    }
    await pause(5_000);
  } finally {
    await worker.stop();
  }
  const waits = (isCounted: (of: string) => boolean) =>
    [...committedAt].flatMap(([id, at]) =>
      paths.filter(isCounted).map((of) => (receiver.arrivals.get(`${of} ${id}`) ?? Infinity) - at),
    );
  const answering = waits((of) => of.startsWith('/good'));
  const bare = await bareRequests(sender, receiver.url, answering.length);
  await http.close();
  await receiver.close();
  const firstAttempts = { p50Ms: percentile(answering, 0.5), p99Ms: percentile(answering, 0.99) };
  return {
    benchmark: 'webhooks',
    ...{ webhooks, hanging, events: committedAt.size, deliveries: answering.length },
    firstAttempts,
    missing: answering.filter((ms) => ms === Infinity).length,
    hangingReached: waits((of) => of.startsWith('/hang')).filter((ms) => ms < Infinity).length,
    yardstick: bare,
    ratio: firstAttempts.p99Ms / bare.p99Ms,
  };
}

/** As many requests, in the same groups, without store or queue. */
async function bareRequests(sender: ReturnType<typeof createWebhook>, url: string, count: number) {
  const group = webhooks - hanging;
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += group) {
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: group }, async (_, index) => {
        const target = { url: `${url}/good${index}`, secrets: ['whsec_YmVuY2g='] };
        await sender.send({ id: `${sent}`, body: '{}' }, target, new AbortController().signal);
        times.push(performance.now() - begun);
      }),
    );
  }
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}

await printed(import.meta, runWebhooks);
