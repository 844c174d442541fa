/**
 * A backlog of deliveries: they wait when the process starts, which hands all of them to a provider that answers at
 * once. Each is a request of its own with its idempotency key; before it the attempt is on record, after it the
 * outcome. Counted from the start of the jobs until the store has every outcome. `--backlog=2000` shortens it.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { deliveryJobs } from '@allclear/server/notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '@allclear/server/notifications/delivery/metrics.ts';
import type { Store } from '@allclear/server/platform/database/database.ts';
import { startJobs } from '@allclear/server/platform/jobs/start-jobs.ts';
import { testSecrets } from '@allclear/server/test/actor.ts';
import { addPeople, writeTestNotice } from '@allclear/server/test/notified-people.ts';
import pino from 'pino';
import { present } from '../measure.ts';
import { openBenchChannels, startProviders, subscribe, withDatabase } from './providers.ts';

const recipients = 100;
const goalPerSecond = 2_000;

const deliveries = Number(
  process.argv.find((argument) => argument.startsWith('--backlog='))?.split('=')[1] ?? 20_000,
);

export async function runBacklog() {
  return {
    goalPerSecond,
    sms: await withDatabase((store) => handOverAll(store, 'sms')),
    push: await withDatabase((store) => handOverAll(store, 'push')),
  };
}

async function handOverAll(store: Store, channel: 'sms' | 'push') {
  const { gatewayUrl, pushUrl, counts, close } = await startProviders();
  const channels = await openBenchChannels(store, gatewayUrl);
  const { organizationId, userIds } = await addPeople(store.db, recipients);
  if (channel === 'push') await subscribe(store, { organizationId, userIds, pushUrl });
  const notices = Math.ceil(deliveries / recipients);
  for (let notice = 0; notice < notices; notice++)
    await writeTestNotice(store.db, {
      organizationId,
      userIds,
      fallbackChains: [[channel]],
      text: `Notice ${notice}`,
    });
  const load = Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100;
  const before = await counts();

  const usage = process.cpuUsage();
  const started = performance.now();
  const working = startJobs({
    url: store.url,
    jobs: deliveryJobs({ channels, counts: new AttemptCounts(), secrets: testSecrets }),
    log: pino({ level: 'warn' }),
  });
  // The store is asked at the end only: counting costs it time.
  const expected = notices * recipients;
  while ((await counts()).arrived < expected) await pause(50);
  while ((await openDeliveries(store)) > 0) await pause(20);
  const tookMs = performance.now() - started;
  const { user, system } = process.cpuUsage(usage);
  const after = await counts();
  await working.stop();
  await channels.close();
  await close();

  const handedOver = after.arrived;
  const accepted = await acceptedDeliveries(store);
  if (handedOver !== expected || accepted !== handedOver)
    throw new Error(`Of ${expected} deliveries ${handedOver} arrived, ${accepted} are on record.`);
  const perSecond = Math.round((handedOver / tookMs) * 1_000);
  return {
    load,
    handedOver,
    perSecond,
    isWithinGoal: perSecond >= goalPerSecond,
    // Of the process that delivers, without PostgreSQL and the provider; it does not depend on other load.
    cpuMsPerDelivery:
      Math.round((((user + system) / 1_000 - (after.usedMs - before.usedMs)) / handedOver) * 1_000) / 1_000,
  };
}

async function openDeliveries(store: Store): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    `select count(*)::int as count from deliveries where state in ('queued', 'sending')`,
  );
  return present(rows[0]).count;
}

async function acceptedDeliveries(store: Store): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    `select count(*)::int as count from deliveries where state = 'accepted'`,
  );
  return present(rows[0]).count;
}
