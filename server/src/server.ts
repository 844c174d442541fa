import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type AlertFeed,
  createBaseMap,
  createCensusGeocoder,
  createOfflineGeocoder,
  createRemoteGeocoder,
  type Geocoder,
  type HttpClient,
} from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { createAlertsLive } from './alerts/alerts-live.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { type Demonstration, prepareDemonstration } from './demonstration/seed-demonstration.ts';
import { createLightningLive } from './lightning/lightning-live.ts';
import { labelledPlaces } from './locations/store.ts';
import { createBaseMaps } from './map/base-maps/base-maps.ts';
import { type DiskCache, openDiskCache } from './map/radar/disk-cache.ts';
import { createRadar } from './map/radar/radar.ts';
import { createForecastRoads } from './map/roads/forecast-roads.ts';
import { openChannels } from './notifications/delivery/channels.ts';
import { deliveryJobs } from './notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from './notifications/delivery/metrics.ts';
import { wallNow } from './platform/clock/clock.ts';
import { openProductClock } from './platform/clock/product-clock.ts';
import { openStore } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { type Engine, startEngine } from './platform/engine/engine.ts';
import { LiveHub } from './platform/events/live-hub.ts';
import { createSnapshotsLive } from './platform/feeds/snapshots-live.ts';
import { portFailure } from './platform/http/free-port.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { spreadChanges } from './spread-changes.ts';
import { startStationBroker } from './stations/mqtt/station-broker.ts';
import { openWeather, planWeather } from './weather.ts';

/** Of more than 20,000 simulated strikes an hour nobody needs a year: three days are some 1.5 GB. */
const simulatedLightningKeptMs = 3 * 24 * 3_600_000;

/** Most that tiles and letters of base maps may take in memory: some thousands of them. */
const baseMapCacheBytes = 64 * 1024 * 1024;

export interface RunningServer {
  readonly url: string;
  readonly demonstration: Demonstration | null;
  stop(): Promise<void>;
}

/** Why the server cannot start: a sentence for the person who started it. */
export class CannotStart extends Error {}

/**
 * Starts everything that the settings ask for, or throws with nothing left running. What was started last is
 * stopped first.
 */
export async function startServer(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) =>
        log.error({ err: error }, 'something could not be stopped cleanly'),
      );
    }
  };
  try {
    return await start(config, log, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  log: FastifyBaseLogger,
  undo: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const mqttPort = config.services.has('api') ? config.mqttPort : null;
  const failure =
    (await portFailure(config.host, config.port)) ??
    (mqttPort === null ? null : await portFailure(config.host, mqttPort, 'ALLCLEAR_MQTT_PORT'));
  if (failure !== null) throw new CannotStart(failure);
  const plan = await planWeather(config, wallNow());
  await makeFolder(config.data);

  let databaseUrl = config.databaseUrl;
  if (databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({
      folder: config.data,
      log: (line) => log.debug({ postgres: line }),
    });
    undo.push(() => postgres.stop());
    databaseUrl = postgres.url;
  }
  const store = openStore(databaseUrl, {
    onError: (error) => log.warn({ reason: error.message }, 'a database connection broke'),
  });
  undo.push(() => store.close());
  const ran = await migrate(store.pool);
  if (ran.length > 0) log.info({ migrations: ran }, 'the database was brought forward');

  const clock = await openProductClock(store.db, {
    weather: plan.name,
    beginsAt: plan.beginsAt,
    clockBeginsAt: plan.clockBeginsAt,
    speed: config.speed,
    onError: (error) => log.warn({ err: error }, 'the clock could not be kept'),
  });
  undo.push(() => clock.close());
  const demonstration =
    config.seed === 'demo'
      ? await prepareDemonstration(store.db, {
          data: config.data,
          url: config.url,
          places: plan.places,
          ownsDatabase: config.databaseUrl === null,
          now: clock.now(),
        })
      : null;

  const weather = await openWeather(config, plan, {
    clock,
    begunAt: clock.begunAt,
    recordedPlaces: () => labelledPlaces(store.db),
    log,
  });
  undo.push(() => weather.close());
  const live = createLightningLive({ db: store.db, clock, feeds: weather.lightning.map(asIndexedFeed) });
  const alerts = createAlertsLive({ db: store.db, clock, log, feeds: weather.alerts.map(asZonedFeed) });
  const hub = new LiveHub(clock.now);
  let engine: Engine | null = null;
  const changes = await spreadChanges({
    store,
    clock,
    live,
    alerts,
    hub,
    log,
    onChange: (change) => engine?.apply(change),
  });
  undo.push(() => changes.close());

  const roads =
    weather.roads ?? createForecastRoads({ db: store.db, forecast: weather.forecast, pool: weather.pool });
  const radarFeeds = [...weather.radar, ...roads.feeds];
  const snapshotFeeds = [...radarFeeds, weather.stormCells, weather.tropical, weather.fronts];
  const channels = await openChannels(config, store.db);
  undo.push(() => channels.close());
  const attempts = new AttemptCounts();
  if (config.services.has('engine')) {
    const jobs = startJobs({ url: databaseUrl, jobs: deliveryJobs({ channels, counts: attempts }), log });
    undo.push(() => jobs.stop());
    engine = startEngine({
      store,
      clock,
      live,
      alerts,
      lightning: weather.lightning,
      lightningAround: weather.lightningAround,
      ...(config.weather.kind === 'simulated' ? { lightningKeptMs: simulatedLightningKeptMs } : {}),
      observations: weather.observations,
      alertFeeds: weather.alerts,
      airQuality: weather.airQuality,
      simulatedStations: weather.simulatedStations,
      snapshotFeeds,
      forecast: weather.forecast,
      log,
    });
    undo.push(() => engine!.stop());
  }

  const geocoder = openGeocoder(config.geocoder, weather.http);
  undo.push(() => geocoder.close());
  const snapshots = createSnapshotsLive(store.db);
  const disk = await openRadarDisk(config, log);
  const radar = createRadar({
    feeds: radarFeeds,
    snapshots,
    clock,
    pool: weather.pool,
    cacheBytes: config.radarCacheBytes,
    disk,
  });
  undo.push(() => radar.close());
  const baseMaps = createBaseMaps({
    maps: config.baseMaps.map((setting) => createBaseMap(setting, { http: weather.http })),
    path: '/api/map/base',
    cacheBytes: baseMapCacheBytes,
    log,
  });
  undo.push(async () => baseMaps.close());
  const app = await buildApp({
    store,
    clock,
    live,
    alerts,
    zoneShapesFrom: weather.alerts.filter(({ shapeOf }) => shapeOf).map(({ vendor }) => vendor),
    hub,
    snapshots,
    radar,
    baseMaps,
    stormCells: weather.stormCells,
    tropical: weather.tropical,
    fronts: weather.fronts,
    roads,
    geocoder,
    channels,
    attempts,
    identity: config.oidc ? { kind: 'external', ...config.oidc, http: weather.http } : { kind: 'embedded' },
    weather: plan.name,
    forecast: weather.forecast,
    airQuality: weather.airQuality,
    feeds: [
      ...[...weather.lightning, ...(weather.lightningAround ? [weather.lightningAround] : [])].map(
        ({ vendor }) => ({ kind: 'lightning', vendor }),
      ),
      ...weather.observations.map(({ vendor }) => ({ kind: 'observations', vendor })),
      ...weather.alerts.map(({ vendor }) => ({ kind: 'alerts', vendor })),
      ...snapshotFeeds.map(({ kind, vendor }) => ({ kind, vendor })),
      { kind: 'forecast', vendor: weather.forecast.vendor },
      ...(weather.airQuality ? [{ kind: 'air-quality', vendor: weather.airQuality.vendor }] : []),
    ],
    url: config.url,
    trustProxy: config.trustProxy,
    servesPeople: config.services.has('api'),
    ready: async () => changes.ready() && (await store.pool.query('select 1')).rowCount === 1,
    log,
  });
  undo.push(() => app.close());
  undo.push(async () => hub.closeAll());
  await app.listen({ host: config.host, port: config.port });
  if (mqttPort !== null) {
    const broker = await startStationBroker({
      host: config.host,
      port: mqttPort,
      db: store.db,
      live,
      clock,
      log,
    });
    undo.push(() => broker.close());
  }
  return { url: config.url, demonstration, stop };
}

/** Without its folder radar works as before: the sources are asked more often. */
async function openRadarDisk(
  { data, radarDiskBytes, services }: Config,
  log: FastifyBaseLogger,
): Promise<DiskCache | null> {
  if (radarDiskBytes === 0 || !services.has('api')) return null;
  const onError = (error: unknown) => log.warn({ err: error }, 'radar pictures cannot be kept on disk');
  try {
    return await openDiskCache({ folder: path.join(data, 'radar'), maxBytes: radarDiskBytes, onError });
  } catch (error) {
    onError(error);
    return null;
  }
}

function asIndexedFeed(feed: { vendor: string; covers(latitude: number, longitude: number): boolean }) {
  return {
    vendor: feed.vendor,
    providesCoverage: true,
    covers: (latitude: number, longitude: number) => feed.covers(latitude, longitude),
  };
}

function asZonedFeed({ vendor, zonesOf, zonesAt }: AlertFeed) {
  return { vendor, zoned: zonesOf !== undefined, ...(zonesAt ? { zonesAt } : {}) };
}

function openGeocoder(wanted: Config['geocoder'], http: HttpClient): Geocoder {
  if (wanted === null) return createOfflineGeocoder();
  if (wanted.kind !== 'census') return createRemoteGeocoder({ ...wanted, http });
  return createCensusGeocoder({
    http,
    names: createOfflineGeocoder(),
    ...(wanted.url === null ? {} : { url: wanted.url }),
  });
}

/**
 * Step by step: node's recursive mkdir never returns where the system refuses with ENOENT (as /proc does).
 */
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
