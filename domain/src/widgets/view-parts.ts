import {
  exceededText,
  isFiniteReading,
  measureKind,
  quantityText,
  type Reading,
  roundTo,
} from '../core/index.ts';
import { isThresholdExceeded } from '../policies/index.ts';
import { answerOfHolds, type PlaceAnswer, placeWords } from '../warnings/index.ts';
import { widgetConditionOf } from './widget-codes.ts';
import { policiesOfCondition, type WidgetPolicy } from './widget-policies.ts';

/** The value of a condition, in its unit, and through when it is good: epoch ms of the product clock. */
export interface WidgetReading {
  readonly value: Reading;
  readonly observedAt: number | null;
  readonly goodUntil: number;
}

/** An open warning of one of the policies of an organization at a place. */
export interface WidgetWarning {
  readonly policyId: string;
  readonly isHeld: boolean;
}

/** What is known of the place; instants are epoch ms of the product clock. */
export interface WidgetPlaceState<Warning extends WidgetWarning = WidgetWarning> {
  readonly answer: PlaceAnswer;
  readonly observedThrough: number | null;
  /** The countdown to the all clear stands still. */
  readonly isPaused: boolean;
  /** The open warnings of all policies; null while they are not known. */
  readonly open: readonly Warning[] | null;
}

/** '--' where nothing is known. */
export const noValue = '--';

/** What is said of a place; a state that was not read yet (null) is being checked. Instants are epoch ms. */
export function answerView(
  state: WidgetPlaceState | null,
  {
    now,
    goodUntil,
    timeZone,
  }: { readonly now: number; readonly goodUntil: number; readonly timeZone: string },
) {
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
    goodUntil: isoText(goodUntil),
  };
}

/** 'Wind at or above 35 mph', 'NWS Tornado Warning (no new data)'. */
export function openWarningText(policy: WidgetPolicy, isHeld: boolean, answer: PlaceAnswer | null): string {
  const events = (answer?.holds ?? []).flatMap((hold) =>
    hold.kind === 'warning' && hold.policyId === policy.id && hold.event !== null ? [hold.event] : [],
  );
  return heldText(warningText(policy, events), isHeld);
}

/** What is said of a warning whose data are lost. */
export function heldText(text: string, isHeld: boolean): string {
  return isHeld ? `${text} (no new data)` : text;
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

/**
 * The values of conditions by their codes, each code once. One that is missing is '--', and never counts as within its
 * limit; `goodUntil` (epoch ms) is that of a missing one.
 */
export function readingViews(
  codes: readonly number[],
  {
    readings,
    policies,
    goodUntil,
  }: {
    readonly readings: ReadonlyMap<number, WidgetReading>;
    readonly policies: readonly WidgetPolicy[];
    readonly goodUntil: number;
  },
) {
  return [...new Set(codes)].flatMap((code) => {
    const condition = widgetConditionOf(code);
    if (!condition) return [];
    const reading = readings.get(code) ?? { value: null, observedAt: null, goodUntil };
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

/** A part of a view without what changes although nothing happened. */
export function timeless<Part extends { readonly goodUntil: string }>({
  goodUntil: _goodUntil,
  ...part
}: Part): Omit<Part, 'goodUntil'> {
  return part;
}

export function timelessAnswer<
  Answer extends { readonly goodUntil: string; readonly observedThrough: string | null },
>(answer: Answer) {
  return { ...answer, goodUntil: null, observedThrough: null };
}

/** The value of a report is good for a time of its own; a missing one is not. */
export function timelessReading<
  One extends { readonly observedAt: string | null; readonly goodUntil: string },
>(one: One) {
  return one.observedAt === null ? timeless(one) : one;
}

export function timelessForecast<
  One extends { readonly points: readonly unknown[]; readonly goodUntil: string },
>(one: One) {
  return one.points.length === 0 ? timeless(one) : one;
}

export function isoText(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoText(at);
}
