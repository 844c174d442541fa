import type { PublicWidget } from '@allclear/contract';
import {
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
} from '@allclear/domain/core';

/** As `publicWidget` of the contract, whose library would weigh more than the whole page. */
const isWidget: ShapeCheck = objectOf({
  placeName: isText,
  timeZone: isText,
  theme: oneOf(0, 1),
  type: oneOf(0, 1, 2),
  now: isInstant,
  wallNow: isInstant,
  speed: isNumber,
  weather: oneOf('live', 'simulated', 'replay'),
  answer: orNull(
    objectOf({
      // An answer of a kind that is not known yet is not shown: it could not be judged.
      kind: oneOf('delay', 'unknown', 'stop', 'observing', 'ready', 'checking', 'no-lightning-data', 'clear'),
      instruction: isText,
      word: isText,
      reasons: listOf(isText),
      clearAt: orNull(isInstant),
      observedThrough: orNull(isInstant),
      isPaused: isTrueOrFalse,
      goodUntil: isInstant,
    }),
  ),
  warnings: listOf(objectOf({ text: isText, goodUntil: isInstant })),
  conditions: listOf(
    objectOf({
      condition: isNumber,
      label: isText,
      value: isText,
      unit: isText,
      isOver: isTrueOrFalse,
      observedAt: orNull(isInstant),
      goodUntil: isInstant,
    }),
  ),
  forecasts: listOf(
    objectOf({
      forecastType: oneOf(0, 1),
      label: isText,
      points: listOf(objectOf({ at: isInstant, label: isText, value: isText, low: orMissing(isText) })),
      goodUntil: isInstant,
    }),
  ),
  picture: orNull(objectOf({ url: isText, takenAt: isInstant, alt: isText, goodUntil: isInstant })),
  message: orNull(objectOf({ text: isText, expiresAt: orNull(isInstant) })),
  problems: listOf(isText),
  standingText: isText,
});

/** Whether a value has the shape of the contract. */
export function isPublicWidget(value: unknown): value is PublicWidget {
  return isWidget(value);
}

/** The widget in an answer of the API; null where there is none that can be read. */
export function readWidget(answer: unknown): PublicWidget | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const widget: unknown = Reflect.get(answer, 'data');
  return isPublicWidget(widget) ? widget : null;
}
