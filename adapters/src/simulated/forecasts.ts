import { type ForecastHour, HOUR_MS, relativeHumidityPct, skyCode } from '@allclear/domain';
import type { ForecastFeed } from '../feeds/forecasts/port.ts';
import { simulatedSource } from './simulated-source.ts';
import type { World } from './world/world.ts';

const AHEAD_HOURS = 8 * 24;
/** A forecast begins before it is made, so that a whole day can be shown. */
const BEFORE_HOURS = 12;
/** Yields to other work after this many hours (about 8 ms of work). */
const HOURS_AT_A_TIME = 6;
const CELLS_PER_DEGREE = 10;
/** Snow is about ten times as deep as the water it contains. */
const SNOW_DEPTH = 10;

/**
 * The forecast of a simulated world: exact for the hour in which it is made, with errors that grow with each
 * hour ahead. Made every hour.
 */
export function createSimulatedForecast(world: World): ForecastFeed {
  return {
    ...simulatedSource,
    pollEveryMs: HOUR_MS,
    pauseMs: 0,
    cellOf: async ({ latitude, longitude }) =>
      `${Math.floor(latitude * CELLS_PER_DEGREE)},${Math.floor(longitude * CELLS_PER_DEGREE)}`,
    async read({ cell, now, signal }) {
      const issuedAt = Math.floor(now / HOUR_MS) * HOUR_MS;
      const hours: ForecastHour[] = [];
      for (let lead = -BEFORE_HOURS; lead < AHEAD_HOURS; lead++) {
        if (lead % HOURS_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
        hours.push(hourOf(world, issuedAt, issuedAt + lead * HOUR_MS, cell));
      }
      return { issuedAt, asOf: now, elevationM: 10, hours };
    },
  };
}

function hourOf(
  world: World,
  issuedAt: number,
  at: number,
  place: { latitude: number; longitude: number },
): ForecastHour {
  // Three samples in each hour: storms pass within minutes.
  const sampleAfter = (minutes: number) => world.forecastAt(issuedAt, at + minutes * 60_000, place);
  const middle = sampleAfter(30);
  const samples = [sampleAfter(10), middle, sampleAfter(50)];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const rainMm = mean(samples.map(({ rainMmPerHour }) => rainMmPerHour));
  const snowWaterMm = mean(samples.map(({ snowMmPerHour }) => snowMmPerHour));
  const chance = Math.max(...samples.map(({ precipitationProbability }) => precipitationProbability));
  const thunder = Math.max(...samples.map(({ thunderProbability }) => thunderProbability));
  return {
    at,
    temperatureC: tenth(middle.temperatureC),
    relativeHumidityPct: tenth(relativeHumidityPct(middle.temperatureC, middle.dewPointC) ?? 0),
    windMps: tenth(middle.windMps),
    windGustMps: tenth(Math.max(...samples.map(({ gustMps }) => gustMps))),
    windFromDegrees: Math.round(middle.windFromDegrees / 10) * 10,
    cloudCover: Math.round(middle.cloudCover * 100) / 100,
    precipitationMm: tenth(rainMm + snowWaterMm),
    precipitationChancePct: Math.round(chance * 20) * 5,
    snowMm: tenth(snowWaterMm * SNOW_DEPTH),
    weatherCode: codeOf({
      rainMm,
      snowWaterMm,
      thunder,
      smokePm25: middle.smokePm25,
      cloudCover: middle.cloudCover,
    }),
    isDaytime: null,
  };
}

function codeOf(hour: {
  rainMm: number;
  snowWaterMm: number;
  thunder: number;
  smokePm25: number;
  cloudCover: number;
}): number | null {
  if (hour.thunder >= 0.25) return 19;
  if (hour.snowWaterMm > 0.05 && hour.rainMm > 0.05) return 16;
  if (hour.snowWaterMm > 0.05) return hour.snowWaterMm > 2.5 ? 18 : hour.snowWaterMm > 0.5 ? 11 : 17;
  if (hour.rainMm > 0.1) return hour.rainMm > 7.6 ? 12 : hour.rainMm > 2.5 ? 10 : 14;
  if (hour.smokePm25 > 55) return 22;
  return skyCode(hour.cloudCover);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
