import { expect, it } from 'vitest';
import { pollEveryMs, pollingMs, trustedForMs } from './polling.ts';

const minuteMs = 60_000;

it.each([
  ['delay', 10_000],
  ['radarFrames', 180_000],
  ['strikes', minuteMs],
  ['mapLayers', minuteMs],
  ['stormCells', 5 * minuteMs],
  ['stationImage', 5 * minuteMs],
  ['hourlyForecast', 15 * minuteMs],
  ['dailyForecast', 360 * minuteMs],
  ['warnings', minuteMs],
  ['conditionHistory', 5 * minuteMs],
  ['observation', minuteMs],
  ['threatForecast', 3 * minuteMs],
  ['stationStatus', 15 * minuteMs],
  ['hardware', 5 * minuteMs],
] as const)('%s is polled as the specification says', (kind, everyMs) => {
  expect(pollEveryMs(kind, 1)).toBe(everyMs);
});

it.each([
  ['warnings', 60, 20_000],
  ['delay', 5, 10_000],
  ['delay', 20, 3_000],
  ['delay', 60, 1_000],
  ['observation', 2, 30_000],
  ['observation', 20, 15_000],
  ['locations', 60, 60_000],
  ['delay', 0, 10_000],
] as const)('%s at speed %d is asked for every %d ms', (kind, speed, everyMs) => {
  expect(pollEveryMs(kind, speed)).toBe(everyMs);
});

it.each(Object.keys(pollingMs) as (keyof typeof pollingMs)[])(
  '%s stays known for longer than its next poll takes',
  (kind) => {
    expect(trustedForMs(kind)).toBeGreaterThan(pollingMs[kind]);
    expect(trustedForMs(kind)).toBeLessThanOrEqual(pollingMs[kind] * 5);
  },
);
