export {
  byUrgency,
  governingZone,
  type PlaceAnswer,
  type PlaceAnswerKind,
  type PlaceInput,
  type PlaceLightning,
  type PlaceWarning,
  type PlaceZone,
  placeAnswer,
} from './place-answer.ts';
export { type PlaceWords, placeWord, placeWords } from './place-words.ts';
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
export { lightningInput, readingAheadLimitMs, readingInput } from './warning-inputs.ts';
export {
  observedShare,
  type ReplayEvent,
  type ReplayStrike,
  replayLightning,
  stoppedMs,
  WarningReplay,
} from './warning-replay.ts';
