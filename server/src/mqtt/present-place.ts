import { type PlaceAnswerKind, placeWords, secondsUntilClear, type WeatherKind } from '@allclear/domain';
import { timeZoneOf } from '../organizations/index.ts';
import type { AnsweredPlace } from '../warnings/index.ts';

/** After so long without a newer one a state says nothing, seconds. */
export const stateLifeSeconds = 120;

/** What is published of a place; docs/mqtt.md describes it. */
export interface PlaceState {
  readonly state: PlaceAnswerKind;
  /** False only when the place is clear; null while nobody knows. */
  readonly unsafe: boolean | null;
  readonly words: string;
  readonly reasons: readonly string[];
  readonly remainingSeconds: number | null;
  readonly earliestClearAt: string | null;
  readonly observedThrough: string | null;
  readonly ageSeconds: number | null;
  readonly weather: WeatherKind;
  /** Product time. */
  readonly at: string;
  /** Wall time, from which the state counts for `expiresAfterSeconds`. */
  readonly sentAt: string;
  readonly expiresAfterSeconds: number;
}

/** What holds a place means unsafe; what is not known means neither unsafe nor safe. */
const unsafeBy: Readonly<Record<PlaceAnswerKind, boolean | null>> = {
  delay: true,
  unknown: null,
  stop: true,
  observing: true,
  ready: true,
  checking: null,
  'no-lightning-data': null,
  clear: false,
};

/** The states that a place can be in, as they are published. */
export const placeStates = Object.keys(unsafeBy);

export interface Times {
  /** The product clock, epoch ms. */
  readonly now: number;
  /** The wall clock, epoch ms. */
  readonly sentAt: number;
}

/** The state of a place at `now`. */
export function presentPlace(
  { place, answer, observedThrough }: Omit<AnsweredPlace, 'countdown'>,
  weather: WeatherKind,
  { now, sentAt }: Times,
): PlaceState {
  const words = placeWords(answer, { now, timeZone: timeZoneOf(place), withZone: true });
  // Only observed quiet counts: while a feed pauses, so does the time that remains.
  const remaining = secondsUntilClear(answer, observedThrough ?? now);
  return {
    state: answer.kind,
    unsafe: unsafeBy[answer.kind],
    words: words.instruction,
    reasons: words.reasons,
    remainingSeconds: remaining === null ? null : Math.ceil(remaining),
    earliestClearAt: isoOrNull(answer.earliestClearAt),
    observedThrough: isoOrNull(observedThrough),
    ageSeconds: observedThrough === null ? null : Math.max(0, Math.round((now - observedThrough) / 1_000)),
    weather,
    at: new Date(now).toISOString(),
    sentAt: new Date(sentAt).toISOString(),
    expiresAfterSeconds: stateLifeSeconds,
  };
}

/** What replaces the state of a place when nobody follows it any more. */
export function presentStopped(weather: WeatherKind, { now, sentAt }: Times): PlaceState {
  return {
    state: 'unknown',
    unsafe: null,
    words: 'Allclear does not run: nobody knows',
    reasons: [],
    remainingSeconds: null,
    earliestClearAt: null,
    observedThrough: null,
    ageSeconds: null,
    weather,
    at: new Date(now).toISOString(),
    sentAt: new Date(sentAt).toISOString(),
    expiresAfterSeconds: stateLifeSeconds,
  };
}

/** Changes of a state that are published at once; its ages change with every second. */
export function changeKeyOf({ state, words, reasons, earliestClearAt }: PlaceState): string {
  return JSON.stringify([state, words, reasons, earliestClearAt]);
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
