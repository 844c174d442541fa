import type { PublicWidget } from '@allclear/contract';

/** What a value of the answer must be. */
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isInstant: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isTrueOrFalse: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((one) => check(one));
const objectOf =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)));

/** As `publicWidget` of the contract, whose library would weigh more than the whole page. */
const isWidget: Check = objectOf({
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
