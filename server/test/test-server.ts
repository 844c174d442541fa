// Over 300 lines: the one place that puts the subjects together for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AlertFeed, BaseMap, Flash, LightningBatch, LightningFeed } from '@allclear/adapters';
import {
  createOfflineGeocoder,
  createSimulatedRadar,
  createSimulatedRoads,
  createSimulatedStormCells,
  createSimulatedTropical,
  openLiveHttpClient,
  type StormCellFeed,
  type TropicalFeed,
} from '@allclear/adapters';
import { type Feature, type Role, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { ZodType } from 'zod';
import type { AlertsLive } from '../src/alerts/alerts-live.ts';
import { alerts as alertsSubject } from '../src/alerts/index.ts';
import { buildApp } from '../src/app.ts';
import type { ForecastSource } from '../src/forecasts/current-forecast.ts';
import { createApiKey } from '../src/identity/api-keys/api-keys.ts';
import { lightning as lightningSubject } from '../src/lightning/index.ts';
import type { LightningLive } from '../src/lightning/lightning-live.ts';
import { ingestBatches } from '../src/lightning/store.ts';
import { map as mapSubject } from '../src/map/index.ts';
import type { Radar } from '../src/map/radar/radar.ts';
import type { Channels, InstallationSettings } from '../src/notifications/delivery/channels.ts';
import type { DeliverySettings } from '../src/notifications/delivery/settings.ts';
import { notifications as notificationsSubject } from '../src/notifications/index.ts';
import { followChanges } from '../src/platform/change-feed/follow-changes.ts';
import type { Clock } from '../src/platform/clock/clock.ts';
import { openStore, type Store } from '../src/platform/database/database.ts';
import type { EventStreams } from '../src/platform/events/event-streams.ts';
import type { RequestTimes } from '../src/platform/http/limits/limit-requests.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import { type OpenSubjects, openSubjects, type SubjectOverride } from '../src/platform/open-subjects.ts';
import type { BaseSettings } from '../src/platform/settings/base-settings.ts';
import type { Platform, Subject } from '../src/platform/subject.ts';
import { simulatedWeather, type WeatherSource } from '../src/platform/weather/weather-source.ts';
import { subjects as productSubjects } from '../src/subjects.ts';
import { testActor, testSecrets } from './actor.ts';
import { freshStore } from './fresh-store.ts';

export const startAt = Date.UTC(2026, 5, 6, 20);

export { testSecrets };

/** A clock that does not advance until a test moves it. */
export function handClock(at = startAt): Clock & { set(at: number): void; advance(ms: number): void } {
  let now = at;
  return {
    now: () => now,
    speed: 1,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
    set: (next) => {
      now = next;
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** A feed that is never polled: tests put batches into the store themselves. */
const neverPolled = { pollEveryMs: 60_000, close: async () => {} };

/** West of 100° E and east of it, so that tests have a covered and an uncovered half of the world. */
export const testFeed = {
  ...neverPolled,
  vendor: 'test-satellite',
  providesCoverage: true,
  covers: (_latitude: number, longitude: number) => longitude < 100,
  async *poll() {},
} satisfies LightningFeed & { providesCoverage: boolean };

/** Its alerts name zones, so a place without any has none that are known. */
export const testAlertFeed = {
  ...neverPolled,
  vendor: 'test-alerts',
  zoned: true,
  poll: async ({ now }: { now: number }) => ({ alerts: [], asOf: now }),
  zonesOf: async () => [],
  shapeOf: async () => null,
} satisfies AlertFeed & { zoned: boolean };

export interface TestServer {
  readonly store: Store;
  readonly app: FastifyInstance;
  readonly clock: ReturnType<typeof handClock>;
  readonly live: LightningLive;
  readonly alerts: AlertsLive;
  readonly platform: Platform;
  readonly subjects: OpenSubjects;
  readonly events: EventStreams;
  /** Of a simulated world; the snapshots of `radar.feeds` must be stored before they can be requested. */
  readonly radar: Radar;
  readonly stormCells: StormCellFeed;
  readonly tropical: TropicalFeed;
  readonly channels: Channels;
  /** Everything that was logged. */
  readonly logged: string[];
  /** Makes an organization with one active user of each role and an API key for each. */
  organization(
    name: string,
    withheldFeatures?: readonly Feature[],
  ): Promise<{ organizationId: string; people: Record<Role, { id: string; key: string }> }>;
  /** Ingests a batch as the engine does: into the store, then into the index. */
  batch(from: number, to: number, flashes?: Partial<Flash>[]): Promise<void>;
  close(): Promise<void>;
}

/** The settings by which messages are sent. */
export interface TestChannels {
  readonly installation: InstallationSettings;
  readonly delivery: DeliverySettings;
}

/** No providers at all; a test names those that it has. */
export function testChannels(
  {
    allowPrivateAddresses = false,
    ...delivery
  }: Partial<DeliverySettings> & Partial<Pick<InstallationSettings, 'allowPrivateAddresses'>> = {},
  seed: InstallationSettings['seed'] = 'none',
): TestChannels {
  return {
    installation: {
      seed,
      url: 'http://localhost:8080',
      contact: 'test',
      proxy: null,
      allowPrivateAddresses,
    },
    delivery: {
      ...{ smtp: null, sms: null, vapidSubject: 'mailto:operator@example.org' },
      informacastUrl: 'http://127.0.0.1:1',
      ...delivery,
    },
  };
}

/** Throws unless an answer is what the contract, and so the OpenAPI description, says of it. */
function requireDescribed(route: string, schema: ZodType, data: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const read = schema.safeParse(sent);
  if (!read.success)
    throw new Error(`${route} answered what its schema does not allow: ${read.error.message}`);
  if (!isDeepStrictEqual(read.data, sent))
    throw new Error(
      `${route} answered fields that its schema does not have: ${JSON.stringify(sent).slice(0, 500)}`,
    );
}

/** What a test may set: the source of forecasts or air quality, base maps, or subjects of its own. */
export interface TestServerOptions {
  readonly forecast?: ForecastSource | null;
  readonly airQuality?: ForecastSource | null;
  readonly baseMaps?: readonly BaseMap[];
  readonly subjects?: readonly Subject[];
  readonly settings?: Partial<BaseSettings>;
  readonly requestTimes?: RequestTimes;
  /** Simulated unless given. */
  readonly weather?: WeatherSource;
  /** What those of its own get in the place of settings and feeds. */
  readonly overrides?: Readonly<Record<string, SubjectOverride>>;
  /** Of a server that is open: this one is a second process on its database, and is closed first. */
  readonly databaseUrl?: string;
}

const world = { seed: 'test', startedAt: startAt, places: [{ latitude: 28, longitude: -82.5 }] };

/**
 * The product's subjects on a database of their own, with a clock that does not advance and feeds without
 * data.
 */
export async function openTestServer(
  channelSettings: TestChannels = testChannels(),
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { databaseUrl } = options;
  const store = databaseUrl ? openStore(databaseUrl, { onError: () => {} }) : await freshStore();
  const clock = handClock();
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-test-'));
  const settings: BaseSettings = {
    ...channelSettings.installation,
    host: '127.0.0.1',
    port: 8080,
    data,
    hasDemonstrationDevices: false,
    backsUpBeforeUpgrade: false,
    weather: { kind: 'simulated', scenario: 'afternoon-storms', beginsAt: startAt, ageMinutes: 0 },
    speed: 1,
    databaseUrl: store.url,
    services: new Set(['api', 'engine'] as const),
    oidc: null,
    dnsServers: [],
    googleIssuer: 'https://accounts.google.com',
    secretKeys: null,
    smtp: channelSettings.delivery.smtp,
    openMeteoKey: null,
    record: null,
    trustProxy: { kind: 'none' },
    connections: { total: 10_000, perNetwork: 1_000 },
    metricsToken: null,
    environment: null,
    readsPerMinute: 6_000,
    logLevel: 'debug',
    ...options.settings,
  };
  const subjects = options.subjects ?? productSubjects;
  const http = openLiveHttpClient({ userAgent: 'test', proxy: null, allowPrivateAddresses: true });
  const { platform, close: closePlatform } = openPlatform(subjects, {
    store,
    clock,
    log,
    settings,
    secrets: testSecrets,
    weather: { source: options.weather ?? simulatedWeather(world, null), http },
  });
  const stormCells = createSimulatedStormCells(world);
  const tropical = createSimulatedTropical(world);
  const open = await openSubjects(
    subjects,
    platform,
    {},
    {
      ...overridesOf(platform, channelSettings, options, { stormCells, tropical }),
      ...options.overrides,
    },
  );
  const changes = await followChanges({
    databaseUrl: store.url,
    bus: platform.changes,
    memory: platform.memory,
    handlers: open.open.flatMap(({ subject }) => subject.changes ?? []),
    log,
  });
  const app = await buildApp({
    platform,
    weather: platform.weather.name,
    subjects: open.open,
    ready: async () => changes.ready(),
    ...(options.requestTimes ? { requestTimes: options.requestTimes } : {}),
    checkAnswer: requireDescribed,
  });
  const { live } = open.apiOf(lightningSubject);
  return {
    store,
    app,
    clock,
    live,
    alerts: open.apiOf(alertsSubject).live,
    platform,
    subjects: open,
    events: platform.events,
    radar: open.apiOf(mapSubject).radar,
    stormCells,
    tropical,
    channels: open.apiOf(notificationsSubject).channels,
    logged,
    organization: (name, withheld = []) => addOrganization(store, clock, name, withheld),
    async batch(from, to, flashes = []) {
      const batch: LightningBatch = {
        key: `t${from}`,
        from,
        to,
        flashes: flashes.map((flash, index) => testFlash(from, index, flash)),
      };
      live.apply(await ingestBatches(store.db, testActor, testFeed.vendor, [batch], clock.now()));
    },
    async close() {
      platform.events.closeAll();
      await app.close();
      await changes.close();
      await open.close();
      await closePlatform();
      await http.close();
      await store.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** What the subjects get in the place of what their settings and the weather source would give. */
function overridesOf(
  { rasterPool: pool }: Platform,
  { delivery }: TestChannels,
  { forecast = null, airQuality = null, baseMaps = [] }: TestServerOptions,
  { stormCells, tropical }: { stormCells: StormCellFeed; tropical: TropicalFeed },
): Record<string, SubjectOverride> {
  const radar = [createSimulatedRadar(world, 'past', pool), createSimulatedRadar(world, 'future', pool)];
  const roads = createSimulatedRoads(world, pool);
  return {
    locations: {
      settings: { geocoder: null, locationsPerPerson: 1_000 },
      feeds: { geocoder: createOfflineGeocoder() },
    },
    alerts: { feeds: [testAlertFeed] },
    audit: { settings: { mail: null } },
    monitoring: { settings: { heartbeatUrl: null } },
    lightning: { feeds: { regions: [testFeed], aroundPlaces: null } },
    stations: {
      settings: {
        ...{ nwsStations: [], mqttPort: null },
        keep: { reportsDays: 400, quartersDays: 1_826, hoursDays: 3_653 },
      },
      feeds: { observations: [], simulated: null },
    },
    forecasts: { feeds: { feed: null, source: forecast } },
    'air-quality': { feeds: { feed: null, source: airQuality } },
    // Simulators of tests are on this machine; what is only stored has addresses for documentation.
    hardware: {
      settings: { networks: '127.0.0.0/8 192.0.2.0/24 224.0.2.0/24', speechCommand: null, speechUrl: null },
    },
    mqtt: { settings: null },
    widgets: { settings: { url: null } },
    cameras: { settings: { ffmpeg: 'ffmpeg' } },
    notifications: { settings: delivery },
    map: {
      settings: { rainViewerUrl: null, radarCacheBytes: 32 * 1024 * 1024, radarDiskBytes: 0, baseMaps: [] },
      feeds: { radar, stormCells, tropical, fronts: null, roads, baseMaps },
    },
  };
}

/** An organization with one active user of each role and an API key for each. */
async function addOrganization(store: Store, clock: Clock, name: string, withheld: readonly Feature[]) {
  const { id: organizationId } = await store.db
    .insertInto('organizations')
    .values({
      name,
      withheld_features: [...withheld],
      support_email: 'support@example.org',
      support_phone: '555-0100',
      created_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = {} as Record<Role, { id: string; key: string }>;
  for (const role of Object.keys(roles) as Role[]) {
    const { id } = await store.db
      .insertInto('users')
      .values({
        organization_id: organizationId,
        email: `${role}@${name.toLowerCase().replaceAll(' ', '-')}.example`,
        user_name: role,
        password_hash: null,
        first_name: role,
        phone_number: null,
        role,
        created_at: new Date(clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { key } = await createApiKey(store.db, testActor, {
      organizationId,
      userId: id,
      name: 'test',
      now: clock.now(),
    });
    people[role] = { id, key };
  }
  return { organizationId, people };
}

export function testFlash(from: number, index: number, flash: Partial<Flash>): Flash {
  const latitude = flash.latitude ?? 28;
  const longitude = flash.longitude ?? -82;
  return {
    key: `${from}-${index}`,
    at: from + 1_000,
    latitude,
    longitude,
    points: Float64Array.of(latitude, longitude),
    energyJ: 1e-14,
    amplitudeKa: null,
    quality: 0,
    type: 0,
    ...flash,
  };
}

/** A request as a client makes it; the answer's body read. */
export async function ask(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
): Promise<{ status: number; body: any; headers: Record<string, unknown> }> {
  const answer = await app.inject({
    method,
    url,
    headers: { ...(options.key ? { authorization: `Bearer ${options.key}` } : {}), ...options.headers },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : JSON.parse(answer.body),
    headers: answer.headers,
  };
}
