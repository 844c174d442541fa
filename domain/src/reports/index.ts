export {
  checkReport,
  coarseRainText,
  daysOf,
  isReportInterval,
  maxFileNameLength,
  maxPdfRows,
  onlyIntervalText,
  type PolicyInterval,
  policyIntervals,
  policyTypesByGroup,
  type ReportDraft,
  type ReportInterval,
  type ReportPolicyGroup,
  rangeLimitText,
  reportIntervals,
  reportPeriodDays,
  type TimeFilterDraft,
} from './report-checks.ts';
export {
  isWeatherMetric,
  isWeatherType,
  type ReportUnits,
  reportMetricNames,
  type WeatherColumn,
  type WeatherMetric,
  type WeatherTypeName,
  weatherColumns,
  weatherTypeNames,
  weatherTypes,
} from './report-columns.ts';
export { reportFileName, safeFileName } from './report-file-name.ts';
export { dueRuns, nextRun, periodEndedAt, type ReportSchedule } from './report-recurrence.ts';
export {
  placesOfSlots,
  type ReportStretches,
  type SlotTimes,
  type StretchMeasure,
  slotTimes,
  weatherRow,
  weatherRowHead,
} from './report-rows.ts';
export {
  offsetTimeText,
  type ReportHours,
  type ReportSlot,
  reportHours,
  slotsOfDay,
  utcTimeText,
} from './report-slots.ts';
export { type DueSnapshot, nextSnapshot, type SnapshotTimes, snapshotsDue } from './snapshot-schedule.ts';
