export {
  type BatchWindow,
  type BlindReason,
  coverageOf,
  observationOfBatches,
  observationOfFeeds,
} from './blinded-batches.ts';
export {
  type Gap,
  type Observation,
  type ObservationWindow,
  observationOf,
  pendingGapTimeoutMs,
  seamMs,
  seenSince,
  toleratedGapMs,
} from './coverage.ts';
export {
  type ObservedStep,
  observedSteps,
  type ReceivedStrike,
  stretchAt,
  type ZoneStretch,
  zoneStretches,
} from './lightning-history.ts';
export {
  type IndexedBatch,
  type IndexedFeed,
  type IndexedFlash,
  type IndexScope,
  LightningIndex,
  type NearFlash,
  takenBackKeptMs,
} from './lightning-index.ts';
export {
  type LightningStatus,
  lightningAt,
  type WatchedPlace,
  type ZoneLightning,
} from './lightning-status.ts';
export {
  type LaneStretch,
  type LightningTape,
  laneStretches,
  lightningTapeAt,
  type TapeZone,
  tapeMs,
} from './lightning-tape.ts';
export { confirmedCountdown, countdownAt, missingAfterMs, nominalLagMs } from './observation-lag.ts';
export {
  maxFlashToBangSeconds,
  milesOfFlashToBang,
  oldestReportMs,
  type PressAge,
  type PressTimes,
  pressAge,
  sameReportMs,
  secondsPerMile,
  type ThunderHere,
  type ThunderReport,
  takeBackMs,
  thunderWithin,
} from './thunder-reports.ts';
export { hindsightLimitMs, inHindsight, type ZoneTime, zoneTime } from './zone-hour.ts';
export { isUnobserved, observationLimitMs, remainingMs, type ZoneStatus, zoneStatus } from './zone-status.ts';
