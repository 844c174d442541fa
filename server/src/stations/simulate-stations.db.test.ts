import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRasterPool, createSimulatedStations } from '@allclear/adapters';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { freshStore } from '../../test/fresh-store.ts';
import { handClock, startAt } from '../../test/test-server.ts';
import { defaultPlaces, simulatedPlaces } from '../demonstration/places.ts';
import { prepareDemonstration } from '../demonstration/seed-demonstration.ts';
import type { Store } from '../platform/database/database.ts';
import { simulateCameras } from './simulate-cameras.ts';
import { reportInstants, simulateStations } from './simulate-stations.ts';
import { findImage } from './station-images.store.ts';
import { listSimulatedStations, newestReport, retireStation } from './store.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('the instants of reports', () => {
  const at = (text: string) => Date.parse(`2026-06-06T${text}Z`);
  const instants = (lastAt: number | null, now: number) =>
    reportInstants(lastAt, now).map((instant) => new Date(instant).toISOString().slice(11, 19));

  it('are the whole minutes since the last one', () => {
    expect(instants(at('20:00:00'), at('20:03:30'))).toEqual(['20:01:00', '20:02:00', '20:03:00']);
    expect(instants(at('20:03:00'), at('20:03:59'))).toEqual([]);
  });

  it('are further apart before the last ten minutes, each one once', () => {
    expect(instants(at('19:31:00'), at('19:52:00'))).toEqual([
      ...['19:35:00', '19:40:00'],
      ...Array.from({ length: 10 }, (_, i) => `19:${43 + i}:00`),
    ]);
  });

  it('reach back a day at the beginning, and after a long silence', () => {
    for (const lastAt of [null, at('20:00:00') - 9 * 24 * hour]) {
      const all = reportInstants(lastAt, at('20:00:00'));
      expect(all).toHaveLength(288 - 2 + 10);
      expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
      expect(all[0]).toBe(at('20:05:00') - 24 * hour);
      expect(all.at(-1)).toBe(at('20:00:00'));
    }
  });
});

describe('simulated stations', () => {
  let store: Store;
  let data: string;
  const pool = createRasterPool();
  afterAll(() => pool.close());
  beforeEach(async () => {
    store = await freshStore();
    data = await mkdtemp(path.join(tmpdir(), 'allclear-stations-'));
  });
  afterEach(async () => {
    await store.close();
    await rm(data, { recursive: true });
  });
  const prepare = (places = simulatedPlaces) =>
    prepareDemonstration(store.db, {
      data,
      url: 'http://localhost:8080',
      places,
      ownsDatabase: true,
      now: startAt,
    });
  const stations = () => listSimulatedStations(store.db);
  const count = async (stationId: string) =>
    Number(
      (
        await store.db
          .selectFrom('observations')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('station_id', '=', stationId)
          .executeTakeFirstOrThrow()
      ).count,
    );
  const until = async (met: () => Promise<boolean>) => {
    // The time limit of the test ends a wait without an event.
    while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 25));
  };
  const run = (
    clock: ReturnType<typeof handClock>,
    scenario: 'quiet' | 'outage' = 'quiet',
    cameras = false,
  ) => {
    const stopping = new AbortController();
    const simulation = createSimulatedStations(
      { seed: 'test', startedAt: startAt, places: simulatedPlaces, scenario },
      pool,
    );
    const needs = {
      simulation,
      db: store.db,
      clock,
      log: pino({ level: 'silent' }),
      signal: stopping.signal,
    };
    const running = Promise.all([simulateStations(needs), ...(cameras ? [simulateCameras(needs)] : [])]);
    return async () => {
      stopping.abort();
      await running;
    };
  };

  test('have a day behind them when the demonstration opens, then report each minute, also after a restart', async () => {
    await prepare();
    const [first, second] = await stations();
    expect([first!.name, second!.name].sort()).toEqual(['Golf weather station', 'Stadium weather station']);
    const clock = handClock();
    const stop = run(clock);
    await until(async () => (await count(first!.id)) === 296 && (await count(second!.id)) === 296);
    clock.advance(2 * minute);
    await until(async () => (await count(first!.id)) === 298 && (await count(second!.id)) === 298);
    await stop();
    const newest = (await newestReport(store.db, first!, startAt, clock.now()))!;
    expect(newest).toMatchObject({
      observedAt: startAt + 2 * minute,
      flagged: {},
      thunder: 'unknown',
    });
    expect([newest.temperatureC, newest.solarWm2, newest.pm25Ugm3, newest.rainTodayMm]).not.toContain(null);
    expect((await stations())[0]!.lastContactAt).toEqual(startAt + 2 * minute);

    await retireStation(store.db, testActor, second!, clock.now());
    clock.advance(minute);
    const stopAgain = run(clock);
    await until(async () => (await count(first!.id)) === 299);
    await stopAgain();
    expect(await count(second!.id)).toBe(298);
  });

  test('take a picture every five minutes', async () => {
    await prepare();
    const [first, second] = await stations();
    const taken = async (station = first!) => (await findImage(store.db, station))?.updatedAt ?? null;
    const clock = handClock();
    const stop = run(clock, 'quiet', true);
    await until(async () => (await taken()) === startAt && (await taken(second)) === startAt);
    expect(await findImage(store.db, first!)).toMatchObject({
      contentType: 'image/png',
    });
    clock.advance(4 * minute);
    await until(async () => (await stations())[1]!.lastContactAt === startAt + 4 * minute);
    expect(await taken()).toBe(startAt);
    clock.advance(minute);
    await until(async () => (await taken()) === startAt + 5 * minute);
    await stop();
  });

  test('say nothing while their mains are out', async () => {
    await prepare();
    const [first] = await stations();
    const clock = handClock(startAt + 50 * minute);
    const stop = run(clock, 'outage');
    await until(async () => (await count(first!.id)) > 200);
    await stop();
    const newest = (await newestReport(store.db, first!, startAt, clock.now()))!;
    expect(newest.observedAt).toEqual(startAt + 35 * minute);
    expect((await stations())[0]!.lastContactAt).toEqual(newest.observedAt);
  });

  test('are there in simulated weather only', async () => {
    await prepare(defaultPlaces);
    expect(await stations()).toEqual([]);
  });
});
