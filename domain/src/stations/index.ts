export {
  type DailyEvapotranspiration,
  dailyEvapotranspiration,
  type EvapotranspirationDay,
  type EvapotranspirationGap,
  type EvapotranspirationInputs,
  type EvapotranspirationPlace,
  evapotranspirationGaps,
  evapotranspirationStandard,
  type StationQuarter,
} from './evapotranspiration/daily-evapotranspiration.ts';
export {
  type EvapotranspirationNeed,
  type EvapotranspirationTotal,
  evapotranspirationLacks,
  evapotranspirationNeeds,
  evapotranspirationTotalDays,
  evapotranspirationTotals,
  hasEvapotranspiration,
  maxEvapotranspirationDays,
} from './evapotranspiration/evapotranspiration-totals.ts';
export { type PyranometerFault, pyranometerFaultTexts } from './evapotranspiration/pyranometer.ts';
export { mayReadStation, type StationOwner, type StationReader } from './station-access.ts';
export {
  type CheckedReport,
  checkStationReport,
  type FlaggedValue,
  type FlagReason,
  type StationFlags,
  type StationMeasure,
  type StationValues,
  stationHistoryMs,
  stationMeasures,
} from './station-quality.ts';
export { type RainBefore, type RainReport, rainOfQuarter } from './station-rain.ts';
export {
  type MeasureSummaries,
  type MeasureSummary,
  meanOf,
  type QuarterMeans,
  type StationSummary,
  type SummaryMeasure,
  type SummedReport,
  summarizeQuarter,
  summaryMeasures,
  summaryOf,
} from './station-summary.ts';
