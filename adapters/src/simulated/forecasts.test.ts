import { HOUR_MS } from '@allclear/domain';
import { expect, test } from 'vitest';
import { createSimulatedForecast } from './forecasts.ts';
import { createWorld } from './world/world.ts';

const T = Date.UTC(2026, 6, 15, 16);
const place = { latitude: 27.95, longitude: -82.46 };
const signal = new AbortController().signal;
const world = createWorld({ seed: 'test', startedAt: T, places: [place] });
const feed = createSimulatedForecast(world);
const read = (now: number) => feed.read({ cell: { cell: 'x', ...place }, now, signal });

test('hours of half a day before and eight days ahead, the same however often it is asked within the hour', async () => {
  const forecast = await read(T + 10 * 60_000);
  expect(forecast).toMatchObject({ issuedAt: T, asOf: T + 10 * 60_000 });
  expect(forecast.hours.map(({ at }) => (at - T) / HOUR_MS)).toEqual(
    Array.from({ length: 204 }, (_, hour) => hour - 12),
  );
  expect((await read(T + 50 * 60_000)).hours).toEqual(forecast.hours);
});

test('near places share a cell', async () => {
  const cells = [27.91, 27.99, 28.01].map((latitude) => feed.cellOf({ latitude, longitude: -82.46, signal }));
  const [a, b, c] = await Promise.all(cells);
  expect(a).toBe(b);
  expect(c).not.toBe(a);
});

test('its error grows with the lead', async () => {
  const errors = { near: 0, far: 0 };
  for (let run = 0; run < 40; run++) {
    const issuedAt = T + run * 6 * HOUR_MS;
    const { hours } = await read(issuedAt);
    for (const [lead, name] of [
      [2, 'near'],
      [120, 'far'],
    ] as const) {
      const actual = world.conditionsAt(
        issuedAt + lead * HOUR_MS + HOUR_MS / 2,
        place.latitude,
        place.longitude,
      );
      errors[name] += Math.abs(hours[12 + lead]!.temperatureC! - actual.temperatureC) / 40;
    }
  }
  expect(errors.near).toBeLessThan(1.5);
  expect(errors.far).toBeGreaterThan(errors.near);
});
