import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { freePort, runServer, type ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Pool } from 'pg';
import { withDatabase } from '../database.ts';
import { type Scene, type SceneSize, seedScene } from './scene.store.ts';
import { openWebhookReceiver } from './webhook-receiver.ts';

export interface Installation {
  readonly server: ServerProcess;
  readonly port: number;
  readonly pid: number;
  readonly pool: Pool;
  readonly store: Store;
  readonly scene: Scene;
  readonly receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
}

/** Runs `work` with the real server on a PostgreSQL of its own, which is filled before the server starts. */
export function withInstallation<T>(
  {
    size,
    random,
    args,
    prepare,
  }: {
    readonly size: SceneSize;
    readonly random: () => number;
    readonly args: readonly string[];
    /** Runs on the filled database. */
    readonly prepare?: (store: Store) => Promise<void>;
  },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return withDatabase(async (databaseUrl) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'allclear-load-'));
    await chmod(folder, 0o711);
    const receiver = await openWebhookReceiver();
    const store = openStore(databaseUrl, { onError: () => {} });
    try {
      await migrate(store.pool);
      const scene = await seedScene(store.pool, size, { random, webhookUrl: receiver.url });
      await prepare?.(store);
      const port = await freePort();
      const server = await runServer({
        ...{ data: path.join(folder, 'data'), port, args: [...args, '--seed', 'none'] },
        env: {
          ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true' },
          // All clients of a run have one address.
          ...{ ALLCLEAR_READS_PER_MINUTE: '100000000', ALLCLEAR_CONNECTIONS_PER_ADDRESS: '10000' },
        },
      });
      try {
        const pid = server.child.pid ?? 0;
        return await work({ server, port, pid, pool: store.pool, store, scene, receiver });
      } finally {
        await server.stop();
      }
    } finally {
      await store.close();
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
