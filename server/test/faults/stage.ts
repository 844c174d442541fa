import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import pg from 'pg';
import { createApiKey } from '../../src/identity/index.ts';
import { openStore, type Store } from '../../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { testActor } from '../actor.ts';
import { addPeople } from '../notified-people.ts';
import { freePort, runServer, type ServerProcess } from '../run-server.ts';
import { type Providers, startProviders } from './providers.ts';
import { type Satellite, startSatellite } from './satellite.ts';
import { satelliteCertificate } from './satellite-certificate.ts';
import type { WatchedLocation } from './watch-answers.ts';

/** What a stage is like. */
export interface StageOptions {
  /** Storms of the simulated world at sixty times their speed, or a stand-in satellite at the speed of the clock. */
  readonly weather: 'storms' | 'satellite';
  /** In the data folder of the server, or beside it: started by the stage. */
  readonly database?: 'embedded' | 'beside';
  /** Prepares the empty folder of the stage; what it returns runs at the end. */
  readonly prepare?: (folder: string) => Promise<() => Promise<void>>;
  /** Further environment of the servers, with the folder of the stage. */
  readonly env?: (folder: string) => NodeJS.ProcessEnv;
  readonly random: () => number;
}

export interface Stage {
  readonly folder: string;
  readonly data: string;
  readonly random: () => number;
  readonly wallNow: () => number;
  /** Of an Admin. */
  readonly key: string;
  readonly organizationId: string;
  /** People with a phone or an address, in turn. */
  readonly userIds: readonly string[];
  readonly providers: Providers;
  readonly siren: Simulator;
  /** With `satellite` weather alone. */
  readonly satellite: Satellite | null;
  readonly locations: WatchedLocation[];
  /** The servers that run, the first one first. */
  readonly servers: ServerProcess[];
  /** What servers that ended printed. */
  readonly printed: string[];
  /** Starts another server, on the port of before unless one is still there. */
  start(): Promise<ServerProcess>;
  /** Forgets a server that was killed or stopped. */
  ended(server: ServerProcess): void;
  /** A request with the Admin's key; throws when it is not answered 200. */
  ask<T>(method: string, to: string, body?: object): Promise<T>;
  /** Runs work on a connection of its own to the database as it is now. */
  onDatabase<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Everything that the servers logged so far. */
  log(): string;
  close(): Promise<void>;
}

/** Grounds within the storms of the simulated world, and of the satellite. */
const center = { latitude: 32.7767, longitude: -96.797 };
const people = 4;
export const allClearMinutes = 10;
const radiusMiles = 10;

/** The real server with its database, providers, a siren and people to notify. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { weather, database = 'embedded', random } = options;
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch(() => {});
  };
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'allclear-faults-'));
    // As root PostgreSQL runs as another user, which needs access through the folder.
    await chmod(folder, 0o711);
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const unprepare = await options.prepare?.(folder);
    if (unprepare) undo.push(unprepare);
    const data = path.join(folder, 'data');
    await mkdir(data, { recursive: true, mode: 0o711 });
    const databaseFolder = database === 'embedded' ? data : path.join(folder, 'database');
    const prepared = await prepareDatabase(databaseFolder);
    const wallNow = () => performance.timeOrigin + performance.now();
    const certificateFile = path.join(folder, 'satellite.pem');
    await writeFile(certificateFile, satelliteCertificate);
    const satellite =
      weather === 'satellite' ? await startSatellite({ wallNow, random, certificateFile }) : null;
    if (satellite) undo.push(() => satellite.close());
    const providers = await startProviders();
    undo.push(() => providers.close());
    const siren = await startControlByWebSimulator({ wiring: sirenWiring });
    undo.push(() => siren.close());
    await withStore(prepared.url, (store) => addUnit(store, prepared, siren.address));
    if (database === 'embedded') await prepared.stop();
    else undo.push(() => prepared.stop());

    const onDatabase = async <T>(work: (store: Store) => Promise<T>) =>
      withStore(database === 'embedded' ? await urlOf(data) : prepared.url, work);
    const env = {
      ...{ ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true', ALLCLEAR_DEVICE_NETWORKS: '127.0.0.0/8' },
      ...{ ALLCLEAR_READS_PER_MINUTE: '100000000', LOG_LEVEL: 'info', ALLCLEAR_GEOCODER_URL: '' },
      DATABASE_URL: database === 'embedded' ? '' : prepared.url,
      ...(weather === 'storms' && {
        ...{ ALLCLEAR_SIMULATED_BEGIN: '2026-06-06T20:00:00Z', ALLCLEAR_SIMULATED_MINUTES: '40' },
      }),
      ...providers.env,
      ...satellite?.env,
      ...options.env?.(folder),
    };
    const args =
      weather === 'storms'
        ? ['--weather', 'simulated', '--speed', '60', '--seed', 'none']
        : ['--weather', 'live', '--seed', 'none'];
    const servers: ServerProcess[] = [];
    const printed: string[] = [];
    const firstPort = await freePort();
    // A server that is killed leaves its PostgreSQL running.
    undo.push(() => Promise.all(servers.map((server) => server.stop())));
    const stage: Stage = {
      ...{ folder, data, random, wallNow, ...prepared, providers, siren, satellite, servers, printed },
      locations: [],
      async start() {
        const port = servers.length === 0 ? firstPort : await freePort();
        const server = await runServer({ data, port, args, env });
        servers.push(server);
        return server;
      },
      ended(server) {
        printed.push(server.output());
        servers.splice(servers.indexOf(server), 1);
      },
      ask: (method, to, body) => ask(servers[0], prepared.key, method, to, body),
      onDatabase,
      log: () => [...printed, ...servers.map((server) => server.output())].join('\n'),
      close,
    };
    await stage.start();
    await setUp(stage);
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}

const sirenWiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };

interface Prepared {
  readonly url: string;
  readonly key: string;
  readonly organizationId: string;
  readonly placeId: string;
  readonly userIds: readonly string[];
  stop(): Promise<void>;
}

/** A migrated database with an organization. It keeps when each row was committed: the judge asks for that. */
async function prepareDatabase(folder: string): Promise<Prepared> {
  const options = { folder, log: () => {} };
  const postgres = await startEmbeddedPostgres(options);
  const superuser = new URL(postgres.url);
  superuser.username = 'allclear';
  superuser.password = (await readFile(path.join(folder, 'pg-password'), 'utf8')).trim();
  const client = new pg.Client(superuser.href);
  await client.connect();
  await client.query('alter system set track_commit_timestamp = on').finally(() => client.end());
  // It counts from the next start.
  await postgres.stop();
  const again = await startEmbeddedPostgres(options);
  try {
    const made = await withStore(again.url, async (store) => {
      await migrate(store.pool);
      const { organizationId, userIds } = await addPeople(store.db, people);
      await store.pool.query(
        `update users set phone_number = case when user_name like '%1' or user_name like '%3' then null else phone_number end`,
      );
      const { id: adminId } = await store.db
        .insertInto('users')
        .values({
          ...{ organization_id: organizationId, email: null, user_name: 'admin', password_hash: null },
          ...{ first_name: 'Admin', phone_number: null, role: 'admin', created_at: new Date() },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { key } = await createApiKey(store.db, testActor, {
        ...{ organizationId, userId: adminId, name: 'faults', now: Date.now() },
      });
      const { id: placeId } = await store.db
        .insertInto('organization_locations')
        .values({
          organization_id: organizationId,
          name: 'Stadium',
          address: '',
          ...center,
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { organizationId, userIds, key, placeId };
    });
    return { ...made, url: again.url, stop: () => again.stop() };
  } catch (error) {
    await again.stop();
    throw error;
  }
}

async function addUnit({ db }: Store, { organizationId, placeId }: Prepared, address: string): Promise<void> {
  const at = new Date();
  await db
    .insertInto('hardware_units')
    .values({
      ...{
        organization_id: organizationId,
        organization_location_id: placeId,
        name: 'Field siren',
        model: 'OWS',
      },
      ...{
        driver: 'controlbyweb',
        address,
        wiring: JSON.stringify(sirenWiring),
        created_at: at,
        updated_at: at,
      },
      ...{ duration_seconds: 1, plays: 1, all_clear_duration_seconds: 1, all_clear_minutes: allClearMinutes },
    })
    .execute();
}

/** A policy, a webhook and places to watch, as an Admin makes them. */
async function setUp(stage: Stage): Promise<void> {
  const { ask, providers } = stage;
  await ask('POST', 'policy', {
    ...{ policyTypeShortName: 'LR1', name: 'Lightning', threshold: radiusMiles, allGroups: true, sites: [] },
    ...{ allClearMinutes, reAlertMinutes: 0 },
    notificationActions: [
      { allClear: false, message: 'Go inside.' },
      { allClear: true, message: '' },
    ],
  });
  await ask('POST', 'Webhook', { name: 'Receiver', url: `${providers.webhookUrl}/events` });
  for (const [east, north] of [
    [0, 0],
    [0.25, 0],
    [-0.25, 0.1],
    [0, 0.3],
  ] as const)
    await addLocation(stage, `Ground ${stage.locations.length}`, {
      latitude: center.latitude + north,
      longitude: center.longitude + east,
    });
}

/** Adds a place of the Admin whose answers are watched. */
export async function addLocation(
  stage: Stage,
  label: string,
  at: { readonly latitude: number; readonly longitude: number },
): Promise<WatchedLocation> {
  const form = { label, ...at, radius1: radiusMiles, allClearMinutes };
  const { id } = await stage.ask<{ id: string }>('POST', 'location/Add', form);
  const location = { id, ...at };
  stage.locations.push(location);
  return location;
}

async function ask<T>(
  server: ServerProcess | undefined,
  key: string,
  method: string,
  to: string,
  body?: object,
): Promise<T> {
  if (!server) throw new Error('No server runs.');
  const answer = await fetch(`${server.url}/api/${to}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(15_000),
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new Error(`${method} ${to} was not answered: ${error.message}`, { cause: error });
  });
  if (answer.status !== 200) throw new Error(`${to} was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(url, { onError: () => {}, connections: 2 });
  return work(store).finally(() => store.close());
}

async function urlOf(data: string): Promise<string> {
  const text = async (name: string) => (await readFile(path.join(data, name), 'utf8')).trim();
  return `postgres://allclear_app:${await text('pg-app-password')}@127.0.0.1:${await text('pg-port')}/allclear?sslmode=disable`;
}

/** Waits until `check` is true; how long that took, ms, or null after `forMs`. */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  forMs: number,
): Promise<number | null> {
  const begunAt = performance.now();
  for (;;) {
    if (await check()) return performance.now() - begunAt;
    if (performance.now() - begunAt > forMs) return null;
    await pause(50);
  }
}
