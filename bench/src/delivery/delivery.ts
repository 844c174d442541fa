/**
 * Delivery of notices. `backlog` is described in `backlog.ts`. `handOver`: 1,000 events a minute with 20 recipients
 * each, from the start of the transaction that writes an event until the provider has the request, half SMS and half
 * web push. The yardstick in the same run is the same number of bare requests to the same provider, without store or
 * queue.
 * `unruly`: 100,000 deliveries through a provider that refuses, hangs, loses and delays requests and is
 * called again, while server processes are killed ten times; counted at the provider. `--deliveries=5000
 * --seconds=10` shorten it.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openLiveHttpClient } from '@allclear/adapters';
import { deliveryJobs } from '@allclear/server/notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '@allclear/server/notifications/delivery/metrics.ts';
import type { Store } from '@allclear/server/platform/database/database.ts';
import { startJobs } from '@allclear/server/platform/jobs/start-jobs.ts';
import { testSecrets } from '@allclear/server/test/actor.ts';
import { startDeliveringServer } from '@allclear/server/test/kills/delivering-server.ts';
import { addPeople, writeTestNotice } from '@allclear/server/test/notified-people.ts';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import { startSmsGateway } from '@allclear/server/test/sms-gateway-stand-in.ts';
import { unruly } from '@allclear/server/test/unruly.ts';
import pino from 'pino';
import { percentile, present, printed, random } from '../measure.ts';
import { runBacklog } from './backlog.ts';
import { type Arrivals, openBenchChannels, startProviders, subscribe, withDatabase } from './providers.ts';

const setting = (name: string, defaults: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? defaults);
const seconds = setting('seconds', 60);
const deliveries = setting('deliveries', 100_000);
const eventsPerMinute = 1_000;
const recipients = 20;
const kills = 10;

export async function runDelivery(): Promise<unknown> {
  return {
    backlog: await runBacklog(),
    handOver: await withDatabase(handOver),
    unruly: await withDatabase(killedInTheMiddle),
  };
}

/**
 * Writes the events at their rate. Returns when each was written, in epoch ms by event number: threads share
 * no other clock.
 */
async function writeEvents(
  store: Store,
  {
    events,
    organizationId,
    userIds,
    pushed,
  }: { events: number; organizationId: string; userIds: readonly string[]; pushed: readonly string[] },
): Promise<number[]> {
  const starts: number[] = [];
  const writing: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let event = 0; event < events; event++) {
    await pause(Math.max(0, startedAt + (event * 60_000) / eventsPerMinute - performance.now()));
    starts.push(performance.timeOrigin + performance.now());
    writing.push(
      writeTestNotice(store.db, {
        organizationId,
        userIds: [],
        fallbackChains: [],
        text: `Event ${event} `,
        recipients: userIds.map((userId) => ({
          userId,
          fallbackChains: pushed.includes(userId) ? [['push'] as const] : [['sms'] as const],
          muted: null,
        })),
      }),
    );
  }
  await Promise.all(writing);
  return starts;
}

/** Waits for so many arrivals, 30 s at most. */
async function awaitArrivals(arrivals: () => Promise<Arrivals>, expected: number): Promise<Arrivals> {
  let came = await arrivals();
  for (
    let waited = 0;
    came.smsArrivals.length + came.pushArrivals.length < expected && waited < 30;
    waited++
  ) {
    await pause(1_000);
    came = await arrivals();
  }
  return came;
}

async function handOver(store: Store) {
  const { gatewayUrl, pushUrl, arrivals, close } = await startProviders();
  const channels = await openBenchChannels(store, gatewayUrl);
  const { organizationId, userIds } = await addPeople(store.db, recipients);
  const pushed = userIds.slice(0, recipients / 2);
  await subscribe(store, { organizationId, userIds: pushed, pushUrl });
  const working = startJobs({
    url: store.url,
    jobs: deliveryJobs({ channels, counts: new AttemptCounts(), secrets: testSecrets }),
    log: pino({ level: 'warn' }),
  });
  await pause(1_000);

  const usage = process.cpuUsage();
  const events = Math.round((eventsPerMinute * seconds) / 60);
  const starts = await writeEvents(store, { events, organizationId, userIds, pushed });
  const came = await awaitArrivals(arrivals, events * recipients);
  const { user, system } = process.cpuUsage(usage);
  await working.stop();

  const smsLatencies = came.smsArrivals.map(
    ({ text, at }) => at - present(starts[Number(/^Event (\d+)/.exec(text)?.[1])]),
  );
  // In the order of their events: the n-th ten arrivals count as those of the n-th event.
  const pushLatencies = came.pushArrivals.map(
    (at, index) => at - present(starts[Math.floor(index / pushed.length)]),
  );
  const floor = await bareRequests(gatewayUrl, Math.min(2_000, smsLatencies.length));
  await channels.close();
  await close();
  const all = [...smsLatencies, ...pushLatencies];
  const p99 = percentile(all, 0.99);
  return {
    events,
    seconds,
    recipients,
    handedOver: all.length,
    p50Ms: Math.round(percentile(all, 0.5)),
    p99Ms: Math.round(p99),
    smsP99Ms: Math.round(percentile(smsLatencies, 0.99)),
    pushP99Ms: Math.round(percentile(pushLatencies, 0.99)),
    goalP99Ms: 1_000,
    bareRequestP99Ms: Math.round(floor * 10) / 10,
    ratioToBareRequest: Math.round(p99 / floor),
    // Processor time of both threads, which does not depend on other load.
    cpuMsPerDelivery: Math.round((user + system) / all.length / 10) / 100,
  };
}

/** p99 of a request through the same HTTP client at the same rate, with no work before it. */
async function bareRequests(url: string, count: number): Promise<number> {
  const http = openLiveHttpClient({ userAgent: 'bench', allowPrivateAddresses: true });
  const samples: number[] = [];
  const sent: Promise<unknown>[] = [];
  for (let event = 0; event < count / recipients; event++) {
    for (let one = 0; one < recipients; one++) {
      const begun = performance.now();
      const body = JSON.stringify({ to: '+1', text: 'bare' });
      const request = http.send({
        source: 'bench',
        url,
        headers: { 'idempotency-key': `bare ${event} ${one}` },
        body,
        givenBy: 'installation',
      });
      sent.push(request.then(() => samples.push(performance.now() - begun)));
    }
    await pause(60_000 / eventsPerMinute);
  }
  await Promise.all(sent);
  await http.close();
  return percentile(samples, 0.99);
}

async function killedInTheMiddle(store: Store, folder: string) {
  const gateway = await startSmsGateway(unruly(random(11)));
  const { organizationId, userIds } = await addPeople(store.db, recipients);
  const servers = new Set<ServerProcess>();
  const start = async () => servers.add(await startDeliveringServer(store, gateway, folder));
  try {
    await start();
    const begun = performance.now();
    const notices = Math.ceil(deliveries / recipients);
    let written = 0;
    const write = async () => {
      while (written < notices)
        await writeTestNotice(store.db, {
          organizationId,
          userIds,
          fallbackChains: [['sms']],
          text: `Notice ${written++}`,
        });
    };
    const writing = Promise.all([write(), write()]);
    const waiting = async () => {
      const { rows } = await store.pool.query<{ count: number }>(
        `select count(*)::int as count from deliveries where state in ('queued', 'sending')`,
      );
      return present(rows[0]).count;
    };
    let killed = 0;
    while (killed < kills) {
      // Spread evenly over the work, and always in the middle of it.
      const due = (deliveries * (killed + 0.5)) / kills;
      for (let waited = 0; gateway.taken.size < due && waited < 120_000; waited += 100) await pause(100);
      const victim = present([...servers][0]);
      servers.delete(victim);
      await victim.kill();
      killed++;
      await start();
    }
    await writing;
    while ((await waiting()) > 0) await pause(250);
    const took = performance.now() - begun;

    const { rows } = await store.pool.query<{ id: string; state: string; attempts: number }>(
      'select id, state, attempts from deliveries',
    );
    const accepted = rows.filter(({ state }) => state === 'accepted');
    const texts = new Set([...gateway.taken.values()].map(({ to, text }) => `${to} ${text}`));
    const cut = await store.pool.query<{ count: number }>(
      'select count(*)::int as count from delivery_attempts where outcome is null',
    );
    return {
      deliveries: rows.length,
      kills,
      accepted: accepted.length,
      failed: rows.length - accepted.length,
      lost: accepted.filter(({ id }) => !gateway.taken.has(id)).length + (rows.length - accepted.length),
      duplicates: gateway.taken.size - texts.size,
      takenButUnrecorded: [...gateway.taken.keys()].length - accepted.length,
      requests: gateway.requests.length,
      attemptsCutOffByKills: present(cut.rows[0]).count,
      maxAttempts: Math.max(...rows.map(({ attempts }) => attempts)),
      seconds: Math.round(took / 1_000),
      perSecond: Math.round(rows.length / (took / 1_000)),
    };
  } finally {
    for (const server of servers) await server.kill();
    await gateway.close();
  }
}

await printed(import.meta, runDelivery);
