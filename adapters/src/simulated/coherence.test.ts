/** All feeds describe the same world: they are consistent with each other. */
import { alertCovers, haversineMiles } from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flash } from '../feeds/lightning/port.ts';
import { createSimulatedAlerts } from './alerts.ts';
import { createSimulatedLightning } from './lightning.ts';
import { createWorld, type SimulationOptions } from './world/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 6, 10, 17);
const options: SimulationOptions = {
  seed: 'demo',
  startedAt: T,
  places: [
    { latitude: 32.78, longitude: -96.8 },
    { latitude: 32.95, longitude: -96.73 },
  ],
};
const signal = new AbortController().signal;
const anyMoment = fc.record({
  seed: fc.string(),
  at: fc.integer({ min: 0, max: 48 * 60 }).map((minutes) => T + minutes * MINUTE),
});

async function flashesBetween(from: number, to: number, own: SimulationOptions): Promise<Flash[]> {
  const flashes: Flash[] = [];
  const request = { now: to + MINUTE, since: from, known: () => false, onFault: () => {}, signal };
  for await (const batch of createSimulatedLightning(own).poll(request))
    flashes.push(...batch.flashes.filter(({ at }) => at >= from && at < to));
  return flashes;
}

test('where the radar shows more than 45 dBZ, lightning falls within 10 miles in the same five minutes', async () => {
  let cores = 0;
  await fc.assert(
    fc.asyncProperty(anyMoment, async ({ seed, at }) => {
      const own = { ...options, seed };
      const world = createWorld(own);
      const from = Math.floor(at / (5 * MINUTE)) * 5 * MINUTE;
      const flashes = await flashesBetween(from, from + 5 * MINUTE, own);
      const latitudes = Float64Array.from({ length: 240 }, (_, row) => 38.8 - row * 0.05);
      const longitudes = Float64Array.from({ length: 260 }, (_, column) => -103.5 + column * 0.06);
      const grid = world.reflectivityGrid(at, latitudes, longitudes);
      for (const [cell, dbz] of grid.entries()) {
        if (dbz <= 45) continue;
        cores++;
        const [latitude, longitude] = [latitudes[Math.floor(cell / 260)]!, longitudes[cell % 260]!];
        expect(
          flashes.some((flash) => haversineMiles(latitude, longitude, flash.latitude, flash.longitude) <= 10),
        ).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
  expect(cores).toBeGreaterThan(100);
});

test('every hour brings at least 20,000 strikes, and few of them to the places', async () => {
  for (const hour of [0, 3, 11]) {
    const flashes = await flashesBetween(T + hour * HOUR, T + (hour + 1) * HOUR, options);
    expect(flashes.length).toBeGreaterThan(20_000);
    const near = flashes.filter((flash) =>
      options.places.some(
        (place) => haversineMiles(place.latitude, place.longitude, flash.latitude, flash.longitude) < 30,
      ),
    );
    expect(near.length).toBeLessThan(2_000);
    if (hour === 0) expect(near.length).toBeGreaterThan(100);
  }
});

test('in a storm the air is colder, gustier and wetter than beside it, and thunder is heard', () => {
  fc.assert(
    fc.property(anyMoment, ({ seed, at }) => {
      const world = createWorld({ ...options, seed });
      for (const storm of world.stormsAt(at).filter(({ strength }) => strength === 1)) {
        const under = world.conditionsAt(at, storm.latitude, storm.longitude);
        // As far as the storms reach, but on the same day and latitude.
        const calm = createWorld({ ...options, seed, startedAt: at + HOUR }).conditionsAt(
          at,
          storm.latitude,
          storm.longitude,
        );
        expect(under.temperatureC).toBeLessThan(calm.temperatureC - 5);
        expect(under.gustMps).toBeGreaterThan(Math.max(calm.gustMps, storm.gustMph * 0.4));
        expect(under.rainMmPerHour).toBeGreaterThan(20);
        expect(under.thunder).toBe(true);
        expect(under.pressureHpa).toBeGreaterThan(calm.pressureHpa);
        expect(under.dewPointC).toBeLessThanOrEqual(under.temperatureC);
      }
    }),
    { numRuns: 40 },
  );
});

test('the cold air stays when the storm has gone on', () => {
  const world = createWorld(options);
  const storm = world.stormsAt(T + 20 * MINUTE)[0]!;
  const temperature = (minute: number) =>
    world.conditionsAt(T + minute * MINUTE, storm.latitude, storm.longitude).temperatureC;
  expect(temperature(20)).toBeLessThan(temperature(0) - 5);
  expect(temperature(40)).toBeLessThan(temperature(0) - 2);
  expect(temperature(40)).toBeGreaterThan(temperature(20));
});

test("a warning's polygon holds its storm for as long as it is in effect", async () => {
  await fc.assert(
    fc.asyncProperty(anyMoment, async ({ seed, at }) => {
      const own = { ...options, seed };
      const world = createWorld(own);
      const { alerts } = await createSimulatedAlerts(own).poll({ now: at, signal });
      for (const alert of alerts.filter(
        ({ messageType, polygons }) => messageType !== 'Cancel' && polygons.length > 0,
      )) {
        const id = alert.id.split('.')[1]!;
        for (let later = at; later < alert.endsAt!; later += 4 * MINUTE) {
          const storm = world.stormsAt(later).find((one) => one.id === id);
          if (storm) expect(alertCovers(alert, { ...storm, zones: [] })).toBe(true);
          else expect(later).toBeGreaterThan(at);
        }
      }
      // And a severe storm that has lived for a while is warned of.
      for (const storm of world
        .stormsAt(at)
        .filter((one) => one.isSevere && at - one.bornAt > 5 * MINUTE && one.diesAt - at > 8 * MINUTE)) {
        expect(
          alerts.some((alert) => alert.messageType !== 'Cancel' && alert.id.split('.')[1] === storm.id),
        ).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
