import { haversineMiles } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scenarios } from './scenario.ts';
import { createWorld, type SimulationOptions } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 6, 10, 17);
const places = [
  { latitude: 32.78, longitude: -96.8 },
  { latitude: 32.77, longitude: -96.6 },
  { latitude: 32.95, longitude: -96.73 },
];
const options: SimulationOptions = { seed: 'demo', startedAt: T, places };

const question = fc.record({
  at: fc.integer({ min: -2 * HOUR, max: 200 * HOUR }).map((after) => T + after),
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('the same seed is the same world, after a restart and in any order of asking', () => {
  const ask = (
    world: ReturnType<typeof createWorld>,
    { at, latitude, longitude }: { at: number; latitude: number; longitude: number },
  ) => ({
    storms: world.stormsAt(at),
    dbz: world.reflectivityAt(at, latitude, longitude),
    conditions: world.conditionsAt(at, latitude, longitude),
    tropical: world.tropicalSystem(at),
    forecast: world.forecastAt(at, at + 7 * HOUR, { latitude, longitude }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...scenarios),
      fc.string(),
      fc.array(question, { minLength: 2, maxLength: 6 }),
      (scenario, seed, questions) => {
        const own = { ...options, scenario, seed };
        const [world, restarted] = [createWorld(own), createWorld(own)];
        const forth = questions.map((one) => ask(world, one));
        const back = questions.toReversed().map((one) => ask(restarted, one));
        expect(back.toReversed()).toEqual(forth);
      },
    ),
    { numRuns: 60 },
  );
});

test('a grid holds what its points say', () => {
  const latitudes = Float64Array.from({ length: 60 }, (_, row) => 36.5 - row * 0.12);
  const longitudes = Float64Array.from({ length: 80 }, (_, column) => -101 + column * 0.1);
  for (const scenario of ['afternoon-storms', 'winter'] as const) {
    const world = createWorld({ ...options, scenario });
    const grid = world.reflectivityGrid(T + 25 * MINUTE, latitudes, longitudes);
    let echoes = 0;
    for (const [row, latitude] of latitudes.entries()) {
      for (const [column, longitude] of longitudes.entries()) {
        const dbz = grid[row * 80 + column]!;
        expect(dbz).toBeCloseTo(world.reflectivityAt(T + 25 * MINUTE, latitude, longitude), 3);
        if (dbz > 0) echoes++;
      }
    }
    expect(echoes).toBeGreaterThan(20);
  }
});

describe('the storms', () => {
  const world = createWorld(options);
  test('are born, move, split and die, each by its own name', () => {
    const seen = new Map<string, { from: number; to: number; miles: number; parentId: string | null }>();
    let last = new Map(world.stormsAt(T).map((storm) => [storm.id, storm]));
    for (let minute = 1; minute <= 240; minute++) {
      const at = T + minute * MINUTE;
      const now = world.stormsAt(at);
      expect(new Set(now.map(({ id }) => id)).size).toBe(now.length);
      for (const storm of now) {
        const before = last.get(storm.id);
        const miles = before
          ? haversineMiles(before.latitude, before.longitude, storm.latitude, storm.longitude)
          : 0;
        // 40 mph at most, with its sway.
        expect(miles).toBeLessThan(0.8);
        const known = seen.get(storm.id) ?? { from: at, to: at, miles: 0, parentId: storm.parentId };
        seen.set(storm.id, { ...known, to: at, miles: known.miles + miles });
        if (storm.parentId === null || before !== undefined) continue;
        const parent = now.find(({ id }) => id === storm.parentId)!;
        expect(
          haversineMiles(parent.latitude, parent.longitude, storm.latitude, storm.longitude),
        ).toBeLessThan(1.5);
      }
      last = new Map(now.map((storm) => [storm.id, storm]));
    }
    expect(seen.size).toBeGreaterThan(60);
    expect([...seen.values()].filter(({ parentId }) => parentId !== null).length).toBeGreaterThan(15);
    expect(Math.max(...[...seen.values()].map(({ from, to }) => to - from))).toBeLessThan(2 * HOUR);
  });
  test('those away from the places stay away from them', () => {
    for (let minute = 0; minute < 600; minute += 3) {
      for (const storm of world.stormsAt(T + minute * MINUTE)) {
        if (!storm.id.startsWith('far/')) continue;
        for (const place of places)
          expect(
            haversineMiles(place.latitude, place.longitude, storm.latitude, storm.longitude),
          ).toBeGreaterThan(50);
      }
    }
  });
  test('in scenarios without storms there are none', () => {
    for (const scenario of ['heat-wave', 'winter', 'smoke', 'quiet'] as const) {
      expect(createWorld({ ...options, scenario }).stormsAt(T + 20 * MINUTE)).toEqual([]);
    }
  });
});

test('a forecast is right without a lead, and worse with it', () => {
  const world = createWorld({ ...options, scenario: 'quiet' });
  const place = places[0]!;
  const error = (leadHours: number) => {
    let sum = 0;
    for (let hour = 0; hour < 60; hour++) {
      const validAt = T + hour * 3 * HOUR;
      const actual = world.conditionsAt(validAt, place.latitude, place.longitude);
      sum += Math.abs(
        world.forecastAt(validAt - leadHours * HOUR, validAt, place).temperatureC - actual.temperatureC,
      );
    }
    return sum / 60;
  };
  expect(error(0)).toBe(0);
  expect(error(6)).toBeGreaterThan(error(1));
  expect(error(24)).toBeGreaterThan(error(6));
  expect(error(120)).toBeGreaterThan(error(24));
  expect(error(120)).toBeLessThan(5);
});

test('the tropical system stays far off, and is never a jump away from where it was', () => {
  const world = createWorld(options);
  for (let hour = 0; hour < 600; hour++) {
    const system = world.tropicalSystem(T + hour * HOUR)!;
    for (const place of places)
      expect(
        haversineMiles(place.latitude, place.longitude, system.latitude, system.longitude),
      ).toBeGreaterThan(1_000);
    const next = world.tropicalSystem(T + (hour + 1) * HOUR)!;
    if (next.id !== system.id) continue;
    expect(haversineMiles(next.latitude, next.longitude, system.latitude, system.longitude)).toBeLessThan(30);
    expect(next.pressureHpa).toBeGreaterThan(920);
  }
});
