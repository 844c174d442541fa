import type { PublicShow } from '@allclear/contract';
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
} from '@allclear/domain';

const isAnswer = objectOf({
  // An answer of a kind that is not known yet is not shown: it could not be judged.
  kind: oneOf('delay', 'unknown', 'stop', 'observing', 'ready', 'checking', 'no-lightning-data', 'clear'),
  instruction: isText,
  word: isText,
  reasons: listOf(isText),
  clearAt: orNull(isInstant),
  observedThrough: orNull(isInstant),
  isPaused: isTrueOrFalse,
  goodUntil: isInstant,
});

const isConditions = listOf(
  objectOf({
    condition: isNumber,
    label: isText,
    value: isText,
    unit: isText,
    isOver: isTrueOrFalse,
    observedAt: orNull(isInstant),
    goodUntil: isInstant,
  }),
);

const isForecasts = listOf(
  objectOf({
    label: isText,
    points: listOf(objectOf({ at: isInstant, label: isText, value: isText, low: orMissing(isText) })),
    goodUntil: isInstant,
  }),
);

/** A picture is of our own host: nothing else is requested by a screen. */
const isPath: ShapeCheck = (value) => typeof value === 'string' && /^\/(?![/\\])/.test(value);
const isPicture = orNull(objectOf({ url: isPath, takenAt: isInstant, alt: isText, goodUntil: isInstant }));

const isStill = orNull(
  objectOf({ url: isPath, alt: isText, wallTakenAt: isInstant, wallGoodUntil: isInstant }),
);

const isWarnings = orNull(listOf(objectOf({ placeId: isText, text: isText })));

const sceneChecks: Readonly<Record<PublicShow['scenes'][number]['kind'], ShapeCheck>> = {
  map: objectOf({ picture: isPicture }),
  lightning: objectOf({ placeId: isText }),
  conditions: objectOf({ placeId: isText, conditions: isConditions }),
  forecast: objectOf({ placeId: isText, forecasts: isForecasts }),
  warnings: objectOf({ warnings: isWarnings, goodUntil: isInstant }),
  camera: objectOf({ name: isText, picture: isStill, problem: orNull(isText) }),
  message: objectOf({ title: isText, text: isText }),
};

const isScene: ShapeCheck = (value) => {
  if (!objectOf({ kind: oneOf(...Object.keys(sceneChecks)), seconds: isSeconds })(value)) return false;
  const { kind } = value as { kind: keyof typeof sceneChecks };
  return sceneChecks[kind](value);
};
const isSeconds: ShapeCheck = (value) => typeof value === 'number' && value > 0 && value < 100_000;

/** As `publicShow` of the contract, whose library the browser does not load. */
const isShow = objectOf({
  name: isText,
  layout: oneOf('wide', 'portrait', 'ribbon'),
  ticker: isText,
  showsClock: isTrueOrFalse,
  timeZone: isText,
  now: isInstant,
  wallNow: isInstant,
  speed: isNumber,
  weather: oneOf('live', 'simulated', 'replay'),
  places: listOf(objectOf({ id: isText, name: isText, timeZone: isText, answer: isAnswer })),
  scenes: listOf(isScene),
  problems: listOf(isText),
  standingText: isText,
});

/** Whether a value has the shape of the contract. */
export function isPublicShow(value: unknown): value is PublicShow {
  return isShow(value);
}

/** The show in an answer (`data`) or in an event (`show`); null where there is none that can be read. */
export function readShow(value: unknown, field: 'data' | 'show'): PublicShow | null {
  if (typeof value !== 'object' || value === null) return null;
  const show: unknown = Reflect.get(value, field);
  return isPublicShow(show) ? show : null;
}
