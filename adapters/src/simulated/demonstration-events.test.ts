/** What people make happen in the simulated weather: every feed shows it, and the past stays as it was. */
import {
  estimatedSolarWm2,
  fahrenheitFromCelsius,
  haversineMiles,
  observationOf,
  relativeHumidityPct,
  wetBulbGlobe,
} from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AdapterError } from '../adapter-error.ts';
import type { Flash, LightningBatch } from '../feeds/lightning/port.ts';
import { createSimulatedStormCells } from '../feeds/storm-cells/simulated-storm-cells.ts';
import { createSimulatedAlerts } from './alerts.ts';
import { createSimulatedLightning } from './lightning.ts';
import { createSimulatedObservations } from './observations.ts';
import { awayLightning } from './outages.ts';
import {
  type DemonstrationEvent,
  type DemonstrationKind,
  demonstrationEndsAt,
  demonstrationKinds,
  isDemonstrationRunning,
} from './world/demonstration-events.ts';
import { type Scenario, scenarios } from './world/scenario.ts';
import { createWorld, type SimulationOptions, type World } from './world/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 6, 10, 17);
const place = { latitude: 32.78, longitude: -96.8 };
const signal = new AbortController().signal;

function event(kind: DemonstrationKind, minute: number, other: Partial<DemonstrationEvent> = {}) {
  return { id: `${kind}-${minute}`, kind, from: T + minute * MINUTE, radiusMiles: 10, ...place, ...other };
}

function simulation(events: readonly DemonstrationEvent[], scenario: Scenario = 'quiet'): SimulationOptions {
  return { seed: 'demo', startedAt: T, places: [place], scenario, events };
}

async function batchesBetween(
  options: SimulationOptions,
  from: number,
  to: number,
): Promise<LightningBatch[]> {
  const batches: LightningBatch[] = [];
  const request = { now: to + MINUTE, since: from, known: () => false, onFault: () => {}, signal };
  for await (const batch of createSimulatedLightning(options).poll(request))
    if (batch.from >= from && batch.to <= to) batches.push(batch);
  return batches;
}

async function flashesBetween(options: SimulationOptions, from: number, to: number): Promise<Flash[]> {
  return (await batchesBetween(options, from, to)).flatMap(({ flashes }) => flashes);
}

const milesFromPlace = (flash: { latitude: number; longitude: number }) =>
  haversineMiles(place.latitude, place.longitude, flash.latitude, flash.longitude);

const someEvents = fc.array(
  fc.record({
    kind: fc.constantFrom(...demonstrationKinds),
    minute: fc.integer({ min: 0, max: 240 }),
    radiusMiles: fc.integer({ min: 1, max: 30 }),
    latitude: fc.double({ min: 32, max: 34, noNaN: true }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('no event changes the weather before it begins', async () => {
  await fc.assert(
    fc.asyncProperty(
      someEvents,
      fc.constantFrom(...scenarios),
      fc.integer({ min: 1, max: 60 }),
      async (drawn, scenario, before) => {
        const events = drawn.map(({ kind, minute, ...other }) => event(kind, minute, other));
        const at = Math.min(...events.map(({ from }) => from)) - before * 1_000;
        const [plain, changed] = [
          createWorld(simulation([], scenario)),
          createWorld(simulation(events, scenario)),
        ];
        expect(changed.stormsAt(at)).toEqual(plain.stormsAt(at));
        expect(changed.conditionsAt(at, place.latitude, place.longitude)).toEqual(
          plain.conditionsAt(at, place.latitude, place.longitude),
        );
        const [rows, columns] = [Float64Array.of(33, 32.5), Float64Array.of(-97, -96.5)];
        expect(changed.reflectivityGrid(at, rows, columns)).toEqual(
          plain.reflectivityGrid(at, rows, columns),
        );
        const [seen, was] = [
          await batchesBetween(simulation(events, scenario), at - 2 * MINUTE, at),
          await batchesBetween(simulation([], scenario), at - 2 * MINUTE, at),
        ];
        expect(seen).toEqual(was);
      },
    ),
    { numRuns: 60 },
  );
});

test('a list of events that grows is read anew', () => {
  let events: readonly DemonstrationEvent[] = [];
  const world = createWorld({
    ...{ seed: 'demo', startedAt: T, places: [place], scenario: 'quiet' },
    get events() {
      return events;
    },
  });
  expect(world.stormsAt(T + 10 * MINUTE)).toEqual([]);
  events = [event('storm', 5)];
  expect(world.stormsAt(T + 10 * MINUTE)).toHaveLength(1);
});

describe('a storm that comes', () => {
  test.each([...scenarios])(
    'strikes inside the innermost radius within three minutes (%s)',
    async (scenario) => {
      for (let number = 0; number < 20; number++) {
        const radiusMiles = 3 + number;
        const storm = event('storm', 60, { id: `number ${number}`, radiusMiles });
        const options = simulation([event('quiet', 10), storm], scenario);
        const before = await flashesBetween(options, storm.from - 5 * MINUTE, storm.from);
        expect(before.filter((flash) => milesFromPlace(flash) <= radiusMiles)).toEqual([]);
        const flashes = await flashesBetween(options, storm.from, storm.from + 3 * MINUTE);
        expect(flashes.some((flash) => milesFromPlace(flash) <= radiusMiles)).toBe(true);
      }
    },
  );

  test('is on the radar, among the storm cells and at the stations, and then it is gone', async () => {
    const options = simulation([event('storm', 60)]);
    const world = createWorld(options);
    const over = (minute: number) =>
      world.reflectivityAt(T + minute * MINUTE, place.latitude, place.longitude);
    expect(over(59)).toBe(-32);
    expect(over(80)).toBeGreaterThan(45);
    const poll = { signal, onFault: () => {} };
    const { data } = await createSimulatedStormCells(options).poll({ ...poll, now: T + 80 * MINUTE });
    expect(data.cells.map(({ id }) => id)).toEqual(['demonstration/storm-60']);
    const observe = (minute: number) =>
      createSimulatedObservations(options).poll({ now: T + minute * MINUTE, places: [place], signal });
    expect((await observe(81)).map(({ thunder }) => thunder)).toEqual(['yes']);
    expect((await observe(58)).map(({ thunder }) => thunder)).toEqual(['no']);
    const end = demonstrationEndsAt(event('storm', 60));
    expect(await flashesBetween(options, end, end + 10 * MINUTE)).toEqual([]);
    // Far below a delay's length, so that quiet can be observed after it.
    expect(end - T).toBeLessThan(110 * MINUTE);
  });

  test('lightning falls within 10 miles of more than 45 dBZ in the same five minutes, with any events', async () => {
    let cores = 0;
    await fc.assert(
      fc.asyncProperty(someEvents, fc.integer({ min: 0, max: 60 }), async (drawn, step) => {
        const options = simulation(
          drawn.map(({ kind, minute, ...other }) => event(kind, minute, other)),
          'afternoon-storms',
        );
        const from = T + step * 5 * MINUTE;
        const flashes = await flashesBetween(options, from, from + 5 * MINUTE);
        const rows = Float64Array.from({ length: 50 }, (_, row) => 34.5 - row * 0.06);
        const columns = Float64Array.from({ length: 50 }, (_, column) => -98.3 + column * 0.06);
        const grid = createWorld(options).reflectivityGrid(from + MINUTE, rows, columns);
        for (const [cell, dbz] of grid.entries()) {
          if (dbz <= 45) continue;
          cores++;
          const [latitude, longitude] = [rows[Math.floor(cell / 50)]!, columns[cell % 50]!];
          expect(
            flashes.some(
              (flash) => haversineMiles(latitude, longitude, flash.latitude, flash.longitude) <= 10,
            ),
          ).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
    expect(cores).toBeGreaterThan(100);
  });
});

describe('the end of the lightning', () => {
  test.each([1, 5, 20, 33])('is there within a minute, and lasts (from minute %i)', async (minute) => {
    const options = simulation([event('storm', 0), event('quiet', minute)], 'afternoon-storms');
    const from = T + minute * MINUTE;
    const near = (await flashesBetween(options, from + MINUTE, from + 40 * MINUTE)).filter(
      (flash) => milesFromPlace(flash) <= 50,
    );
    expect(near).toEqual([]);
    // The alerts of its storms end as well.
    const { alerts } = await createSimulatedAlerts(options).poll({ now: from + 5 * MINUTE, signal });
    const active = alerts.filter(({ messageType }) => messageType !== 'Cancel');
    expect(
      active.filter(({ polygons }) =>
        polygons.flat().some(([longitude, latitude]) => milesFromPlace({ latitude, longitude }) < 40),
      ),
    ).toEqual([]);
  });

  test('leaves the storms that are far away', async () => {
    const options = simulation([event('quiet', 20)], 'afternoon-storms');
    const flashes = await flashesBetween(options, T + 25 * MINUTE, T + 30 * MINUTE);
    expect(flashes.length).toBeGreaterThan(500);
  });

  test('does not hold back a storm that is called later', async () => {
    const storm = event('storm', 15);
    const options = simulation([event('quiet', 10), storm]);
    const flashes = await flashesBetween(options, storm.from, storm.from + 5 * MINUTE);
    expect(flashes.length).toBeGreaterThan(20);
  });
});

test('a feed that is away throws, and what it missed is lost', async () => {
  const options = simulation([event('outage', 30)]);
  const feed = awayLightning(createSimulatedLightning(options), options);
  const windows = new Map<string, { from: number; to: number; receivedAt: number }>();
  const failed: number[] = [];
  const observedThrough = () => observationOf([...windows.values()], now)!.observedThrough;
  let now = T + 10 * MINUTE;
  const pollUntil = async (minute: number) => {
    for (; now <= T + minute * MINUTE; now += 10_000) {
      try {
        const known = (key: string) => windows.has(key);
        for await (const batch of feed.poll({
          now,
          since: now - 65 * MINUTE,
          known,
          onFault: () => {},
          signal,
        }))
          windows.set(batch.key, { from: batch.from, to: batch.to, receivedAt: now });
      } catch (error) {
        expect((error as AdapterError).kind).toBe('timeout');
        failed.push((now - T) / MINUTE);
      }
    }
  };
  await pollUntil(34);
  expect(now - observedThrough()).toBeGreaterThan(3 * MINUTE);
  await pollUntil(45);
  expect([Math.min(...failed), Math.max(...failed)]).toEqual([30, 34 + 5 / 6]);
  const missed = [...windows.values()].filter(
    ({ from }) => from >= T + 30 * MINUTE && from < T + 35 * MINUTE,
  );
  expect(missed).toEqual([]);
  expect(now - observedThrough()).toBeLessThan(2 * MINUTE);
});

test.each(scenarios.flatMap((scenario) => [0, 6, 12, 18].map((hour) => [scenario, hour] as const)))(
  'a heat day is above 90 °F WBGT at the place ten minutes later, and ends (%s, after %i hours)',
  (scenario, hour) => {
    const heat = event('heat', hour * 60);
    const quiet = event('quiet', hour * 60 - 5);
    const [plain, world] = [[quiet], [quiet, heat]].map((events) =>
      createWorld(simulation(events, scenario)),
    ) as [World, World];
    const at = heat.from + 10 * MINUTE;
    const wbgtF = (latitude: number, longitude: number) => {
      const there = { at, latitude, longitude };
      const here = world.conditionsAt(at, latitude, longitude);
      const heat = wetBulbGlobe({
        ...there,
        temperatureC: here.temperatureC,
        relativeHumidityPct: relativeHumidityPct(here.temperatureC, here.dewPointC),
        windMps: here.windMps,
        windHeightM: 10,
        pressureHpa: here.pressureHpa,
        solarWm2: estimatedSolarWm2({ ...there, cloudCover: here.cloudCover }),
      });
      return fahrenheitFromCelsius(heat!.wbgtC)!;
    };
    // Also where the nearest station is.
    for (const north of [0, 0.07]) {
      const value = wbgtF(place.latitude + north, place.longitude);
      expect(value).toBeGreaterThan(90);
      expect(value).toBeLessThan(100);
    }
    const far = [at, place.latitude + 1, place.longitude] as const;
    expect(world.conditionsAt(...far).temperatureC).toBe(plain.conditionsAt(...far).temperatureC);
    const over = [demonstrationEndsAt(heat), place.latitude, place.longitude] as const;
    expect(world.conditionsAt(...over).temperatureC).toBe(plain.conditionsAt(...over).temperatureC);
  },
);

test('one of a kind runs at a time: a storm until the quiet after it, and the other way round', () => {
  const [storm, quiet, again] = [event('storm', 0), event('quiet', 10), event('storm', 20)];
  const running = (all: DemonstrationEvent[], minute: number) =>
    all.filter((one) => isDemonstrationRunning(one, all, T + minute * MINUTE)).map(({ id }) => id);
  expect(running([storm], 10)).toEqual(['storm-0']);
  expect(running([storm], 60)).toEqual([]);
  expect(running([storm, quiet], 10)).toEqual(['quiet-10']);
  expect(running([storm, quiet, again], 20)).toEqual(['storm-20']);
  const elsewhere = event('quiet', 10, { latitude: 40 });
  expect(running([storm, elsewhere], 10)).toEqual(['storm-0', 'quiet-10']);
  expect(running([event('outage', 0), event('heat', 0)], 4)).toEqual(['outage-0', 'heat-0']);
  expect(running([event('outage', 0), event('heat', 0)], (2 * HOUR) / MINUTE)).toEqual([]);
});
