/**
 * The simulated world as a load generator: the speed of an hour of its strikes, the duration of a radar grid
 * of 2000 × 1200 cells, and the cost of stations and forecasts. The yardstick in the same run is a bare pass
 * over as many cells with one sine each.
 */

import {
  createSimulatedLightning,
  createWorld,
  NO_ECHO_DBZ,
  type Scenario,
  type SimulationOptions,
} from '@allclear/adapters';
import { HOUR_MS } from '@allclear/domain';
import { percentile, present, printed } from './measure.ts';

const START = Date.UTC(2026, 6, 10, 17);
const PLACES = [
  { latitude: 32.7767, longitude: -96.797 },
  { latitude: 32.9483, longitude: -96.7299 },
];
const COLUMNS = 2_000;
const ROWS = 1_200;
const IMAGES = 12;
const FORECAST_HOURS = 168;

/**
 * Budgets: a day's load in a few minutes, a grid well under a second, a week's forecast for one more place.
 */
export const BUDGET = { strikesPerHour: 20_000, imageMs: 500, forecastMs: 250 };

export async function runSimulatedWorld(): Promise<unknown> {
  const options = { seed: 'bench', startedAt: START, places: PLACES };
  const { strikes, ms } = await hourOfStrikes(options);
  const storms = image({ ...options, scenario: 'afternoon-storms' });
  const snow = image({ ...options, scenario: 'winter' });
  const bareMs = percentile(timed(IMAGES, barePass), 0.5);
  const forecastMs = forecast(options);
  return {
    simulatedWorld: {
      strikesPerHourOfWeather: strikes,
      strikesMadePerSecond: Math.round((strikes / ms) * 1_000),
      stormPictureMs: round(storms),
      snowPictureMs: round(snow),
      barePassMs: round(bareMs),
      stormPictureToBarePass: round(storms / bareMs),
      snowPictureToBarePass: round(snow / bareMs),
      weekOfForecastMs: round(forecastMs),
      budget: BUDGET,
      withinBudget:
        strikes >= BUDGET.strikesPerHour &&
        Math.max(storms, snow) <= BUDGET.imageMs &&
        forecastMs <= BUDGET.forecastMs,
    },
  };
}

async function hourOfStrikes(options: SimulationOptions): Promise<{ strikes: number; ms: number }> {
  const startedAt = performance.now();
  let strikes = 0;
  const now = START + 2 * HOUR_MS;
  const request = {
    now,
    since: now - HOUR_MS,
    known: () => false,
    onFault: () => {},
    signal: new AbortController().signal,
  };
  for await (const batch of createSimulatedLightning(options).poll(request)) strikes += batch.flashes.length;
  return { strikes, ms: performance.now() - startedAt };
}

/** The median of several instants over the whole region of the storms, ms. */
function image(options: SimulationOptions & { scenario: Scenario }): number {
  const world = createWorld(options);
  const latitudes = Float64Array.from({ length: ROWS }, (_, row) => 38.5 - row * 0.01);
  const longitudes = Float64Array.from({ length: COLUMNS }, (_, column) => -105 + column * 0.008);
  return percentile(
    timed(IMAGES, (turn) => world.reflectivityGrid(START + HOUR_MS + turn * 300_000, latitudes, longitudes)),
    0.5,
  );
}

function barePass(): Float32Array {
  const grid = new Float32Array(COLUMNS * ROWS).fill(NO_ECHO_DBZ);
  for (let cell = 0; cell < grid.length; cell++) grid[cell] = Math.sin(cell);
  return grid;
}

/** A week of hours at a place, when another place was requested before. */
function forecast(options: SimulationOptions): number {
  const world = createWorld(options);
  const week = (place: (typeof PLACES)[number]) => {
    for (let hour = 0; hour < FORECAST_HOURS; hour++) world.forecastAt(START, START + hour * HOUR_MS, place);
  };
  week(present(PLACES[0]));
  return present(timed(1, () => week(present(PLACES[1])))[0]);
}

function timed(times: number, work: (turn: number) => unknown): number[] {
  return Array.from({ length: times }, (_, turn) => {
    const startedAt = performance.now();
    work(turn);
    return performance.now() - startedAt;
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

await printed(import.meta, runSimulatedWorld);
