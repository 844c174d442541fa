import type { BaseMap, Flash, LightningBatch } from '@allclear/adapters';
import {
  createOfflineGeocoder,
  createRasterPool,
  createSimulatedRadar,
  createSimulatedRoads,
  createSimulatedStormCells,
  createSimulatedTropical,
  type StormCellFeed,
  type TropicalFeed,
} from '@allclear/adapters';
import { type Role, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { type AlertsLive, createAlertsLive } from '../src/alerts/alerts-live.ts';
import { buildApp } from '../src/app.ts';
import type { ForecastSource } from '../src/forecasts/current-forecast.ts';
import { createApiKey } from '../src/identity/api-keys.ts';
import { createLightningLive, type LightningLive } from '../src/lightning/lightning-live.ts';
import { ingestBatches } from '../src/lightning/store.ts';
import { createBaseMaps } from '../src/map/base-maps/base-maps.ts';
import { createRadar, type Radar } from '../src/map/radar/radar.ts';
import { type ChannelSettings, type Channels, openChannels } from '../src/notifications/delivery/channels.ts';
import { AttemptCounts } from '../src/notifications/delivery/metrics.ts';
import type { Clock } from '../src/platform/clock/clock.ts';
import type { Store } from '../src/platform/database/database.ts';
import { LiveHub } from '../src/platform/events/live-hub.ts';
import { createSnapshotsLive } from '../src/platform/feeds/snapshots-live.ts';
import { spreadChanges } from '../src/spread-changes.ts';
import { testActor } from './actor.ts';
import { freshStore } from './fresh-store.ts';

export const startAt = Date.UTC(2026, 5, 6, 20);

/** A clock that stands still until a test moves it. */
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

/** West of 100° E and east of it, so that tests have a covered and an uncovered half of the world. */
export const testFeed = {
  vendor: 'test-satellite',
  providesCoverage: true,
  covers: (_latitude: number, longitude: number) => longitude < 100,
};

/** Its alerts name zones, so a place without any has none that are known. */
export const testAlertFeed = { vendor: 'test-alerts', zoned: true };

export interface TestServer {
  readonly store: Store;
  readonly app: FastifyInstance;
  readonly clock: ReturnType<typeof handClock>;
  readonly live: LightningLive;
  readonly alerts: AlertsLive;
  readonly hub: LiveHub;
  /** Of a simulated world; what `radar.feeds` say must be stored before it can be asked for. */
  readonly radar: Radar;
  readonly stormCells: StormCellFeed;
  readonly tropical: TropicalFeed;
  readonly channels: Channels;
  /** Everything that was logged. */
  readonly logged: string[];
  /** Makes an organisation with one active user of each role and an API key for each. */
  organization(
    name: string,
    entitlements?: number[],
  ): Promise<{ organizationId: string; people: Record<Role, { id: string; key: string }> }>;
  /** Ingests a sweep as the engine does: into the store, then into the picture. */
  batch(from: number, to: number, flashes?: Partial<Flash>[]): Promise<void>;
  close(): Promise<void>;
}

/** No providers at all; a test names those that it has. */
export function testChannels(
  delivery: Partial<ChannelSettings['delivery']> = {},
  seed: ChannelSettings['seed'] = 'none',
): ChannelSettings {
  return {
    delivery: {
      smtp: null,
      sms: null,
      allowPrivateAddresses: false,
      vapidSubject: 'mailto:operator@example.org',
      ...delivery,
    },
    seed,
    url: 'http://localhost:8080',
    contact: 'test',
    proxy: null,
  };
}

export async function openTestServer(
  channelSettings: ChannelSettings = testChannels(),
  {
    forecast = null,
    airQuality = null,
    baseMaps = [],
  }: {
    forecast?: ForecastSource | null;
    airQuality?: ForecastSource | null;
    baseMaps?: readonly BaseMap[];
  } = {},
): Promise<TestServer> {
  const store = await freshStore();
  const clock = handClock();
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const live = createLightningLive({ db: store.db, clock, feeds: [testFeed] });
  const alerts = createAlertsLive({ db: store.db, clock, log, feeds: [testAlertFeed] });
  const hub = new LiveHub(clock.now);
  const changes = await spreadChanges({ store, clock, live, alerts, hub, log, onChange: () => {} });
  const geocoder = createOfflineGeocoder();
  const pool = createRasterPool();
  const world = { seed: 'test', startedAt: startAt, places: [{ latitude: 28, longitude: -82.5 }] };
  const snapshots = createSnapshotsLive(store.db);
  const stormCells = createSimulatedStormCells(world);
  const tropical = createSimulatedTropical(world);
  const roads = createSimulatedRoads(world, pool);
  const radar = createRadar({
    feeds: [
      createSimulatedRadar(world, 'past', pool),
      createSimulatedRadar(world, 'future', pool),
      ...roads.feeds,
    ],
    snapshots,
    clock,
    pool,
    cacheBytes: 32 * 1024 * 1024,
  });
  const channels = await openChannels(channelSettings, store.db);
  const app = await buildApp({
    store,
    clock,
    live,
    alerts,
    zoneShapesFrom: [testAlertFeed.vendor],
    hub,
    snapshots,
    radar,
    baseMaps: createBaseMaps({ maps: baseMaps, path: '/api/map/base', cacheBytes: 1024 * 1024, log }),
    stormCells,
    tropical,
    fronts: null,
    roads,
    geocoder,
    channels,
    attempts: new AttemptCounts(),
    identity: { kind: 'embedded' },
    weather: 'simulated',
    forecast,
    airQuality,
    feeds: [{ kind: 'lightning', vendor: testFeed.vendor }],
    url: 'http://localhost:8080',
    trustProxy: false,
    servesPeople: true,
    ready: async () => changes.ready(),
    log,
  });
  return {
    store,
    app,
    clock,
    live,
    alerts,
    hub,
    radar,
    stormCells,
    tropical,
    channels,
    logged,
    async organization(name, entitlements = []) {
      const { id: organizationId } = await store.db
        .insertInto('organizations')
        .values({
          name,
          entitlements,
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
    },
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
      hub.closeAll();
      await app.close();
      await changes.close();
      await radar.close();
      await geocoder.close();
      await channels.close();
      await store.close();
    },
  };
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
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
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
