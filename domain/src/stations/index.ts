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
