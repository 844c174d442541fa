import {
  exceededText,
  isFiniteReading,
  localText,
  measureKind,
  quantityText,
  type Reading,
  roundTo,
} from '../core/index.ts';
import { isThresholdExceeded } from '../policies/index.ts';
import { answerOfHolds, type PlaceAnswer, placeWords } from '../warnings/index.ts';
import { noCondition, widgetConditionOf } from './widget-codes.ts';
import { forecastViews, type WidgetForecasts } from './widget-forecasts.ts';
import { policiesOfCondition, type WidgetPolicy } from './widget-policies.ts';
import type { WidgetDraft } from './widget-rules.ts';

/** The value of a condition, in its unit, and through when it is good: epoch ms of the product clock. */
export interface WidgetReading {
  readonly value: Reading;
  readonly observedAt: number | null;
  readonly goodUntil: number;
}

/** An open warning of one of the policies of an organization at the place of a widget. */
export interface WidgetWarning {
  readonly policyId: string;
  readonly isHeld: boolean;
}

/** What is known of the place; instants are epoch ms of the product clock. */
export interface WidgetPlaceState {
  readonly answer: PlaceAnswer;
  readonly observedThrough: number | null;
  /** The countdown to the all clear stands still. */
  readonly isPaused: boolean;
  /** The open warnings of all policies; null while they are not known. */
  readonly open: readonly WidgetWarning[] | null;
}

export interface WidgetViewInput {
  readonly widget: Pick<
    WidgetDraft,
    'theme' | 'type' | 'primaryCondition' | 'conditions' | 'forecasts' | 'message' | 'messageExpiresAt'
  >;
  /** Null once it is gone. */
  readonly place: { readonly name: string; readonly timeZone: string } | null;
  /** Null while it was not read yet. */
  readonly state: WidgetPlaceState | null;
  /** Through when the answer for the place is good. */
  readonly answerGoodUntil: number;
  /** The policies that the widget shows. */
  readonly policies: readonly WidgetPolicy[];
  /** By condition code; one that is missing is not known. */
  readonly readings: ReadonlyMap<number, WidgetReading>;
  /** Null while there is none. */
  readonly forecast: WidgetForecasts | null;
  readonly picture: WidgetImage | null;
  readonly problems: readonly string[];
  readonly now: number;
  readonly wallNow: number;
  readonly speed: number;
  readonly weather: 'live' | 'simulated' | 'replay';
}

export interface WidgetImage {
  readonly url: string;
  readonly takenAt: number;
  readonly alt: string;
  readonly goodUntil: number;
}

/** The system does not guarantee safety: on every surface for the public. */
export const widgetStandingText =
  'Allclear does not guarantee safety. If you hear thunder or see lightning, take shelter, even when no signal is given.';

/** '--' where nothing is known. */
export const noValue = '--';

/**
 * What a widget shows. Words for the state of the place are those of its one answer; a value that is missing is '--', and
 * never counts as within its limit.
 */
export function widgetView(input: WidgetViewInput) {
  const { widget, place, now, wallNow, speed, weather, problems } = input;
  return {
    placeName: place?.name ?? '',
    timeZone: place?.timeZone ?? 'Etc/UTC',
    theme: widget.theme === 1 ? (1 as const) : (0 as const),
    type: typeOf(widget.type),
    now: isoText(now),
    wallNow: isoText(wallNow),
    speed,
    weather,
    answer: place === null ? null : answerView(input, place.timeZone),
    warnings: place === null ? [] : warningViews(input),
    conditions: conditionViews(input),
    forecasts: place === null ? [] : forecastViews(widget.forecasts, input.forecast, place.timeZone, now),
    picture: input.picture && {
      ...input.picture,
      takenAt: isoText(input.picture.takenAt),
      goodUntil: isoText(input.picture.goodUntil),
    },
    message: messageView(widget, now),
    problems: [...problems],
    standingText: widgetStandingText,
  };
}

export type WidgetView = ReturnType<typeof widgetView>;

/**
 * What of a view changes although nothing happened: the clock, and through when the answer is good. The rest, as text,
 * tells whether two views say the same.
 */
export function widgetViewKey({ now: _now, wallNow: _wallNow, answer, ...view }: WidgetView): string {
  const said = answer && { ...answer, goodUntil: null, observedThrough: null };
  const timeless = <Part extends { goodUntil: string }>({ goodUntil: _goodUntil, ...part }: Part) => part;
  return JSON.stringify({
    ...view,
    answer: said,
    warnings: view.warnings.map(timeless),
    conditions: view.conditions.map((one) => (one.observedAt === null ? timeless(one) : one)),
    forecasts: view.forecasts.map((one) => (one.points.length === 0 ? timeless(one) : one)),
  });
}

function typeOf(type: number): 0 | 1 | 2 {
  return type === 1 || type === 2 ? type : 0;
}

function answerView({ state, now, answerGoodUntil }: WidgetViewInput, timeZone: string) {
  const answer = state?.answer ?? answerOfHolds([{ kind: 'checking' }]);
  const { instruction, word, reasons } = placeWords(answer, { now, timeZone });
  return {
    kind: answer.kind,
    instruction,
    word,
    reasons: [...reasons],
    clearAt: isoOrNull(answer.earliestClearAt),
    observedThrough: isoOrNull(state?.observedThrough ?? null),
    isPaused: state?.isPaused ?? false,
    goodUntil: isoText(answerGoodUntil),
  };
}

/** The open warnings of the policies that the widget shows; none while they are not known: the answer says so. */
function warningViews({ state, policies, answerGoodUntil }: WidgetViewInput) {
  const open = state?.open ?? [];
  return open.flatMap(({ policyId, isHeld }) => {
    const policy = policies.find(({ id }) => id === policyId);
    if (!policy) return [];
    const text = `${warningText(policy, eventsOf(state, policyId))}${isHeld ? ' (no new data)' : ''}`;
    return [{ text, goodUntil: isoText(answerGoodUntil) }];
  });
}

function eventsOf(state: WidgetPlaceState | null, policyId: string): string[] {
  const holds = state?.answer.holds ?? [];
  return holds.flatMap((hold) =>
    hold.kind === 'warning' && hold.policyId === policyId && hold.event !== null ? [hold.event] : [],
  );
}

/** 'Wind at or above 35 mph', 'Lightning warning within 10 mi', 'NWS Tornado Warning'. */
function warningText(policy: WidgetPolicy, events: readonly string[]): string {
  switch (measureKind(policy.typeShortName)) {
    case 'lightning':
      return `Lightning warning within ${policy.threshold} mi`;
    case 'alert':
      return events.length > 0 ? events.map((event) => `NWS ${event}`).join(', ') : `${policy.name} warning`;
    case 'reading':
      return `${quantityText(policy.typeShortName)} ${exceededText(policy)}`;
  }
}

function conditionViews({ widget, readings, policies, answerGoodUntil }: WidgetViewInput) {
  const codes = [widget.primaryCondition, ...widget.conditions.filter((code) => code !== noCondition)];
  return [...new Set(codes)].flatMap((code) => {
    const condition = widgetConditionOf(code);
    if (!condition) return [];
    const reading = readings.get(code) ?? { value: null, observedAt: null, goodUntil: answerGoodUntil };
    const value = roundTo(reading.value, condition.decimals);
    return [
      {
        condition: code,
        label: condition.label,
        value: value === null ? noValue : value.toFixed(condition.decimals),
        unit: condition.unit,
        isOver: policiesOfCondition(code, policies).some((policy) => isOver(reading.value, policy)),
        observedAt: isoOrNull(value === null ? null : reading.observedAt),
        goodUntil: isoText(reading.goodUntil),
      },
    ];
  });
}

/** As warnings compare: rounded to the precision of the policy's type. A missing value is not over, and is shown as missing. */
function isOver(value: Reading, { precision, threshold, isDesc }: WidgetPolicy): boolean {
  if (!isFiniteReading(value)) return false;
  return isThresholdExceeded(roundTo(value, precision), roundTo(threshold, precision), isDesc) === true;
}

function messageView({ message, messageExpiresAt }: WidgetViewInput['widget'], now: number) {
  if (message.trim() === '' || (messageExpiresAt !== null && messageExpiresAt <= now)) return null;
  return { text: message, expiresAt: isoOrNull(messageExpiresAt) };
}

/** What a picture shows, for people who do not see it. */
export function imageAlt(
  kind: 'camera' | 'radar',
  placeName: string,
  takenAt: number,
  timeZone: string,
): string {
  const time = localText(takenAt, timeZone);
  return kind === 'camera' ? `The camera at ${placeName} at ${time}` : `Radar around ${placeName} at ${time}`;
}

function isoText(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoText(at);
}
