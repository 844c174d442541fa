import { meltMmPerHour, roadConditions } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groundAt } from './ground.ts';
import { createWorldRoads } from './roads.ts';
import { createWorld, type SimulationOptions } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const places = [{ latitude: 32.78, longitude: -96.8 }];
const summer: SimulationOptions = { seed: 'demo', startedAt: Date.UTC(2026, 6, 10, 17), places };
const winter: SimulationOptions = {
  seed: 'demo',
  startedAt: Date.UTC(2026, 0, 20, 14),
  places,
  scenario: 'winter',
};
const latitudes = Float64Array.from({ length: 40 }, (_, row) => 36 - row * 0.15);
const longitudes = Float64Array.from({ length: 50 }, (_, column) => -100.5 + column * 0.15);

describe('the ground', () => {
  const steady = (temperatureC: number, rainMmPerHour: number, snowMmPerHour: number) => () => ({
    temperatureC,
    rainMmPerHour,
    snowMmPerHour,
  });
  test('holds the snow of a day and the rain of three hours', () => {
    const { lyingSnowMm, recentRainMm } = groundAt(steady(-3, 2, 1), winter.startedAt + 20 * MINUTE, 0, 0);
    expect(lyingSnowMm).toBeCloseTo(24 + 20 / 60, 6);
    expect(recentRainMm).toBeCloseTo(6, 6);
  });
  test('loses what melts, and never more than lies', () => {
    expect(groundAt(steady(4, 0, 1), winter.startedAt, 0, 0).lyingSnowMm).toBeCloseTo(
      24 * (1 - meltMmPerHour(4)),
      6,
    );
    expect(groundAt(steady(12, 0, 1), winter.startedAt, 0, 0).lyingSnowMm).toBe(0);
  });
  test('gathers snow as it falls, and none before the beginning', () => {
    const world = createWorld(winter);
    let maximum = 0;
    for (const latitude of latitudes) {
      const lying = (hours: number) =>
        world.groundAt(winter.startedAt + hours * HOUR, latitude, -97).lyingSnowMm;
      expect(lying(0)).toBe(0);
      expect(lying(2)).toBeLessThanOrEqual(2 * 3.2);
      maximum = Math.max(maximum, lying(6));
    }
    expect(maximum).toBeGreaterThan(2);
  });
});

describe('roads', () => {
  test.each([summer, winter])('a grid holds what its points say', (options) => {
    const world = createWorld(options);
    const roads = createWorldRoads(world, world.scenario);
    const at = options.startedAt + 80 * MINUTE;
    const grid = roads.roadGrid(at, latitudes, longitudes);
    const seen = new Set<string>();
    for (const [row, latitude] of latitudes.entries()) {
      for (const [column, longitude] of longitudes.entries()) {
        const { condition } = roads.roadAt(at, latitude, longitude);
        seen.add(condition);
        expect(roadConditions[grid[row * longitudes.length + column]!]).toBe(condition);
      }
    }
    expect(seen.size).toBeGreaterThan(options === summer ? 2 : 3);
  });
  test('a road under a storm is wet or flooded, and none is frozen in summer', () => {
    const world = createWorld(summer);
    const roads = createWorldRoads(world, 'afternoon-storms');
    for (const minutes of [20, 50, 170]) {
      const at = summer.startedAt + minutes * MINUTE;
      for (const storm of world.stormsAt(at)) {
        if (storm.strength === 1)
          expect(['slippery', 'flooded']).toContain(
            roads.roadAt(at, storm.latitude, storm.longitude).condition,
          );
      }
      expect(
        [...roads.roadGrid(at, latitudes, longitudes)].every((index) =>
          ['none', 'slippery', 'flooded'].includes(roadConditions[index]!),
        ),
      ).toBe(true);
    }
  });
});

describe("a model's run", () => {
  const wrong = (options: SimulationOptions, leadHours: number) => {
    const world = createWorld(options);
    let sum = 0;
    for (let run = 0; run < 6; run++) {
      const at = options.startedAt + (26 + run * 7) * HOUR;
      const expected = world.expectedFrom(at - leadHours * HOUR).reflectivityGrid(at, latitudes, longitudes);
      for (const [cell, dbz] of world.reflectivityGrid(at, latitudes, longitudes).entries())
        sum += Math.abs(dbz - expected[cell]!);
    }
    return sum;
  };
  test.each([summer, winter])('is right at no lead, and further off the further ahead', (options) => {
    expect(wrong(options, 0)).toBe(0);
    expect(wrong(options, 0.25)).toBeGreaterThan(0);
    expect(wrong(options, 1)).toBeGreaterThan(wrong(options, 0.25));
    expect(wrong(options, 6)).toBeGreaterThan(wrong(options, 1));
  });
  test('says the same whenever it is asked, at a point and in a grid; another run says something else', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(summer, winter),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 1, max: 90 }),
        (options, issued, ahead) => {
          const issuedAt = options.startedAt + issued * 5 * MINUTE;
          const validAt = issuedAt + ahead * 10 * MINUTE;
          const run = createWorld(options).expectedFrom(issuedAt);
          const grid = run.reflectivityGrid(validAt, latitudes, longitudes);
          expect(
            createWorld(options).expectedFrom(issuedAt).reflectivityGrid(validAt, latitudes, longitudes),
          ).toEqual(grid);
          for (const cell of [0, 777, 1_234]) {
            const [latitude, longitude] = [
              latitudes[Math.floor(cell / longitudes.length)]!,
              longitudes[cell % longitudes.length]!,
            ];
            expect(grid[cell]).toBeCloseTo(run.reflectivityAt(validAt, latitude, longitude), 3);
          }
        },
      ),
      { numRuns: 30 },
    );
    const world = createWorld(winter);
    const at = winter.startedAt + 9 * HOUR;
    const [one, other] = [4, 5].map(
      (lead) => world.expectedFrom(at - lead * HOUR).conditionsAt(at, 33, -97).temperatureC,
    );
    expect(one).not.toBe(other);
  });
});
