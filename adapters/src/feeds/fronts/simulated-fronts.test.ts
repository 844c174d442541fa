import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../simulated/world/scenario.ts';
import { createWorld, type SimulationOptions } from '../../simulated/world/world.ts';
import { createSimulatedFronts } from './simulated-fronts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 6, 10, 17, 20);
const place = { latitude: 32.78, longitude: -96.8 };
const signal = new AbortController().signal;
const moment = fc.record({
  seed: fc.string(),
  scenario: fc.constantFrom(...scenarios),
  now: fc.integer({ min: 0, max: 72 * 60 }).map((minutes) => T + minutes * MINUTE),
});
const read = (options: SimulationOptions, now: number) =>
  createSimulatedFronts(options).poll({ now, signal });

/** How far west a line runs at a latitude; null where it does not reach. */
function westAt(points: readonly (readonly [number, number])[], latitude: number): number | null {
  for (let index = 1; index < points.length; index++) {
    const [[west, from], [east, to]] = [points[index - 1]!, points[index]!];
    const part = (latitude - from) / (to - from);
    if (part >= 0 && part <= 1) return west + part * (east - west);
  }
  return null;
}

describe('simulated fronts', () => {
  test('lie behind the storms, with a warm front north of them', async () => {
    let storms = 0;
    await fc.assert(
      fc.asyncProperty(moment, async ({ seed, now }) => {
        const options: SimulationOptions = { seed, startedAt: T, places: [place] };
        const { asOf, data } = await read(options, now);
        const cold = data.fronts.find(({ kind }) => kind === 'cold')!;
        const warm = data.fronts.find(({ kind }) => kind === 'warm')!;
        for (const storm of createWorld(options).stormsAt(asOf)) {
          storms++;
          const west = westAt(cold.points, storm.latitude);
          if (west !== null) expect(storm.longitude).toBeGreaterThan(west);
          if (storm.longitude > place.longitude) expect(storm.latitude).toBeLessThan(place.latitude + 6.5);
        }
        expect(cold.points[0]).toEqual(warm.points[0]);
      }),
      { numRuns: 40 },
    );
    expect(storms).toBeGreaterThan(200);
  });
  test('say the pressure of the place where a center is drawn', async () => {
    await fc.assert(
      fc.asyncProperty(moment, async ({ seed, scenario, now }) => {
        const options: SimulationOptions = { seed, scenario, startedAt: T, places: [place] };
        const { asOf, data } = await read(options, now);
        for (const { pressureMb, latitude, longitude } of data.centres) {
          expect(
            Math.abs(createWorld(options).conditionsAt(asOf, latitude, longitude).pressureHpa - pressureMb),
          ).toBeLessThan(1);
        }
        const [high, low] = data.centres;
        expect(high!.kind).toBe('high');
        expect(low?.kind ?? 'low').toBe('low');
        expect(
          data.fronts.every(
            ({ points }) => points.length > 1 && points.every((point) => point.every(Number.isFinite)),
          ),
        ).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
  test.each(scenarios)('%s: a high is higher than a low', async (scenario) => {
    for (let day = 0; day < 12; day++) {
      const startedAt = T + day * 24 * HOUR;
      const { data } = await read(
        { seed: `day ${day}`, scenario, startedAt, places: [place] },
        startedAt + HOUR,
      );
      const [high, low] = data.centres;
      if (scenario !== 'heat-wave') expect(low).toBeDefined();
      if (low) expect(high!.pressureMb).toBeGreaterThan(low.pressureMb);
    }
  });
  test('are those of the last three hours, the same after a restart', async () => {
    const options: SimulationOptions = { seed: 'demo', startedAt: T, places: [place] };
    expect((await read(options, T)).asOf).toBe(T);
    expect((await read(options, T + 30 * MINUTE)).asOf).toBe(T + MINUTE);
    expect((await read(options, T + 5 * HOUR)).asOf).toBe(Date.UTC(2026, 6, 10, 21));
    expect(await read(options, T + 5 * HOUR)).toEqual(await read(options, T + 6 * HOUR));
  });
  test('in winter the places lie in the cold air north of a front', async () => {
    const { data } = await read(
      { seed: 'demo', scenario: 'winter', startedAt: T, places: [place] },
      T + HOUR,
    );
    for (const { points } of data.fronts)
      for (const [, latitude] of points) expect(latitude).toBeLessThan(place.latitude);
  });
});
