/** What each scenario promises, as the feeds show it. */
import {
  activeAlerts,
  estimatedSolarWm2,
  fahrenheitFromCelsius,
  mphFromMps,
  relativeHumidityPct,
  wetBulbGlobe,
  windChillF,
} from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulatedAlerts } from './alerts.ts';
import { createSimulatedLightning } from './lightning.ts';
import { createSimulatedObservations } from './observations.ts';
import { scenarioBeginsAt } from './world/beginning.ts';
import type { Scenario } from './world/scenario.ts';
import { createWorld, type SimulationOptions } from './world/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WALL = Date.UTC(2026, 10, 21, 12);
const places = [
  { latitude: 32.7767, longitude: -96.797 },
  { latitude: 32.7668, longitude: -96.5992 },
  { latitude: 32.9483, longitude: -96.7299 },
];
const signal = new AbortController().signal;

const begin = (scenario: Scenario, wallNow = WALL): SimulationOptions => ({
  seed: 'demo',
  startedAt: scenarioBeginsAt(scenario, wallNow, places[0]!.longitude),
  places,
  scenario,
});
const observe = (options: SimulationOptions, minute: number) =>
  createSimulatedObservations(options).poll({ now: options.startedAt + minute * MINUTE, places, signal });
const advisories = async (options: SimulationOptions, minute: number) => {
  const now = options.startedAt + minute * MINUTE;
  const { alerts } = await createSimulatedAlerts(options).poll({ now, signal });
  return activeAlerts(alerts, now).map(({ alert }) => alert.event);
};

describe('the heat wave', () => {
  const wbgtF = async (options: SimulationOptions, minute: number) =>
    (await observe(options, minute)).map((report) => {
      const there = { at: report.observedAt, latitude: report.latitude, longitude: report.longitude };
      const heat = wetBulbGlobe({
        ...there,
        temperatureC: report.temperatureC,
        relativeHumidityPct: relativeHumidityPct(report.temperatureC, report.dewPointC),
        windMps: report.windMps,
        windHeightM: 10,
        pressureHpa: report.altimeterHpa,
        solarWm2: estimatedSolarWm2({ ...there, cloudCover: report.cloudCover }),
      });
      return fahrenheitFromCelsius(heat!.wbgtC)!;
    });

  test.each([2024, 2025, 2026, 2027])(
    'in %i: the wet-bulb globe passes 90 °F within minutes and nears 92 °F by noon',
    async (year) => {
      const options = begin('heat-wave', Date.UTC(year, 8, 1));
      for (const value of await wbgtF(options, 0)) expect(value).toBeLessThan(90);
      for (const value of await wbgtF(options, 40)) expect(value).toBeGreaterThan(90);
      for (const value of await wbgtF(options, 100)) expect(value).toBeGreaterThan(91.3);
      for (const value of await wbgtF(options, 180)) expect(value).toBeGreaterThan(92);
      for (const value of await wbgtF(options, 12 * 60)) expect(value).toBeLessThan(85);
    },
  );
  test('is warned of', async () => {
    expect(await advisories(begin('heat-wave'), 5)).toEqual(['Extreme Heat Warning']);
  });
});

describe('winter', () => {
  const options = begin('winter');
  test('begins in January, by day', () => {
    expect(new Date(options.startedAt).toISOString()).toMatch(/^2026-01-20T14:/);
  });
  test('snow falls within minutes, the wind bites, and the radar shows the band', async () => {
    const reports = await observe(options, 20);
    const world = createWorld(options);
    for (const report of reports) {
      expect(report.temperatureC!).toBeLessThan(0);
      expect(
        windChillF(fahrenheitFromCelsius(report.temperatureC), mphFromMps(report.windMps))!,
      ).toBeLessThan(fahrenheitFromCelsius(report.temperatureC)! - 5);
      expect(report.weatherText).toMatch(/[Ss]now|[Ff]reezing rain/);
      expect(
        world.reflectivityAt(options.startedAt + 15 * MINUTE, report.latitude, report.longitude),
      ).toBeGreaterThan(15);
    }
  });
  test('somewhere there is ice: rain at 0 °C and below', () => {
    const world = createWorld(options);
    let icy = 0;
    for (let hour = 1; hour < 60; hour++) {
      for (let latitude = 26; latitude < 36; latitude++) {
        const { rainMmPerHour, temperatureC } = world.conditionsAt(
          options.startedAt + hour * HOUR,
          latitude,
          -97,
        );
        if (rainMmPerHour > 0.2 && temperatureC <= 0) icy++;
      }
    }
    expect(icy).toBeGreaterThan(3);
  });
  test('is warned of', async () => {
    expect(await advisories(options, 5)).toEqual(['Winter Weather Advisory']);
  });
});

test('smoke: unhealthy air within minutes, a hazy view and an alert', async () => {
  const options = begin('smoke');
  const { smokePm25 } = createWorld(options).conditionsAt(
    options.startedAt + 10 * MINUTE,
    places[0]!.latitude,
    places[0]!.longitude,
  );
  expect(smokePm25).toBeGreaterThan(56);
  const [report] = await observe(options, 10);
  expect(report).toMatchObject({ weatherText: 'Smoke', visibilityAtLeast: false });
  expect(await advisories(options, 5)).toEqual(['Air Quality Alert']);
});

test('whenever it begins, and with any seed: smoke, or snow, at the first place within the hour', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 0, max: 400 * 24 }),
      fc.integer({ min: 5, max: 60 }),
      (seed, hours, minute) => {
        for (const scenario of ['smoke', 'winter'] as const) {
          const options = { ...begin(scenario, WALL + hours * HOUR), seed };
          const { smokePm25, rainMmPerHour, snowMmPerHour } = createWorld(options).conditionsAt(
            options.startedAt + minute * MINUTE,
            places[0]!.latitude,
            places[0]!.longitude,
          );
          if (scenario === 'smoke') expect(smokePm25).toBeGreaterThan(125);
          else expect(rainMmPerHour + snowMmPerHour).toBeGreaterThan(0.5);
        }
      },
    ),
  );
});

test.each<Scenario>(['heat-wave', 'winter', 'smoke', 'quiet'])(
  '%s: no lightning, and it is observed all the time',
  async (scenario) => {
    const options = begin(scenario);
    const now = options.startedAt + 2 * HOUR;
    let batches = 0;
    for await (const batch of createSimulatedLightning(options).poll({
      now,
      since: now - HOUR,
      known: () => false,
      onFault: () => {},
      signal,
    })) {
      expect(batch.flashes).toEqual([]);
      batches++;
    }
    expect(batches).toBeGreaterThan(170);
  },
);

test('quiet: no events', async () => {
  const options = begin('quiet');
  expect(options.startedAt).toBe(WALL);
  expect(await advisories(options, 60)).toEqual([]);
  for (const report of await observe(options, 60))
    expect(report).toMatchObject({
      weatherText: null,
      precipitationLastHourMm: 0,
      thunder: 'no',
      visibilityMiles: 10,
    });
});
