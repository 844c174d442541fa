export { checkClosure, closureReasonMaxLength, isClosed, maxClosureHours } from './closures.ts';
export {
  addressMaxLength,
  advisedAllClearMinutes,
  allClearMinutesRange,
  checkLocation,
  checkPlace,
  type FieldErrors,
  fixedLocationType,
  type LocationDraft,
  labelMaxLength,
  moveRadius,
  type PlaceDraft,
  preloadedLocation,
  shortTimerNote,
  silencedMask,
  softMaxMiles,
  softMinMiles,
  toggleZone,
} from './location-rules.ts';
export {
  checkDuty,
  type Duty,
  type DutyKind,
  dutyChangesBetween,
  dutyKinds,
  dutyKindTexts,
  onDutyAt,
  type StandIn,
  standInsMax,
} from './place-duties.ts';
export {
  holdSentence,
  type PlaceHold,
  type PlaceStrike,
  type PlaceThunder,
  type WarningLimit,
} from './place-hold.ts';
export {
  checkPracticeTimes,
  type Practice,
  type PracticeTime,
  practiceExceptionsMax,
  practiceNameMaxLength,
  practiceTimesBetween,
  practiceTimesMax,
  practiceTimeText,
} from './practice-times.ts';
export {
  maxRadiusMiles,
  newLocationRadii,
  outerRadiusMiles,
  radiusOf,
  type ZoneNumber,
  type ZoneRadii,
  type ZoneRange,
  zoneNumbers,
  zoneRanges,
} from './zones.ts';
