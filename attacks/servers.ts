import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { freePort, runServer, type ServerProcess } from '@allclear/server/test/run-server.ts';

/** Locations of a person, and connections of a network, on the second server. */
export const few = { locations: 20, connections: 40, readsPerMinute: 200 };

/** Two real server processes on one database, as attackers reach them. */
export interface Servers {
  /** Runs everything, behind one trusted proxy: callers choose their address with X-Forwarded-For. */
  readonly main: ServerProcess;
  /** Serves the API and MQTT on the same database, without a proxy and with low limits (`few`). */
  readonly second: ServerProcess;
  readonly mqttPort: number;
  readonly store: Store;
  close(): Promise<void>;
}

/** Starts both on an empty database with simulated weather and the demonstration organization. */
export async function openServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'allclear-attacks-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'database'), log: () => {} });
  const [port, secondPort, mqttPort] = [await freePort(), await freePort(), await freePort()];
  const shared = {
    DATABASE_URL: postgres.url,
    ALLCLEAR_SECRET_KEY: randomBytes(32).toString('base64url'),
    // Nobody is there.
    ALLCLEAR_INFORMACAST_URL: 'http://127.0.0.1:9',
    ALLCLEAR_SIMULATED_BEGIN: '2026-06-06T20:00:00Z',
  };
  const url = `http://localhost:${port}`;
  const main = await runServer({
    data: join(folder, 'main'),
    port,
    args: ['--weather', 'simulated', '--seed', 'demo'],
    env: {
      ...shared,
      LOG_LEVEL: 'info',
      ALLCLEAR_TRUST_PROXY: '1',
      // `measureMemory` asks it to collect its garbage.
      NODE_OPTIONS: '--inspect-port=0',
    },
  });
  const second = await runServer({
    data: join(folder, 'second'),
    port: secondPort,
    args: ['--weather', 'simulated', '--seed', 'none'],
    env: {
      ...shared,
      LOG_LEVEL: 'info',
      ALLCLEAR_SERVICES: 'api',
      ALLCLEAR_URL: url,
      ALLCLEAR_MQTT_PORT: String(mqttPort),
      ALLCLEAR_LOCATIONS_PER_PERSON: String(few.locations),
      ALLCLEAR_CONNECTIONS_PER_ADDRESS: String(few.connections),
      ALLCLEAR_READS_PER_MINUTE: String(few.readsPerMinute),
    },
  });
  const store = openStore(postgres.url, { onError: () => {}, connections: 4 });
  return {
    main,
    second,
    mqttPort,
    store,
    async close() {
      await store.close();
      await second.stop();
      await main.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
