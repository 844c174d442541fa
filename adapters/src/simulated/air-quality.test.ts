import { aqiCategory, pollutantIndices } from '@allclear/domain';
import { expect, test } from 'vitest';
import { createSimulatedAirQuality } from './air-quality.ts';
import { createWorld } from './world/world.ts';

const T = Date.UTC(2026, 6, 15, 18, 50);
const place = { latitude: 27.95, longitude: -82.46 };
const read = (scenario: 'quiet' | 'smoke', now: number) =>
  createSimulatedAirQuality(
    createWorld({ seed: 'test', startedAt: T - 6 * 3_600_000, places: [place], scenario }),
  ).read({
    ...place,
    now,
    signal: new AbortController().signal,
  });

test('three pollutants with a day of hours, the newest of them over for 45 minutes', async () => {
  const readings = await read('quiet', T);
  expect(readings.map(({ pollutant }) => pollutant)).toEqual(['PM2.5', 'PM10', 'O3']);
  for (const { hours, observedAt } of readings) {
    expect(hours).toHaveLength(24);
    expect(observedAt).toBe(Date.UTC(2026, 6, 15, 17));
  }
  expect(await read('quiet', T - 10 * 60_000)).toMatchObject([
    { observedAt: Date.UTC(2026, 6, 15, 16) },
    {},
    {},
  ]);
});

test('quiet weather is good to breathe, smoke is not', async () => {
  const index = async (scenario: 'quiet' | 'smoke') => {
    const { pollutant, hours } = (await read(scenario, T))[0]!;
    return pollutantIndices(pollutant, null, hours).nowCast!;
  };
  expect(aqiCategory(await index('quiet'))!.name).toMatch(/Good|Moderate/);
  expect(await index('smoke')).toBeGreaterThan(100);
});
