import { AdapterError, type Forecast, type ForecastFeed } from '@allclear/adapters';
import { HOUR_MS } from '@allclear/domain';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../test/test-server.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { pollForecasts } from './poll-forecasts.ts';
import { findForecast } from './store.ts';

/** A busy machine takes its time. */
const waitOptions = { timeout: 60_000 };
const stadium = { latitude: 28, longitude: -82.5 };
const berlin = { latitude: 52.5, longitude: 13.4 };

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let clock: Clock;
let stopping: AbortController;
let loops: Promise<void>[];
let wake: AbortController;
let asked: string[];
let failing: ((cell: string) => AdapterError | null) | null;
let made: (now: number) => Partial<Forecast>;

/**
 * A source that covers everything west of the Atlantic, in cells of a degree: 20 °C and dry unless a test
 * changes it.
 */
const feed: ForecastFeed = {
  vendor: 'test-forecast',
  pollEveryMs: HOUR_MS,
  pauseMs: 0,
  attribution: 'A test',
  cellOf: async ({ latitude, longitude }) => {
    asked.push('place');
    return longitude > -30 ? null : `${Math.floor(latitude)},${Math.floor(longitude)}`;
  },
  read: async ({ cell, now }) => {
    asked.push(cell.cell);
    const failure = failing?.(cell.cell);
    if (failure) throw failure;
    return { issuedAt: now, asOf: now, elevationM: 0, hours: hoursFrom(now, 72), ...made(now) };
  },
};

function hoursFrom(now: number, count: number, temperatureC = 20): Forecast['hours'] {
  const from = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: count }, (_, index) => ({
    at: from + index * HOUR_MS,
    temperatureC,
    relativeHumidityPct: 50,
    windMps: 5,
    windGustMps: 8,
    windFromDegrees: 270,
    cloudCover: 0.1,
    precipitationMm: 0,
    precipitationChancePct: 10,
    snowMm: 0,
    weatherCode: 2,
    isDaytime: null,
  }));
}

beforeEach(async () => {
  server = await openTestServer(testChannels(), { forecast: feed });
  ours = await server.organization('Our District');
  clock = {
    ...server.clock,
    now: server.clock.now,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 15)),
  };
  stopping = new AbortController();
  wake = new AbortController();
  loops = [];
  asked = [];
  failing = null;
  made = () => ({});
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(loops);
  await server.close();
});

const key = () => ours.people.customer.key;
const get = (path: string, by = key()) => ask(server.app, 'GET', `/api/${path}`, { key: by });
const add = async (place: object, by = key()) =>
  (
    await ask(server.app, 'POST', '/api/location/Add', {
      key: by,
      body: { label: 'L', locationName: 'X', ...stadium, radius1: 10, ...place },
    })
  ).body.data.id as string;
const start = (lines: string[] = []) => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  loops.push(
    pollForecasts({
      feed,
      db: server.store.db,
      clock,
      log,
      signal: stopping.signal,
      nextWake: () => wake.signal,
    }),
  );
};
const isRead = (place: { latitude: number; longitude: number }) =>
  vi.waitFor(
    async () => expect((await findForecast(server.store.db, feed.vendor, place)).kind).toBe('read'),
    waitOptions,
  );

describe('a forecast', () => {
  test('is read once for all places of a cell, and shown by hours and by days', async () => {
    const id = await add({});
    for (const role of ['admin', 'assistant-admin', 'super-admin'] as const)
      await add({}, ours.people[role].key);
    await add({ latitude: 28.3 });
    start();
    await isRead({ latitude: 28.3, longitude: -82.5 });
    expect(asked.filter((one) => one !== 'place')).toEqual(['28,-83']);
    expect(asked.filter((one) => one === 'place')).toHaveLength(2);

    const hourly = await get(`forecast/Hourly/ForLocation/${id}`);
    expect(hourly.body.data).toHaveLength(36);
    expect(hourly.body.data[0]).toMatchObject({
      forecastStartTime: new Date(startAt).toISOString(),
      weatherCode: { value: 2, text: 'Mostly clear', icon: 'mostly-clear-day', isSnow: false },
      ambientTemperature: { value: 68, unit: '°F' },
      feelsLike: { value: 68 },
      wbgt: { value: expect.any(Number) },
      windSpeed: { value: 11.2, unit: 'mph' },
      windDirection: 'W',
      precipitation: { value: 0, unit: 'in' },
      precipitationChance: { value: 10 },
      snowAccumulation: { value: 0 },
      dayLight: true,
      stale: false,
      attribution: 'A test',
    });
    expect((await get(`forecast/Hourly/ForLocation/${id}?hours=5`)).body.data).toHaveLength(5);
    expect((await get(`forecast/Hourly/ForLocation/${id}?hours=0`)).status).toBe(400);
    // It is 16 h in Tampa: eight hours are left of the day.
    expect((await get(`forecast/Today/Hourly/ForLocation/${id}`)).body.data).toHaveLength(8);
    expect((await get('forecast/Today/Hourly?latitude=28.05&longitude=-82.52')).body.data).toHaveLength(8);
    const daily = (await get(`forecast/Daily/ForLocation/${id}`)).body.data;
    expect(daily.map(({ date }: { date: string }) => date)).toEqual([
      '2026-06-06',
      '2026-06-07',
      '2026-06-08',
    ]);
    expect(daily[1]).toMatchObject({
      weather_code: { value: 2 },
      temperatureHigh: { value: 68 },
      feelLike: { value: 68 },
      wgbt: { unit: '°F' },
    });
    expect((await get(`forecast/Today/ForLocation/${id}`)).body.data).toEqual(daily[0]);
  });

  test('that is renewed keeps the hours that passed', async () => {
    const id = await add({});
    start();
    await isRead(stadium);
    server.clock.advance(2 * HOUR_MS);
    await vi.waitFor(
      async () =>
        expect((await get(`forecast/Today/Hourly/ForLocation/${id}`)).body.data[0].issuedTime).toBe(
          new Date(startAt + 2 * HOUR_MS).toISOString(),
        ),
      waitOptions,
    );
    expect((await get(`forecast/Today/Hourly/ForLocation/${id}`)).body.data).toHaveLength(8);
    expect((await get(`forecast/Hourly/ForLocation/${id}`)).body.data[0].observationTime).toBe(
      new Date(startAt + 2 * HOUR_MS).toISOString(),
    );
  });

  test('is unknown before it is read, none where no source reaches, and others’ places are not found', async () => {
    const id = await add({});
    const far = await add(berlin);
    expect(await get(`forecast/Hourly/ForLocation/${id}`)).toMatchObject({
      status: 503,
      body: { responseException: { code: 'forecast-unobserved' } },
    });
    start();
    await isRead(stadium);
    await vi.waitFor(
      async () =>
        expect((await get(`forecast/Daily/ForLocation/${far}`)).body.responseException?.code).toBe(
          'no-forecast',
        ),
      waitOptions,
    );
    expect((await get('forecast/Today/Hourly?latitude=40&longitude=-100')).status).toBe(404);
    expect((await get('forecast/Today/Hourly?latitude=400&longitude=-100')).status).toBe(400);
    const { people } = await server.organization('Their District');
    for (const path of [
      'Today/ForLocation',
      'Hourly/ForLocation',
      'Today/Hourly/ForLocation',
      'Daily/ForLocation',
    ]) {
      expect((await get(`forecast/${path}/${id}`, people.admin.key)).status).toBe(404);
      expect((await ask(server.app, 'GET', `/api/forecast/${path}/${id}`)).status).toBe(401);
    }
  });
});

describe('a source that fails', () => {
  test('goes down once in the log and comes back once; what was known grows stale, then unknown, then is there again', async () => {
    const id = await add({});
    const lines: string[] = [];
    start(lines);
    await isRead(stadium);
    failing = () => new AdapterError('test', 'upstream', 'It is broken.', { status: 503 });
    const shown = () => get(`forecast/Hourly/ForLocation/${id}`);
    server.clock.advance(4 * HOUR_MS);
    await vi.waitFor(() => expect(lines.join()).toContain('went down'), waitOptions);
    expect((await shown()).body.data[0].stale).toBe(true);
    await vi.waitFor(
      async () =>
        expect((await readFeeds(server.store.db))[0]).toMatchObject({
          kind: 'forecast',
          lastError: 'It is broken.',
          observedThrough: startAt,
        }),
      waitOptions,
    );
    server.clock.advance(2 * HOUR_MS + 1);
    expect(await shown()).toMatchObject({
      status: 503,
      body: {
        responseException: {
          code: 'forecast-unobserved',
          lastKnown: { asOf: new Date(startAt).toISOString() },
        },
      },
    });
    failing = null;
    server.clock.advance(HOUR_MS);
    await vi.waitFor(async () => expect((await shown()).body.data?.[0].stale).toBe(false), waitOptions);
    await vi.waitFor(
      () => expect(lines.filter((line) => /went down|is back/.test(line))).toHaveLength(2),
      waitOptions,
    );
  });

  test('in one cell holds up no other', async () => {
    await add({});
    await add({ latitude: 40 });
    failing = (cell) => (cell.startsWith('28') ? new AdapterError('test', 'malformed', 'Nonsense.') : null);
    start();
    await isRead({ latitude: 40, longitude: -82.5 });
    await vi.waitFor(
      async () => expect((await readFeeds(server.store.db))[0]?.lastError).toBe('Nonsense.'),
      waitOptions,
    );
  });

  test('that serves an old forecast does not vouch for now', async () => {
    const id = await add({});
    made = (now) => ({ issuedAt: now - 30 * HOUR_MS, asOf: now - 12 * HOUR_MS });
    start();
    await isRead(stadium);
    expect((await get(`forecast/Hourly/ForLocation/${id}`)).status).toBe(503);
  });
});

describe('threats', () => {
  test('are policies held against what is left of the day', async () => {
    const { id: place } = await server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: ours.organizationId,
        name: 'Field',
        ...stadium,
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const policy = async (typeShortName: string, threshold: number) => {
      const body = {
        policyTypeShortName: typeShortName,
        policyName: '',
        threshold,
        allClearMinutes: 30,
        reAlertMinutes: 60,
        allGroups: true,
        groupIds: [],
      };
      const answer = await ask(server.app, 'POST', '/api/policy', { key: ours.people.admin.key, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    await policy('WIND', 11);
    await policy('HEAT', 69);
    await policy('PRECIP', 1);
    await policy('LR1', 10);
    await policy('AQI-MAX', 100);
    const hours = (now: number) =>
      hoursFrom(now, 72).map((hour, index) =>
        index === 2 || index === 3 ? { ...hour, weatherCode: 19 } : hour,
      );
    made = (now) => ({ hours: hours(now) });
    expect((await get(`Threats/${place}`)).body.responseException.code).toBe('forecast-unobserved');
    start();
    await isRead(stadium);
    const at = (hour: number) => new Date(startAt + hour * HOUR_MS).toISOString();
    const { data } = (await get(`Threats/${place}`)).body;
    const byType = Object.fromEntries(
      data.map((one: { policyTypeShortName: string }) => [one.policyTypeShortName, one]),
    );
    expect(byType.WIND).toMatchObject({
      threatLevel: 2,
      threatTimes: [{ startTime: at(0), endTime: at(8) }],
    });
    expect(byType.HEAT).toMatchObject({ threatLevel: 1 });
    expect(byType.PRECIP).toMatchObject({ threatLevel: 0, threatTimes: [] });
    expect(byType.LR1).toMatchObject({
      threatLevel: 1,
      threatTimes: [{ startTime: at(2), endTime: at(4) }],
      foreseen: true,
    });
    expect(byType['AQI-MAX']).toMatchObject({ threatLevel: 0, foreseen: false });
    expect(byType.WIND).toMatchObject({ foreseen: true, stale: false, forecastAsOf: expect.any(String) });
  });
});
