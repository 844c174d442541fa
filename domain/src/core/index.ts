export { type AnswerHeaders, answerTimeMs, retryPauseMs } from './answer-time.ts';
export { type Compass8, type Compass16, compass8, compass16 } from './compass.ts';
export {
  bearingDegrees,
  distanceMiles,
  EARTH_RADIUS_MILES,
  flashToBangMiles,
  type GeoPoint,
  haversineMiles,
  isGeoPoint,
  MILES_PER_DEGREE,
} from './distance.ts';
export { durationText } from './duration-text.ts';
export { type FeedState, feedLimitsMs, feedState } from './feed-state.ts';
export { dateText, dayAfter, type LocalDay, localDay, localDayOf, localDaysBetween } from './local-days.ts';
export { type LocalInstants, localInstants } from './local-instants.ts';
export {
  cosineOfMiles,
  emptyMatches,
  type GridLocation,
  type LocationGrid,
  type Matches,
  milesFromCosine,
  packLocations,
} from './location-grid.ts';
export {
  amountText,
  exceededText,
  type Limit,
  lightningText,
  type MeasureKind,
  measureKind,
  quantityText,
  quantityWithin,
  withinLimitText,
} from './measure-text.ts';
export { isFiniteReading, isWithin, type Reading } from './reading.ts';
export {
  roundTo,
  shownFeelsLikeF,
  shownPrecipitationInches,
  shownTemperatureF,
  shownWbgtF,
  shownWindMph,
} from './rounding.ts';
export {
  isInstant,
  isNumber,
  isText,
  isTrueOrFalse,
  listOf,
  objectOf,
  oneOf,
  orMissing,
  orNull,
  type ShapeCheck,
} from './shape.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';
export {
  clockText,
  defaultTimeZone,
  ianaTimeZone,
  type LocalTime,
  localDateTimeText,
  localText,
  localTime,
  offsetMinutes,
  timeZoneOptions,
} from './time-zones.ts';
export {
  celsiusFromFahrenheit,
  celsiusFromKelvin,
  fahrenheitFromCelsius,
  feetFromMetres,
  hpaFromInchesOfMercury,
  hpaFromPascal,
  inchesFromMm,
  inchesOfMercuryFromHpa,
  kmFromMiles,
  MILES_PER_KM,
  MPH_PER_MPS,
  metresFromFeet,
  milesFromKm,
  milesFromMetres,
  mjPerM2FromWattsPerM2,
  mmFromInches,
  mphFromKmh,
  mphFromKnots,
  mphFromMps,
  mpsFromKnots,
  mpsFromMph,
  ppmFromPpb,
} from './units.ts';
export {
  createWallClock,
  jumpProofMs,
  type Stopwatch,
  setBackProofMs,
  toleranceMs,
  type WallClock,
} from './wall-clock.ts';
export { shortWeekdayNames, weekdayNames } from './weekdays.ts';
