import { dewPointC, estimatedSolarWm2 } from '../atmosphere/index.ts';
import { HOUR_MS, isFiniteReading } from '../core/index.ts';
import type { ForecastHour, ForecastPlace } from '../forecasts/index.ts';
import { meltMmPerHour, type RoadState, type RoadWeather, roadState } from './road-conditions.ts';

/** Snow is about ten times as deep as the water it contains. */
const SNOW_DEPTH = 10;
const RECENT_HOURS = 3;
const NEVER_SNOW_ABOVE_C = 5;

export interface RoadHour {
  /** Start of the hour, epoch ms. */
  readonly at: number;
  /** The input of the model. */
  readonly weather: RoadWeather;
  /** Null where the forecast lacks an input of the model. */
  readonly state: RoadState | null;
}

/**
 * The road through the hours of a forecast at a place. Rain of the last three hours and lying snow follow
 * from the previous hours, so the series should begin some hours back; snow before the first hour counts as
 * none. A missing hour, or one without rain, makes the next three unknown. Snow that may have fallen in it
 * keeps the road unknown until the air is above 5 °C.
 */
export function roadHours(
  hours: readonly ForecastHour[],
  { latitude, longitude }: ForecastPlace,
): RoadHour[] {
  let lyingSnowMm: number | null = 0;
  let rains: (number | null)[] = [];
  let last: number | null = null;
  return hours.map((hour) => {
    if (last !== null && hour.at - last > HOUR_MS) {
      lyingSnowMm = null;
      rains = [null];
    }
    last = hour.at;
    const { temperatureC } = hour;
    const isWarm = isFiniteReading(temperatureC) && temperatureC > NEVER_SNOW_ABOVE_C;
    const fallen = fallOf(hour, isWarm);
    // Unreported snow has melted at the latest at this temperature.
    if (isWarm) lyingSnowMm ??= 0;
    const melted: number | null = isFiniteReading(temperatureC) ? meltMmPerHour(temperatureC) : null;
    lyingSnowMm =
      lyingSnowMm === null || fallen.snowMm === null || melted === null
        ? null
        : Math.max(0, lyingSnowMm + fallen.snowMm - melted);
    rains = [...rains, fallen.rainMm].slice(-RECENT_HOURS);
    const weather: RoadWeather = {
      temperatureC,
      dewPointC: dewPointC(temperatureC, hour.relativeHumidityPct),
      windMps: hour.windMps,
      solarWm2: estimatedSolarWm2({
        at: hour.at + HOUR_MS / 2,
        latitude,
        longitude,
        cloudCover: hour.cloudCover,
      }),
      cloudCover: hour.cloudCover,
      rainMmPerHour: fallen.rainMm,
      snowMmPerHour: fallen.snowMm,
      recentRainMm: rains.every(isFiniteReading) ? rains.reduce((sum, mm) => sum + mm, 0) : null,
      lyingSnowMm,
    };
    return { at: hour.at, weather, state: roadState(weather) };
  });
}

/** Rain and snow (mm of water) within an hour. */
function fallOf(
  { precipitationMm, snowMm }: ForecastHour,
  isWarm: boolean,
): { rainMm: number | null; snowMm: number | null } {
  const snow = isWarm ? (snowMm ?? 0) : snowMm;
  if (!isFiniteReading(precipitationMm) || !isFiniteReading(snow)) return { rainMm: null, snowMm: null };
  const water = Math.min(precipitationMm, snow / SNOW_DEPTH);
  return { rainMm: precipitationMm - water, snowMm: water };
}
