import type { ConditionsHistoryPoint } from '@allclear/contract';
import { fahrenheitFromCelsius, inchesFromMm, mphFromMps, roundTo } from '@allclear/domain';
import type { HistoryPoint } from './condition-history.ts';

const tenths = (value: number | null) => roundTo(value, 1);

/** `rainFactor` is the calibration of the station's gauge. */
export function presentHistoryPoint(point: HistoryPoint, rainFactor: number): ConditionsHistoryPoint {
  const inches = (mm: number | null) => roundTo(inchesFromMm(mm === null ? null : mm * rainFactor), 2);
  return {
    date: new Date(point.at).toISOString(),
    minAmbientTemperature: tenths(fahrenheitFromCelsius(point.lowestC)),
    avgAmbientTemperature: tenths(fahrenheitFromCelsius(point.meanC)),
    maxAmbientTemperature: tenths(fahrenheitFromCelsius(point.highestC)),
    maxWindSpeed: tenths(mphFromMps(point.windMps)),
    maxWindGust: tenths(mphFromMps(point.gustMps)),
    maxWetBulbGlobalTemp: tenths(fahrenheitFromCelsius(point.wbgtC)),
    rainTotal: inches(point.rainMm),
    maxRain1Hr: inches(point.maxRainHourMm),
  };
}
