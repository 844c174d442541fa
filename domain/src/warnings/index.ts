export { capDocument, capNamespace, capTime } from './cap/cap-document.ts';
export { type CapFeedEntry, capFeed, capFeedSubtitle } from './cap/cap-feed.ts';
export {
  type CapMessage,
  type CapMessageInput,
  type CapNotice,
  type CapReference,
  type CapWarning,
  capAllClearLifeMs,
  capLifeMs,
  capMessage,
  capRenewBeforeMs,
} from './cap/cap-message.ts';
export { filterBounds, type LocalFilter, type LocalPiece, localCutter } from './local-filter.ts';
export {
  answerOfHolds,
  byUrgency,
  governingZone,
  type PlaceAnswer,
  type PlaceAnswerKind,
  type PlaceClosure,
  type PlaceInput,
  type PlaceLightning,
  type PlaceWarning,
  type PlaceZone,
  placeAnswer,
} from './place-answer.ts';
export { secondsUntilClear } from './place-metrics.ts';
export { type PlaceWords, placeWord, placeWords } from './place-words.ts';
export { type PlacesStand, placesStand } from './places-stand.ts';
export {
  type CountedDelay,
  countedDelays,
  type DelayEnd,
  type DelayPeriod,
  type DelayQuestion,
  type DelaySum,
  delaySums,
  type LostTime,
  lostStretches,
  type PolicyDelay,
} from './policy-delays.ts';
export {
  hourSpanText,
  hourText,
  type OutlookLane,
  practiceOutlook,
  practiceText,
} from './practice-outlook.ts';
export {
  type HourState,
  hourStates,
  type TodayHour,
  type TodayLane,
  type TodayPolicy,
  todayHours,
  todayLanes,
} from './today.ts';
export {
  type Notice,
  nextClearAt,
  nextWarning,
  noWarning,
  type OpenWarning,
  type WarningEffect,
  type WarningInput,
  type WarningRule,
  type WarningState,
  type WarningStep,
} from './warning.ts';
export { lightningInput, readingAheadLimitMs, readingInput, takenBackInput } from './warning-inputs.ts';
export {
  observedShare,
  type ReplayEvent,
  type ReplayStrike,
  replayLightning,
  stoppedMs,
  WarningReplay,
} from './warning-replay.ts';
