import { observationOf } from '@allclear/domain';
import { expect, test } from 'vitest';
import { AdapterError } from '../adapter-error.ts';
import { createSimulatedAirQuality } from './air-quality.ts';
import { createSimulatedAlerts } from './alerts.ts';
import { createSimulatedForecast } from './forecasts.ts';
import { createSimulatedLightning } from './lightning.ts';
import { createSimulatedObservations } from './observations.ts';
import {
  failingAirQuality,
  failingAlerts,
  failingForecast,
  failingLightning,
  failingObservations,
  outageAt,
} from './outages.ts';
import { createWorld, type SimulationOptions } from './world/world.ts';

const MINUTE = 60_000;
const T = Date.UTC(2026, 6, 10, 17);
const places = [{ latitude: 32.78, longitude: -96.8 }];
const options: SimulationOptions = { seed: 'demo', startedAt: T, places, scenario: 'outage' };
const signal = new AbortController().signal;

/**
 * Polls every ten seconds of weather, as the engine does, and says what was observed through and which polls
 * failed.
 */
async function watchLightning(fromMinute: number, toMinute: number) {
  const feed = failingLightning(createSimulatedLightning(options), T);
  const windows: { from: number; to: number; receivedAt: number }[] = [];
  const keys = new Set<string>();
  const failures: { minute: number; kind: string }[] = [];
  for (let now = T + fromMinute * MINUTE; now <= T + toMinute * MINUTE; now += 10_000) {
    try {
      const request = {
        now,
        since: now - 65 * MINUTE,
        known: (key: string) => keys.has(key),
        onFault: () => {},
        signal,
      };
      for await (const batch of feed.poll(request)) {
        keys.add(batch.key);
        windows.push({ from: batch.from, to: batch.to, receivedAt: now });
      }
    } catch (error) {
      failures.push({ minute: (now - T) / MINUTE, kind: (error as AdapterError).kind });
    }
  }
  windows.sort((a, b) => a.from - b.from);
  return {
    windows,
    failures,
    observedThrough: observationOf(windows, T + toMinute * MINUTE)!.observedThrough,
  };
}

test('lightning is silent for six minutes, observation stands still, and what was missed arrives', async () => {
  const silent = await watchLightning(0, 8);
  expect(T + 8 * MINUTE - silent.observedThrough).toBeGreaterThan(5 * MINUTE);
  const back = await watchLightning(0, 11);
  expect(back.failures.every(({ minute, kind }) => kind === 'timeout' && minute >= 3 && minute < 9)).toBe(
    true,
  );
  expect(back.failures.length).toBe(36);
  expect(T + 11 * MINUTE - back.observedThrough).toBeLessThan(MINUTE);
  for (const [index, window] of back.windows.entries())
    if (index > 0) expect(window.from).toBe(back.windows[index - 1]!.to);
});

test('every other time what was missed is lost', async () => {
  const { windows } = await watchLightning(118, 135);
  const holes = windows.flatMap(({ from }, index) =>
    index > 0 && from > windows[index - 1]!.to ? [from - windows[index - 1]!.to] : [],
  );
  expect(holes).toHaveLength(1);
  expect(holes[0]).toBeGreaterThanOrEqual(6 * MINUTE);
  expect(holes[0]).toBeLessThan(7 * MINUTE);
});

test('the feeds fail in turn, each in its own way, and each comes back', async () => {
  const stations = failingObservations(createSimulatedObservations(options), T);
  const alerts = failingAlerts(createSimulatedAlerts(options), T);
  const starts: Partial<Record<string, number>> = {};
  let ends = 0;
  for (let minute = 0; minute < 240; minute++) {
    const now = T + minute * MINUTE;
    for (const [kind, poll, failure] of [
      [
        'observations',
        () => stations.poll({ now, places, signal }),
        { kind: 'upstream', status: 503, retryAfterMs: MINUTE },
      ],
      ['alerts', () => alerts.poll({ now, signal }), { kind: 'malformed' }],
    ] as const) {
      if (outageAt(kind, T, now) === null) {
        await expect(poll()).resolves.toBeDefined();
        if (outageAt(kind, T, now - MINUTE) !== null) ends++;
        continue;
      }
      starts[kind] ??= minute;
      const error = await poll().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(AdapterError);
      expect(error).toMatchObject(failure);
    }
  }
  expect(starts).toEqual({ observations: 12, alerts: 20 });
  expect(ends).toBe(4);
  expect(outageAt('lightning', T, T - MINUTE)).toBeNull();
});

test('the forecast and then air quality fail for hours, twice a day', async () => {
  const world = createWorld(options);
  let now = T;
  const forecast = failingForecast(createSimulatedForecast(world), T, () => now);
  const air = failingAirQuality(createSimulatedAirQuality(world), T);
  const place = places[0]!;
  const fails = async (ask: () => Promise<unknown>) =>
    ask().then(
      () => null,
      (thrown: AdapterError) => thrown,
    );
  for (const [hour, expected] of [
    [0.5, { forecast: null, air: null }],
    [0.7, { forecast: { status: 503 }, air: null }],
    [4.9, { forecast: { status: 503 }, air: null }],
    [5.1, { forecast: null, air: { status: 429, retryAfterMs: 5 * MINUTE } }],
    [11.9, { forecast: null, air: null }],
    [12.7, { forecast: { status: 503 }, air: null }],
    [17.1, { forecast: null, air: { status: 429 } }],
  ] as const) {
    now = T + hour * 60 * MINUTE;
    const cell = await fails(() => forecast.cellOf({ ...place, signal }));
    const given = {
      forecast: cell ?? (await fails(() => forecast.read({ cell: { cell: 'x', ...place }, now, signal }))),
      air: await fails(() => air.read({ ...place, now, signal })),
    };
    for (const kind of ['forecast', 'air'] as const) {
      if (expected[kind] === null) expect(given[kind], `${kind} at hour ${hour}`).toBeNull();
      else expect(given[kind]).toMatchObject({ name: 'AdapterError', kind: 'upstream', ...expected[kind] });
    }
  }
});
