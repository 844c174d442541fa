import type { ConditionsHistoryPoint } from '@allclear/contract';
import { fahrenheitFromCelsius, mphFromMps, roundTo } from '@allclear/domain';
import type { HistoryPoint } from './condition-history.ts';

const tenths = (value: number | null) => roundTo(value, 1);

export function presentHistoryPoint(point: HistoryPoint): ConditionsHistoryPoint {
  return {
    date: new Date(point.at).toISOString(),
    minAmbientTemperature: tenths(fahrenheitFromCelsius(point.lowestC)),
    avgAmbientTemperature: tenths(fahrenheitFromCelsius(point.meanC)),
    maxAmbientTemperature: tenths(fahrenheitFromCelsius(point.highestC)),
    maxWindSpeed: tenths(mphFromMps(point.windMps)),
    maxWindGust: tenths(mphFromMps(point.gustMps)),
    maxWetBulbGlobalTemp: tenths(point.wbgtF),
  };
}
