import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import {
  defaultPlaces,
  type PreparedDemonstration,
  prepareDemonstration,
  simulatedPlaces,
} from './demonstration/index.ts';
import { labeledPlaces } from './locations/index.ts';
import { refusalLoop } from './platform/audit/refusal-loop.ts';
import { followChanges } from './platform/change-feed/follow-changes.ts';
import { wallNow } from './platform/clock/clock.ts';
import { openProductClock } from './platform/clock/product-clock.ts';
import { bringForward, NoBackup } from './platform/database/backup/bring-forward.ts';
import { openStore, type Store } from './platform/database/database.ts';
import type { DatabaseOutage } from './platform/database/database-outage.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { startEngine } from './platform/engine/engine.ts';
import { LeasedShare } from './platform/engine/place-share.ts';
import { portFailure } from './platform/http/free-port.ts';
import { dropRequestsBefore } from './platform/http/idempotency.store.ts';
import { keepRequestsMs } from './platform/http/idempotency.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { openPlatform } from './platform/open-platform.ts';
import { type OpenSubjects, openSubjects } from './platform/open-subjects.ts';
import { openSecretBox } from './platform/secrets/secret-key.ts';
import type { BaseSettings } from './platform/settings/base-settings.ts';
import type { Platform } from './platform/subject.ts';
import { openWeatherSource, planWeather } from './platform/weather/weather-source.ts';
import { setup } from './setup/index.ts';
import { subjects } from './subjects.ts';

export interface RunningServer {
  readonly url: string;
  readonly demonstration: PreparedDemonstration | null;
  /** The file with the setup code of a new installation; null for one that is set up. */
  readonly setupCodeFile: string | null;
  stop(): Promise<void>;
}

/** Why the server cannot start: a sentence for the person who started it. */
export class CannotStart extends Error {}

/** What to close at the end, in reverse order. */
type Undo = (() => Promise<unknown>)[];

/**
 * Starts everything that the settings require, or throws with nothing left running. What was started last is
 * stopped first.
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  outage: DatabaseOutage,
): Promise<RunningServer> {
  const undo: Undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) =>
        log.error({ err: error }, 'something could not be stopped cleanly'),
      );
    }
  };
  try {
    return { url: config.base.url, ...(await start(config, { log, outage }, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  { log, outage }: { log: FastifyBaseLogger; outage: DatabaseOutage },
  undo: Undo,
): Promise<Omit<RunningServer, 'url' | 'stop'>> {
  const { base } = config;
  await checkPorts(config);
  const plan = await planWeather(
    base,
    { simulated: simulatedPlaces, live: defaultPlaces, of: (place) => ({ ...place, address: '' }) },
    wallNow(),
  );
  await makeFolder(base.data);
  const store = await openDatabase(base, log, undo);
  outage.watch(() => store.pool.query('select 1'), log);
  undo.push(async () => outage.close());
  const clock = await openProductClock(store.db, {
    weather: plan.name,
    beginsAt: plan.beginsAt,
    clockBeginsAt: plan.clockBeginsAt,
    speed: base.speed,
    onError: (error) => log.warn({ err: error }, 'the clock could not be kept'),
  });
  undo.push(() => clock.close());
  const demonstration =
    base.seed === 'demo'
      ? await prepareDemonstration(store.db, {
          data: base.data,
          url: base.url,
          places: plan.places,
          ownsDatabase: base.databaseUrl === null,
          hasCameras: base.weather.kind === 'simulated',
          hasHardware: base.hasDemonstrationDevices && base.weather.kind !== 'live',
          now: clock.now(),
        })
      : null;
  const weather = await openWeatherSource(base, plan, {
    clock,
    begunAt: clock.begunAt,
    recordedPlaces: () => labeledPlaces(store.db),
    log,
  });
  undo.push(() => weather.close());
  const secrets = await openSecretBox({ secretKeys: base.secretKeys, folder: base.data });
  const share = new LeasedShare();
  const { platform, close } = openPlatform(subjects, {
    ...{ store, clock, log, settings: base, secrets, weather, share },
  });
  undo.push(close);
  const open = await openSubjects(subjects, platform, config.subjects);
  undo.push(() => open.close());
  await serve(platform, open, share, undo);
  return { demonstration, setupCodeFile: open.apiOf(setup).codeFile };
}

/** Follows the store, runs the engine and accepts connections, according to the services of this process. */
async function serve(platform: Platform, open: OpenSubjects, share: LeasedShare, undo: Undo): Promise<void> {
  const { store, clock, log, settings, events } = platform;
  const changes = await followChanges({
    databaseUrl: store.url,
    bus: platform.changes,
    memory: platform.memory,
    handlers: open.open.flatMap(({ subject }) => subject.changes ?? []),
    log,
  });
  undo.push(() => changes.close());
  const app: FastifyInstance = await buildApp({
    platform,
    weather: platform.weather.name,
    subjects: open.open,
    ready: async () => changes.ready() && (await store.pool.query('select 1')).rowCount === 1,
  });
  undo.push(() => app.close());
  // Before the loops, whose first rounds take all of a core: what is known is answered at once.
  await app.ready();
  if (settings.services.has('engine')) {
    const { jobs, loops, retention } = open;
    const worker = startJobs({ url: store.url, jobs, log });
    undo.push(() => worker.stop());
    const engine = startEngine({
      store,
      clock,
      loops: [...loops, refusalLoop({ db: store.db, log })],
      retention: [
        ...retention,
        { table: 'idempotent_requests', keepMs: keepRequestsMs, dropBefore: dropRequestsBefore },
      ],
      share,
      reload: changes.reload,
      log,
    });
    undo.push(() => engine.stop());
  }
  undo.push(async () => events.closeAll());
  await app.listen({ host: settings.host, port: settings.port });
  if (!settings.services.has('api')) return;
  for (const { subject } of open.open) {
    const listener = await subject.listen?.();
    if (listener) undo.push(() => listener.close());
  }
}

async function checkPorts({ base, subjects: settings }: Config): Promise<void> {
  const failure = await portFailure(base.host, base.port);
  if (failure !== null) throw new CannotStart(failure);
  if (!base.services.has('api')) return;
  for (const subject of subjects) {
    for (const { port, variable } of subject.ports(settings[subject.name])) {
      const other = await portFailure(base.host, port, variable);
      if (other !== null) throw new CannotStart(other);
    }
  }
}

async function openDatabase(settings: BaseSettings, log: FastifyBaseLogger, undo: Undo): Promise<Store> {
  let { databaseUrl } = settings;
  if (databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({
      folder: settings.data,
      log: (line) => log.debug({ postgres: line }),
      warn: (reason) => log.warn({ reason }, 'the embedded PostgreSQL cannot be started; it is tried again'),
    });
    undo.push(() => postgres.stop());
    databaseUrl = postgres.url;
  }
  const store = openStore(databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  undo.push(() => store.close());
  if (settings.databaseUrl !== null || !settings.backsUpBeforeUpgrade) {
    const migrations = await migrate(store.pool);
    if (migrations.length > 0) log.info({ migrations }, 'the database was brought forward');
    return store;
  }
  const { migrations, backup } = await bringForward({
    ...{ pool: store.pool, databaseUrl, data: settings.data },
    onBackup: (file) =>
      log.info({ file }, 'the database is backed up before this version changes it; that may take minutes'),
  }).catch((error: unknown) => {
    throw error instanceof NoBackup ? new CannotStart(error.message, { cause: error }) : error;
  });
  if (migrations.length > 0) log.info({ migrations, backup }, 'the database was brought forward');
  return store;
}

/** Step by step: node's recursive mkdir never returns where the system refuses with ENOENT (as /proc does). */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  try {
    for (const at of missing) await mkdir(at, { mode: 0o711 });
    await access(folder, constants.W_OK | constants.X_OK);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOTDIR'
        ? 'it is not a folder'
        : code === 'EACCES' || code === 'EROFS'
          ? 'it may not be written to'
          : `the system says ${code}`;
    throw new CannotStart(`The data folder ${folder} cannot be used: ${why}. Choose another with --data.`);
  }
}
