import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Channels, openChannels } from '@allclear/server/notifications/delivery/channels.ts';
import { putSubscription } from '@allclear/server/notifications/push-subscriptions.store.ts';
import { systemActor } from '@allclear/server/platform/actor.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';

const actor = systemActor('benchmark');

export interface Arrivals {
  readonly smsArrivals: readonly { text: string; at: number }[];
  /** Times only: a push service cannot read its messages. */
  readonly pushArrivals: readonly number[];
}

export interface ArrivalCounts {
  readonly arrived: number;
  /** Processor time of the thread of the providers so far, ms. */
  readonly usedMs: number;
}

export interface Providers {
  readonly gatewayUrl: string;
  readonly pushUrl: string;
  arrivals(): Promise<Arrivals>;
  counts(): Promise<ArrivalCounts>;
  close(): Promise<void>;
}

/** An SMS gateway and a push service that answer at once, in a thread of their own. */
export async function startProviders(): Promise<Providers> {
  const thread = new Worker(new URL('./delivery-providers.ts', import.meta.url));
  const answer = async <T>(): Promise<T> => (await once(thread, 'message'))[0];
  const { gatewayUrl, pushUrl } = await answer<{ gatewayUrl: string; pushUrl: string }>();
  return {
    gatewayUrl,
    pushUrl,
    arrivals: () => {
      thread.postMessage('arrivals');
      return answer<Arrivals>();
    },
    counts: () => {
      thread.postMessage('counts');
      return answer<ArrivalCounts>();
    },
    close: async () => {
      thread.postMessage('close');
      await once(thread, 'exit');
    },
  };
}

/** The channels of an installation whose SMS go to this gateway. */
export function openBenchChannels(store: Store, gatewayUrl: string): Promise<Channels> {
  return openChannels(
    {
      seed: 'none',
      url: 'http://localhost:8080',
      contact: 'bench',
      proxy: null,
      allowPrivateAddresses: true,
    },
    {
      smtp: null,
      sms: { kind: 'gateway', url: gatewayUrl, secret: null },
      vapidSubject: 'mailto:bench@example.org',
      informacastUrl: 'http://127.0.0.1:1',
    },
    store.db,
  );
}

/** Gives each of these people a browser. */
export async function subscribe(
  store: Store,
  {
    organizationId,
    userIds,
    pushUrl,
  }: { organizationId: string; userIds: readonly string[]; pushUrl: string },
): Promise<void> {
  for (const userId of userIds)
    await putSubscription(
      store.db,
      actor,
      { organizationId, userId, ...browser(`${pushUrl}/${userId}`) },
      Date.now(),
    );
}

function browser(endpoint: string) {
  const keys = createECDH('prime256v1');
  return {
    endpoint,
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    userAgent: 'bench',
  };
}

export async function withDatabase<T>(work: (store: Store, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-delivery-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await migrate(store.pool);
    return await work(store, folder);
  } finally {
    await store.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
