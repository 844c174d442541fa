import { AdapterError, type AirQualityFeed, type PollutantReading } from '@allclear/adapters';
import { HOUR_MS } from '@allclear/domain';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testActor } from '../../test/actor.ts';
import {
  ask,
  openTestServer,
  startAt,
  type TestServer,
  testChannels,
  testSecrets,
} from '../../test/test-server.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { openWarnings } from '../warnings/store.ts';
import { WarningWatch } from '../warnings/watch-warnings.ts';
import { pollAirQuality } from './poll-air-quality.ts';
import { findAirQuality, storeAirQuality } from './store.ts';

/** A busy machine takes its time. */
const waitOptions = { timeout: 60_000 };
const stadium = { latitude: 28, longitude: -82.5 };
const steady = (value: number) => Array.from({ length: 24 }, () => value);

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let clock: Clock;
let stopping: AbortController;
let loops: Promise<void>[];
let asked: number;
let readings: (now: number) => PollutantReading[] | AdapterError;

const reading = (now: number, changes: Partial<PollutantReading> = {}): PollutantReading => ({
  pollutant: 'PM2.5',
  siteName: 'Main Street',
  latitude: 28.1,
  longitude: -82.5,
  observedAt: now - HOUR_MS,
  nowCastIndex: null,
  hours: steady(40),
  ...changes,
});

const feed: AirQualityFeed = {
  vendor: 'test-air',
  pollEveryMs: HOUR_MS,
  pauseMs: 0,
  attribution: 'A test',
  read: async ({ now }) => {
    asked++;
    const answer = readings(now);
    if (answer instanceof AdapterError) throw answer;
    return answer;
  },
};

beforeEach(async () => {
  server = await openTestServer(testChannels(), { airQuality: feed });
  ours = await server.organization('Our District');
  clock = {
    ...server.clock,
    now: server.clock.now,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 15)),
  };
  stopping = new AbortController();
  loops = [];
  asked = 0;
  readings = (now) => [reading(now)];
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(loops);
  await server.close();
});

const get = (path: string, key = ours.people.customer.key) => ask(server.app, 'GET', `/api/${path}`, { key });
const add = async (place: object = stadium, key = ours.people.customer.key) =>
  (
    await ask(server.app, 'POST', '/api/location/Add', {
      key,
      body: { label: 'L', locationName: 'X', radius1: 10, ...place },
    })
  ).body.data.id as string;
const start = () => {
  const log = pino({ level: 'silent' });
  loops.push(
    pollAirQuality({
      feed,
      db: server.store.db,
      clock,
      log,
      signal: stopping.signal,
      nextWake: () => new AbortController().signal,
    }),
  );
};
const isRead = () =>
  vi.waitFor(
    async () => expect(await findAirQuality(server.store.db, feed.vendor, stadium)).toBeDefined(),
    waitOptions,
  );

describe('air quality', () => {
  test('is asked for once for places that lie together, the main pollutant first, with its distance', async () => {
    readings = (now) => [
      reading(now),
      reading(now, { pollutant: 'O3', nowCastIndex: 150, hours: null, siteName: 'Park' }),
      reading(now, { pollutant: 'PM10', latitude: 28.2 }),
    ];
    const id = await add();
    await add({ latitude: 28.01, longitude: -82.51 }, ours.people.admin.key);
    start();
    await isRead();
    expect(asked).toBe(1);
    const { data } = (await get(`AirQuality/Location/${id}`)).body;
    // The third monitor is 14 miles away.
    expect(data).toMatchObject([
      {
        pollutantName: 'Ozone',
        isMainPollutant: true,
        sourceName: 'Park',
        distanceInMiles: 6.9,
        isModelled: false,
        utcTimeStamp: new Date(startAt - HOUR_MS).toISOString(),
        stale: false,
        attribution: 'A test',
        aqiData: {
          nowCastIndex: { value: 150, color: '#FF7E00', shortDescription: 'Unhealthy for Sensitive Groups' },
          oneHourIndex: { value: null, color: null },
        },
      },
      {
        pollutantName: 'PM2.5',
        isMainPollutant: false,
        aqiData: {
          nowCastIndex: { value: 112 },
          twentyFourHourIndex: { value: 112 },
          eightHourIndex: { value: null },
        },
      },
    ]);
    expect((await get('AirQuality?latitude=28.02&longitude=-82.5')).body.data).toHaveLength(2);
    expect((await get('AirQuality?latitude=north&longitude=-82.5')).status).toBe(400);
    expect((await get('AirQuality/Categories')).body.data).toHaveLength(6);
    expect((await get('AirQuality/Categories')).body.data[1]).toMatchObject({
      name: 'Moderate',
      min: 51,
      max: 100,
    });
    const { people } = await server.organization('Their District');
    expect((await get(`AirQuality/Location/${id}`, people.admin.key)).status).toBe(404);
  });

  test('grows stale with its stamp, and unknown when the source is silent for six hours', async () => {
    const id = await add();
    const shown = () => get(`AirQuality/Location/${id}`);
    expect((await shown()).body.responseException.code).toBe('air-quality-unobserved');
    start();
    await isRead();
    readings = () => new AdapterError('test', 'auth', 'The key is not accepted.');
    server.clock.advance(2.5 * HOUR_MS);
    expect((await shown()).body.data).toMatchObject([{ stale: true }]);
    await vi.waitFor(
      async () =>
        expect(await readFeeds(server.store.db)).toMatchObject([
          { kind: 'air-quality', observedThrough: startAt, lastError: 'The key is not accepted.' },
        ]),
      waitOptions,
    );
    server.clock.advance(4 * HOUR_MS);
    expect((await shown()).status).toBe(503);
  });

  test('a model says it of the place itself, and that it is a model', async () => {
    readings = (now) => [reading(now, { modelled: true, siteName: 'A model' })];
    const id = await add();
    start();
    await isRead();
    expect((await get(`AirQuality/Location/${id}`)).body.data).toMatchObject([
      { sourceName: 'A model', isModelled: true, distanceInMiles: 0 },
    ]);
  });

  test('nothing is there without a monitor within ten miles', async () => {
    readings = (now) => [reading(now, { latitude: 28.2 })];
    const id = await add();
    start();
    await isRead();
    expect((await get(`AirQuality/Location/${id}`)).body.data).toEqual([]);
  });
});

test('policies: a reading over the threshold warns, one of another pollutant does not, and lost readings hold the warning', async () => {
  const { db } = server.store;
  await db
    .insertInto('organization_locations')
    .values({
      organization_id: ours.organizationId,
      name: 'Field',
      ...stadium,
      created_at: new Date(startAt),
    })
    .execute();
  for (const [policyTypeShortName, threshold] of [
    ['AQI-PM2.5', 100],
    ['AQI-MAX', 200],
    ['AQI-O3', 50],
  ]) {
    const body = {
      policyTypeShortName,
      policyName: '',
      threshold,
      allClearMinutes: 30,
      reAlertMinutes: 60,
      allGroups: true,
      groupIds: [],
    };
    expect((await ask(server.app, 'POST', '/api/policy', { key: ours.people.admin.key, body })).status).toBe(
      200,
    );
  }
  const watch = new WarningWatch({
    db,
    clock: server.clock,
    live: server.live,
    alerts: server.alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  const open = async () => {
    await watch.round();
    return (await openWarnings(db))
      .filter(({ state }) => state.kind === 'open')
      .map(({ state, facts }) => ({ state, facts }));
  };
  const say = (changes: Partial<PollutantReading>) =>
    storeAirQuality(
      db,
      testActor,
      feed.vendor,
      stadium,
      [reading(server.clock.now(), changes)],
      server.clock.now(),
    );
  await say({ latitude: 28.2 });
  expect(await open(), 'a monitor 14 miles away says nothing').toEqual([]);
  server.clock.advance(2 * 60_000);
  await say({});
  expect(await open()).toMatchObject([
    { state: { value: 112, heldSince: null }, facts: { stationName: 'Main Street' } },
  ]);
  server.clock.advance(4 * HOUR_MS);
  expect(await open(), 'no reading is no all clear').toMatchObject([
    { state: { heldSince: expect.any(Number) } },
  ]);
  server.clock.advance(2 * 60_000);
  await say({ hours: steady(5) });
  expect(await open(), 'the all-clear time has to pass').toHaveLength(1);
  server.clock.advance(40 * 60_000);
  await say({ hours: steady(5) });
  expect(await open()).toEqual([]);
});

test('an AQI policy watches the index of the place: that of its highest pollutant', async () => {
  const { db } = server.store;
  const { organizationId, people } = await server.organization('Index Watchers');
  await db
    .insertInto('organization_locations')
    .values({ organization_id: organizationId, name: 'Field', ...stadium, created_at: new Date(startAt) })
    .execute();
  const body = { policyTypeShortName: 'AQI', threshold: 100, allGroups: true };
  const { key } = people.admin;
  const added = await ask(server.app, 'POST', '/api/policy', { key, body });
  expect(added.body.data?.policy).toMatchObject({
    policyTypeShortName: 'AQI',
    policyTypeName: 'Air Quality Index',
    unit: 'AQI',
  });
  const { clock, live, alerts } = server;
  const watch = new WarningWatch({
    db,
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  const now = clock.now();
  await storeAirQuality(db, testActor, feed.vendor, stadium, [reading(now)], now);
  await watch.round();
  const warnings = (await openWarnings(db)).filter((row) => row.organizationId === organizationId);
  expect(warnings).toMatchObject([{ state: { kind: 'open', value: 112 } }]);
  const [entry] = (await ask(server.app, 'GET', '/api/policy/types', { key })).body.data.filter(
    ({ shortName }: { shortName: string }) => shortName === 'AQI',
  );
  expect(entry).toMatchObject({ id: 16, threatType: 9, isDesc: false, categoryName: 'Air Quality' });
});
