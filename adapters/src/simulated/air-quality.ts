import { HOUR_MS } from '@allclear/domain';
import type { AirQualityFeed, PollutantReading } from '../feeds/air-quality/port.ts';
import { simulatedSource } from './simulated-source.ts';
import type { World } from './world/world.ts';

const HOURS = 24;
const LATENCY_MS = 45 * 60_000;
/** A monitor is in the middle of each tenth of a degree, at most 5 miles from any place in it. */
const MONITORS_PER_DEGREE = 10;

/**
 * Monitors of a simulated world: PM2.5 of its smoke, PM10 derived from it, and its ozone, as hourly means 45
 * minutes after the hour.
 */
export function createSimulatedAirQuality(world: World): AirQualityFeed {
  return {
    ...simulatedSource,
    // A mean is published at a quarter to the hour. Hourly polls would show it up to an hour late.
    pollEveryMs: HOUR_MS / 6,
    pauseMs: 0,
    async read({ latitude, longitude, now }) {
      const [row, column] = [
        Math.floor(latitude * MONITORS_PER_DEGREE),
        Math.floor(longitude * MONITORS_PER_DEGREE),
      ];
      const place = {
        latitude: (row + 0.5) / MONITORS_PER_DEGREE,
        longitude: (column + 0.5) / MONITORS_PER_DEGREE,
      };
      const endedAt = Math.floor((now - LATENCY_MS) / HOUR_MS) * HOUR_MS;
      const hours = Array.from({ length: HOURS }, (_, ago) =>
        world.conditionsAt(endedAt - ago * HOUR_MS - HOUR_MS / 2, place.latitude, place.longitude),
      );
      const site = {
        siteName: `Simulated monitor ${row},${column}`,
        ...place,
        observedAt: endedAt - HOUR_MS,
        nowCastIndex: null,
      };
      return [
        { ...site, pollutant: 'PM2.5', hours: hours.map(({ smokePm25 }) => rounded(smokePm25, 10)) },
        // Coarse dust follows the fine particles: half as much again, and a small constant.
        { ...site, pollutant: 'PM10', hours: hours.map(({ smokePm25 }) => rounded(1.5 * smokePm25 + 5, 1)) },
        { ...site, pollutant: 'O3', hours: hours.map(({ ozonePpb }) => rounded(ozonePpb / 1000, 1000)) },
      ] satisfies PollutantReading[];
    },
  };
}

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
