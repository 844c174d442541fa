export {
  AQI_CATEGORIES,
  type AqiCategory,
  type AqiEntry,
  type AqiPollutant,
  aqi,
  aqiCategory,
  overallAqi,
  truncatedConcentration,
} from './air-quality.ts';
export { nowCast, nowCastMethod } from './now-cast.ts';
export { type HourlyMeans, hourlyMeans, QUARTER_MS } from './particle-hours.ts';
export { type Pollutant, type PollutantIndices, pollutantIndices } from './pollutant-indices.ts';
