import { type ForecastHour, HOUR_MS, MINUTE_MS, relativeHumidityPct } from '@allclear/domain';
import type { ForecastFeed } from '../feeds/forecasts/port.ts';
import { expectedAmount, forecastChance, MAX_SPREAD_HOURS } from './forecast-chance.ts';
import { forecastPrecipitation } from './forecast-precipitation.ts';
import { simulatedSource } from './simulated-source.ts';
import type { World } from './world/world.ts';

const AHEAD_HOURS = 8 * 24;
/** A forecast begins before it is made, so that a whole day can be shown. */
const BEFORE_HOURS = 12;
/** Yields to other work after this many hours (about 8 ms of work). */
const HOURS_AT_A_TIME = 6;
const CELLS_PER_DEGREE = 10;
/** Hours before the first one that count in its chances. */
const FIRST_HOUR = -BEFORE_HOURS - MAX_SPREAD_HOURS;
/** An hour with less is dry. */
const WET_MM = 0.1;
const THUNDER_MINUTES = [5, 20, 35, 50];

type Place = { readonly latitude: number; readonly longitude: number };

/**
 * The forecast of a simulated world: close to it in the hour in which it is made, with errors that grow with
 * each hour ahead, and chances of rain that spread over more hours. Made every hour.
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
      const pause = async (lead: number) => {
        if (lead % HOURS_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
      };
      const course: Course = { wet: [], thunder: [], mm: [] };
      for (let lead = FIRST_HOUR; lead < AHEAD_HOURS + MAX_SPREAD_HOURS; lead++) {
        await pause(lead);
        addHour(course, world, issuedAt + lead * HOUR_MS, cell);
      }
      const hours: ForecastHour[] = [];
      for (let lead = -BEFORE_HOURS; lead < AHEAD_HOURS; lead++) {
        await pause(lead);
        hours.push(hourOf(world, issuedAt, lead, cell, course));
      }
      return { issuedAt, asOf: now, elevationM: 10, hours };
    },
  };
}

/** What happens at a place, hour by hour; 1 where it does. */
interface Course {
  readonly wet: number[];
  readonly thunder: number[];
  readonly mm: number[];
}

function addHour(
  { wet, thunder, mm }: Course,
  world: World,
  at: number,
  { latitude, longitude }: Place,
): void {
  const hourMm = world.precipitationMm(at, at + HOUR_MS, latitude, longitude);
  const hasThunder = THUNDER_MINUTES.some((minute) =>
    world.thunderAt(at + minute * MINUTE_MS, latitude, longitude),
  );
  mm.push(hourMm);
  thunder.push(hasThunder ? 1 : 0);
  wet.push(hasThunder || hourMm >= WET_MM ? 1 : 0);
}

function hourOf(world: World, issuedAt: number, lead: number, place: Place, course: Course): ForecastHour {
  const at = issuedAt + lead * HOUR_MS;
  // Three samples in each hour: storms pass within minutes.
  const sampleAfter = (minutes: number) => world.forecastAt(issuedAt, at + minutes * MINUTE_MS, place);
  const middle = sampleAfter(30);
  const samples = [sampleAfter(10), middle, sampleAfter(50)];
  const temperatureC = tenth(middle.temperatureC);
  const index = lead - FIRST_HOUR;
  const precipitationChance = forecastChance(course.wet, index, lead);
  // Rain falls from clouds.
  const cloudCover = Math.max(middle.cloudCover, 0.9 * precipitationChance);
  return {
    at,
    temperatureC,
    relativeHumidityPct: tenth(relativeHumidityPct(middle.temperatureC, middle.dewPointC) ?? 0),
    windMps: tenth(middle.windMps),
    windGustMps: tenth(Math.max(...samples.map(({ gustMps }) => gustMps))),
    windFromDegrees: Math.round(middle.windFromDegrees / 10) * 10,
    cloudCover: Math.round(cloudCover * 100) / 100,
    ...forecastPrecipitation({
      precipitationChance,
      thunderChance: forecastChance(course.thunder, index, lead),
      expectedMm: expectedAmount(course.mm, index, lead),
      temperatureC,
      meltedPart: middle.meltedPart,
      smokePm25: middle.smokePm25,
      cloudCover,
    }),
    isDaytime: null,
  };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
