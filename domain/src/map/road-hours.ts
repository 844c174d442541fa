import { dewPointC, estimatedSolarWm2 } from '../atmosphere/index.ts';
import { isFiniteReading } from '../core/index.ts';
import { type ForecastHour, type ForecastPlace, HOUR_MS } from '../forecasts/index.ts';
import { meltMmPerHour, type RoadState, type RoadWeather, roadState } from './road-conditions.ts';

/** Snow lies some ten times as deep as the water it holds. */
const SNOW_DEPTH = 10;
const RECENT_HOURS = 3;
const NEVER_SNOW_ABOVE_C = 5;

export interface RoadHour {
  /** Its beginning, epoch ms. */
  readonly at: number;
  /** What the model was given. */
  readonly weather: RoadWeather;
  /** Null where the forecast lacks something that the model needs. */
  readonly state: RoadState | null;
}

/**
 * The road through the hours of a forecast at a place: rain of the last three hours and lying snow follow
 * from the hours before, so the first should lie some hours back; what lay before the first is not known and
 * counts as none. An hour that is missing from the row, or its rain, makes the next three unknown; snow that
 * may have fallen in it keeps the road unknown until the air is above 5 °C.
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
    // What nobody told of is gone at the latest when it is warm.
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
