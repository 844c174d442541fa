export {
  type Gap,
  holeTimeoutMs,
  type Observation,
  type ObservationWindow,
  observationOf,
  seamMs,
  seenSince,
  toleratedGapMs,
} from './coverage.ts';
export {
  type KnownStrike,
  type ObservedStep,
  observedSteps,
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
} from './lightning-index.ts';
export {
  type LightningStatus,
  lightningAt,
  type WatchedPlace,
  type ZoneLightning,
} from './lightning-status.ts';
export { observationLimitMs, remainingMs, type ZoneStatus, zoneStatus } from './zone-status.ts';
