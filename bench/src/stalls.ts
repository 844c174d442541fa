/**
 * How long the main thread is blocked by the load of a severe day: lightning granules, a list of 1,500
 * alerts, forecast grids, radar frames of the largest size. They are read, decoded and stored as the engine
 * does, on a separate PostgreSQL. A stall is the processor time of the main thread between two turns of its
 * event loop (in steps of some 4 ms): unlike wall-clock time it does not grow with other load on the machine.
 * The yardstick in the same run is the plain method: the list of alerts parsed and serialized by JSON in one
 * step.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createDecodePool,
  createNwsAlerts,
  createNwsForecast,
  createRasterPool,
  type HttpClient,
} from '@allclear/adapters';
import { nwsFeature, nwsList } from '@allclear/adapters/feeds/alerts/nws-sample.ts';
import { nwsGrid, nwsHourly, nwsLayer } from '@allclear/adapters/feeds/forecasts/nws-forecast-sample.ts';
import { parseGranuleName } from '@allclear/adapters/feeds/lightning/granule-name.ts';
import { writeGranule } from '@allclear/adapters/feeds/lightning/write-granule.ts';
import { completeForecastHour, HOUR_MS } from '@allclear/domain';
import { createAlertsLive } from '@allclear/server/alerts/alerts-live.ts';
import { storeAlerts } from '@allclear/server/alerts/store.ts';
import { storeForecast } from '@allclear/server/forecasts/store.ts';
import { systemActor } from '@allclear/server/platform/actor.ts';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { percentile, present, printed, random } from './measure.ts';

const actor = systemActor('benchmark');

const NOW = Date.UTC(2026, 6, 10, 20);
const ROUNDS = 4;
const GRANULES = 10;
const ALERTS = 1_500;
const GRIDS = 12;
const GOAL_MS = 50;
const signal = new AbortController().signal;

/**
 * The longest and the 99th percentile of the main thread's processor time between two turns of its loop, ms,
 * while `work` runs.
 */
export async function stalls(work: () => Promise<unknown>): Promise<{ longestMs: number; p99Ms: number }> {
  const held: number[] = [];
  let runs = true;
  let before = process.threadCpuUsage();
  const turn = () => {
    const used = process.threadCpuUsage(before);
    held.push((used.user + used.system) / 1_000);
    before = process.threadCpuUsage();
    if (runs) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  runs = false;
  return { longestMs: held.reduce((maximum, ms) => Math.max(maximum, ms), 0), p99Ms: percentile(held, 0.99) };
}

/** An HTTP client whose answers are fixed. */
function httpClientTo(answer: (url: string) => string): HttpClient {
  return {
    get: async ({ url }) => ({ status: 200, headers: {}, bytes: Buffer.from(answer(url)) }),
    close: async () => {},
  };
}

async function granule(): Promise<Uint8Array> {
  const next = random(3);
  const place = () => ({ latitude: 25 + 20 * next(), longitude: -100 + 25 * next() });
  const flashes = Array.from({ length: 400 }, (_, id) => ({ id, offsetMs: id * 50, ...place() }));
  const groups = Array.from({ length: 8_000 }, (_, index) => ({ parent: index % 400, ...place() }));
  return writeGranule({ base: '2026-07-10 20:00:00.000', encoding: 'unsigned', flashes, groups });
}

/** An outbreak's list, some 5 MB; in each round one in ten is new. */
function alertList(round: number): string {
  const next = random(5);
  const features = Array.from({ length: ALERTS }, (_, index) => {
    const [east, north] = [-100 + 20 * next(), 30 + 10 * next()];
    const corners = Array.from({ length: 41 }, (_, corner) => [
      east + 0.4 * Math.cos((corner * Math.PI) / 20),
      north + 0.3 * Math.sin((corner * Math.PI) / 20),
    ]);
    // A fifth has its own shapes, the others name zones.
    const geometry = index % 5 === 0 ? { type: 'Polygon', coordinates: [corners] } : null;
    const sentAt = NOW - 60_000 * (index + (index % 10 === 0 ? round * 10_000 : 0));
    const description = 'WHAT...Damaging winds are possible. WHERE...Here and there. '.repeat(22);
    const until = new Date(NOW + 6 * HOUR_MS).toISOString();
    const zones = Array.from(
      { length: 6 },
      (_, zone) => `TXZ${String((index * 6 + zone) % 900).padStart(3, '0')}`,
    );
    const VTEC = [
      `/O.NEW.KT${String.fromCharCode(65 + (index % 26))}X.SV.W.${String(index + round * 2_000).padStart(4, '0')}.260710T0000Z-260711T0200Z/`,
    ];
    const changes = {
      description,
      expires: until,
      ends: until,
      geocode: { UGC: zones },
      parameters: { VTEC },
    };
    return nwsFeature(sentAt, changes, geometry);
  });
  return nwsList(NOW, features);
}

/** Some 300 kB: the layers that are read, by the hour, and fifty others. */
function grid(): string {
  const from = NOW - 6 * HOUR_MS;
  const hourly = (uom: string, value: number) =>
    nwsLayer(
      uom,
      from,
      Array.from({ length: 168 }, (_, hour) => [1, value + (hour % 7)] as const),
    );
  const others = Array.from({ length: 22 }, (_, index) => [`layer${index}`, hourly('wmoUnit:percent', 10)]);
  const read = {
    temperature: hourly('wmoUnit:degC', 20),
    skyCover: hourly('wmoUnit:percent', 40),
    windSpeed: hourly('wmoUnit:km_h-1', 10),
  };
  return nwsGrid(NOW - HOUR_MS, from, { ...read, ...Object.fromEntries(others) });
}

/** A radar frame of the largest size. */
function frameOf(levels: Uint8Array<ArrayBuffer>) {
  const box = { north: 49, south: 24.5, west: -126, east: -67 };
  return {
    kind: 'grid',
    grid: { box, columns: 2_000, rows: 1_200, levels },
    view: { box, widthPx: 3_000, heightPx: 3_000 },
  } as const;
}

type Rounds = Record<string, (round: number) => Promise<unknown>>;

async function measureRounds(rounds: Rounds) {
  const measured: Record<string, unknown> = {};
  let longest = 0;
  for (const [what, run] of Object.entries(rounds)) {
    const results: { longestMs: number; p99Ms: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) results.push(await stalls(() => run(round)));
    // The first round includes one-time work of a process: it counts too.
    const longestMs = Math.max(...results.map((one) => one.longestMs));
    longest = Math.max(longest, longestMs);
    measured[what] = {
      longestMs: tenth(longestMs),
      medianMs: tenth(
        percentile(
          results.map((one) => one.longestMs),
          0.5,
        ),
      ),
    };
  }
  return { measured, longest };
}

export async function runStalls(): Promise<unknown> {
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-stalls-'));
  await chmod(data, 0o711);
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  const [decoders, drawing] = [createDecodePool({ source: 'bench', size: 2 }), createRasterPool()];
  try {
    await migrate(store.pool);
    const bytes = await granule();
    const name = present(
      parseGranuleName(
        'GLM-L2-LCFA/2026/191/20/OR_GLM-L2-LCFA_G19_s20261912000000_e20261912000200_c20261912000220.nc',
      ),
    );
    const lists = Array.from({ length: ROUNDS }, (_, round) => alertList(round));
    const [gridText, hourlyText] = [grid(), nwsHourly(NOW, 156)];
    const forecastFeed = createNwsForecast({
      http: httpClientTo((url) => (url.endsWith('/hourly') ? hourlyText : gridText)),
      points: {} as never,
    });
    const place = { latitude: 35, longitude: -97, elevationM: 300 };
    const clock = { now: () => NOW, speed: 1, sleep: async () => {} };
    const alertsLive = createAlertsLive({
      db: store.db,
      clock,
      log: { debug: () => {} } as never,
      feeds: [{ vendor: 'nws', zoned: true }],
    });

    const levels = Uint8Array.from({ length: 2_000 * 1_200 }, (_, index) => (index * 7) % 180);

    const rounds: Rounds = {
      nothing: () => new Promise((resolve) => setTimeout(resolve, 300)),
      granules: () =>
        Promise.all(Array.from({ length: GRANULES }, () => decoders.decode(bytes.slice(), name))),
      alerts: async (round) => {
        const list = await createNwsAlerts({ http: httpClientTo(() => present(lists[round])) }).poll({
          now: NOW,
          signal,
        });
        await storeAlerts(store.db, actor, 'nws', list, NOW + round);
        await alertsLive.load();
        return alertsLive.at(place);
      },
      gridpoints: async () => {
        for (let cell = 0; cell < GRIDS; cell++) {
          const read = await forecastFeed.read({
            cell: { cell: `TST/${cell},1`, ...place },
            now: NOW,
            signal,
          });
          const hours = read.hours.map((hour) => completeForecastHour(hour, place));
          await storeForecast(store.db, actor, 'nws', `TST/${cell},1`, { ...read, hours }, NOW);
        }
      },
      frames: () => drawing.draw(frameOf(levels.slice())),
    };
    const { measured, longest } = await measureRounds(rounds);
    const plain = await stalls(async () => JSON.stringify(JSON.parse(present(lists[0]))));
    return {
      stalls: {
        goalMs: GOAL_MS,
        ...measured,
        alertListMegabytes: tenth(present(lists[0]).length / 1e6),
        plainJsonOfAlertsMs: tenth(plain.longestMs),
        withinGoal: longest <= GOAL_MS,
      },
    };
  } finally {
    await decoders.close();
    await drawing.close();
    await store.close();
    await postgres.stop();
    await rm(data, { recursive: true, force: true });
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10;

await printed(import.meta, runStalls);
