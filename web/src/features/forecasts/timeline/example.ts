import type { ConditionsHistoryPoint, HourlyForecastItem } from '@allclear/contract';
import { policyTypes, type WatchedLimit } from '@allclear/domain';

/** Made-up answers for the tests of this feature. */
export const nowMs = Date.parse('2026-06-06T20:46:00Z');
const minute = 60_000;

/** A measurement from this many minutes ago. */
export function measured(
  minutesAgo: number,
  part: Partial<ConditionsHistoryPoint> = {},
): ConditionsHistoryPoint {
  return {
    date: new Date(nowMs - minutesAgo * minute).toISOString(),
    minAmbientTemperature: 88,
    avgAmbientTemperature: 90.4,
    maxAmbientTemperature: 92,
    maxWindSpeed: 11.6,
    maxWindGust: 20,
    maxWetBulbGlobalTemp: 86.25,
    rainTotal: null,
    maxRain1Hr: null,
    ...part,
  };
}

/** The forecast hour that begins this many hours after 20:00 UTC. */
export function hour(
  index: number,
  values: { wbgt?: number | null; wind?: number | null; temperature?: number | null },
): HourlyForecastItem {
  const startTime = new Date(Date.parse('2026-06-06T20:00:00Z') + index * 60 * minute).toISOString();
  const valued = (value: number | null | undefined, unit: string) => ({ value: value ?? null, unit });
  const nothing = valued(null, '');
  return {
    observationTime: startTime,
    forecastStartTime: startTime,
    weatherCode: { value: 1, text: 'Clear', icon: 'sun', isSnow: false },
    ambientTemperature: valued(values.temperature, '°F'),
    feelsLike: nothing,
    wbgt: valued(values.wbgt, '°F'),
    windSpeed: valued(values.wind, 'mph'),
    windGust: nothing,
    windDirection: null,
    windDirectionDegrees: null,
    relativeHumidity: nothing,
    precipitation: nothing,
    precipitationChance: nothing,
    snowAccumulation: nothing,
    dayLight: true,
    issuedTime: new Date(nowMs - 60 * minute).toISOString(),
    asOf: new Date(nowMs).toISOString(),
    stale: false,
    attribution: 'Test',
  };
}

export function limit(shortName: string, threshold: number): WatchedLimit {
  const found = policyTypes.find((type) => type.shortName === shortName);
  if (!found) throw new Error(`No policy type ${shortName}`);
  const { isDesc, unit, precision } = found;
  return { policyTypeShortName: shortName, threshold, isDesc, unit, precision };
}
