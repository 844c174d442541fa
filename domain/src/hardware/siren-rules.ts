import { allClearMinutesRange, type FieldErrors, shortTimerNote } from '../locations/index.ts';
import { type AlertTime, checkAlertTimes } from '../notifications/index.ts';
import { maxSpokenCharacters } from './signal-evidence.ts';

/** What makes the signals of a siren; times in seconds. */
export interface SignalTimes {
  readonly durationSeconds: number;
  readonly plays: number;
  readonly allClearDurationSeconds: number;
  readonly allClearPlays: number;
}

/** The settings of a siren before they are stored. */
export interface SirenSettingsDraft extends SignalTimes {
  readonly radiusMiles: number;
  readonly allClearMinutes: number;
  readonly postWarnMessage: string;
  readonly postAllClearMessage: string;
  readonly alertTimes: readonly AlertTime[];
  readonly lightOffAfterHours: number | null;
  readonly offlineWindow: { readonly startTime: string; readonly endTime: string } | null;
}

export const durationRange = { min: 5, max: 30, step: 5 } as const;
export const playsRange = { min: 1, max: 10 } as const;
export const sirenRadiusRange = { min: 1, max: 50 } as const;
export const lightOffRange = { min: 1, max: 72 } as const;
/** Plays of one PA message. */
export const paPlaysMax = 5;
/** A test ends by itself after so long. */
export const testLimitSeconds = 15 * 60;
/** Between two plays. */
const pauseSeconds = 1;
const alertTimeStep = 15;

/**
 * Checks the settings of a siren (specification 2, sections 5 and 9).
 * @returns sentences by field label, as the wire spells the fields (`AlertTimes[3].StartTime`, the number being the
 * day); empty when there are no errors
 */
export function checkSirenSettings(draft: SirenSettingsDraft): FieldErrors {
  const errors: FieldErrors = {};
  const fault = (label: string, isWrong: boolean, sentence: string) => {
    if (isWrong) errors[label] = [...(errors[label] ?? []), sentence];
  };
  const { min, max, step } = durationRange;
  const isDuration = (seconds: number) => isWithin(seconds, durationRange) && seconds % step === 0;
  const durationText = `must be ${min} to ${max} seconds in steps of ${step}`;
  fault('Duration', !isDuration(draft.durationSeconds), `Sound duration ${durationText}`);
  fault('AllClearDuration', !isDuration(draft.allClearDurationSeconds), `Sound duration ${durationText}`);
  const playsText = `Play count must be ${playsRange.min} to ${playsRange.max}`;
  fault('Frequency', !isWithin(draft.plays, playsRange), playsText);
  fault('AllClearFrequency', !isWithin(draft.allClearPlays, playsRange), playsText);
  fault(
    'Radius',
    !isWithin(draft.radiusMiles, sirenRadiusRange),
    `Radius must be ${sirenRadiusRange.min} to ${sirenRadiusRange.max} whole miles`,
  );
  const timer = allClearMinutesRange;
  fault(
    'AllClearMinutes',
    !isWithin(draft.allClearMinutes, timer) || draft.allClearMinutes % timer.step !== 0,
    `All-clear timer must be ${timer.min} to ${timer.max} minutes in steps of ${timer.step}`,
  );
  Object.assign(errors, spokenFaults('PostWarnMessage', draft.postWarnMessage));
  Object.assign(errors, spokenFaults('PostAllClearMessage', draft.postAllClearMessage));
  fault(
    'LightOffAfterHours',
    draft.lightOffAfterHours !== null && !isWithin(draft.lightOffAfterHours, lightOffRange),
    `Hours must be ${lightOffRange.min} to ${lightOffRange.max}, or none`,
  );
  if (draft.offlineWindow !== null) Object.assign(errors, windowFaults(draft.offlineWindow));
  return { ...errors, ...alertTimeFaults(draft.alertTimes) };
}

/**
 * The alert times of a siren as they are stored: equal times at 00:00 are all day.
 */
export function asStoredAlertTimes(times: readonly AlertTime[]): AlertTime[] {
  return times.map((time) =>
    isMidnight(time.startTime) && isMidnight(time.endTime)
      ? { ...time, startTime: '00:00:00', endTime: '00:00:00', allDay: true }
      : time,
  );
}

function alertTimeFaults(times: readonly AlertTime[]): FieldErrors {
  const errors: FieldErrors = { ...checkAlertTimes(times, { stepMinutes: alertTimeStep }) };
  for (const { day, startTime, endTime, allDay } of times) {
    const label = `AlertTimes[${day}].StartTime`;
    // Of a siren no span goes on into the next day: what is before the start is a mistake. Texts of one form compare.
    const isBefore = !allDay && !isMidnight(endTime) && endTime < startTime;
    if (isBefore && errors[label] === undefined) errors[label] = ['Start must be before end'];
  }
  return errors;
}

const isMidnight = (time: string) => time === '00:00:00' || time === '24:00:00';

function windowFaults({ startTime, endTime }: { startTime: string; endTime: string }): FieldErrors {
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d:00$/.test(text);
  if (!isTime(startTime)) return { 'OfflineWindow.StartTime': ['Start must be a time like 23:00:00'] };
  if (!isTime(endTime)) return { 'OfflineWindow.EndTime': ['End must be a time like 05:00:00'] };
  return startTime === endTime ? { 'OfflineWindow.StartTime': ['Start and end cannot be equal'] } : {};
}

function spokenFaults(label: string, text: string): FieldErrors {
  if (text.length > maxSpokenCharacters)
    return { [label]: [`Message can be at most ${maxSpokenCharacters} characters`] };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return /[<>\u0000-\u0009\u000b-\u001f\u007f]/.test(text)
    ? { [label]: ['Message cannot contain < or > or control characters'] }
    : {};
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** Why the all-clear timer of a siren is weaker than guidance (safety rule L2); null where it is not. */
export function sirenTimerNote(allClearMinutes: number): string | null {
  return shortTimerNote(allClearMinutes);
}

/**
 * Checks a PA message: at most 350 characters, at least one unit, plays from the largest default of the units to 5.
 * @returns sentences by field label (`Message`, `PAList`, `RepeatCount`); empty when there are no errors
 */
export function checkPaMessage(message: {
  readonly text: string;
  readonly plays: number;
  /** The default plays of the chosen units. */
  readonly defaultPlays: readonly number[];
}): FieldErrors {
  const errors: FieldErrors = {};
  if (message.text.trim() === '') errors.Message = ['Enter a message'];
  else Object.assign(errors, spokenFaults('Message', message.text));
  if (message.defaultPlays.length === 0) errors.PAList = ['Choose at least one unit'];
  const min = Math.min(paPlaysMax, Math.max(1, ...message.defaultPlays));
  if (!isWithin(message.plays, { min, max: paPlaysMax }))
    errors.RepeatCount = [
      min === paPlaysMax ? `Plays must be ${paPlaysMax}` : `Plays must be ${min} to ${paPlaysMax}`,
    ];
  return errors;
}

/** Seconds of the bar of each test: 10 and the plays, 3 for the light (specification 2, section 9). */
export interface TestSeconds {
  readonly delay: number;
  readonly allClear: number;
  readonly light: number;
}

/**
 * The bars of the tests of a unit, seconds. Plays have a second between: the sound of 10 plays lasts 9 s longer than its
 * plays, and so ends with the bar (`soundSeconds` is at most the bar).
 */
export function testSeconds(settings: SignalTimes): TestSeconds {
  return {
    delay: 10 + settings.durationSeconds * settings.plays,
    allClear: 10 + settings.allClearDurationSeconds * settings.allClearPlays,
    light: 3,
  };
}

/** Seconds from the first to the last second of a signal, with the pauses between its plays. */
export function soundSeconds(seconds: number, plays: number): number {
  return plays < 1 ? 0 : plays * seconds + (plays - 1) * pauseSeconds;
}

/** The bar of a batch: the longest of its units; 0 for none. */
export function batchSeconds(seconds: readonly number[]): number {
  return Math.max(0, ...seconds);
}
