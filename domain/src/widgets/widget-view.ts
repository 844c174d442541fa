import { localText } from '../core/index.ts';
import {
  answerView,
  isoOrNull,
  isoText,
  openWarningText,
  readingViews,
  timeless,
  timelessAnswer,
  timelessForecast,
  timelessReading,
  type WidgetPlaceState,
  type WidgetReading,
} from './view-parts.ts';
import { noCondition } from './widget-codes.ts';
import { forecastViews, type WidgetForecasts } from './widget-forecasts.ts';
import type { WidgetPolicy } from './widget-policies.ts';
import type { WidgetDraft } from './widget-rules.ts';

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
    answer:
      place === null
        ? null
        : answerView(input.state, { now, goodUntil: input.answerGoodUntil, timeZone: place.timeZone }),
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
  return JSON.stringify({
    ...view,
    answer: answer && timelessAnswer(answer),
    warnings: view.warnings.map(timeless),
    conditions: view.conditions.map(timelessReading),
    forecasts: view.forecasts.map(timelessForecast),
  });
}

function typeOf(type: number): 0 | 1 | 2 {
  return type === 1 || type === 2 ? type : 0;
}

/** The open warnings of the policies that the widget shows; none while they are not known: the answer says so. */
function warningViews({ state, policies, answerGoodUntil }: WidgetViewInput) {
  const open = state?.open ?? [];
  return open.flatMap(({ policyId, isHeld }) => {
    const policy = policies.find(({ id }) => id === policyId);
    if (!policy) return [];
    return [
      { text: openWarningText(policy, isHeld, state?.answer ?? null), goodUntil: isoText(answerGoodUntil) },
    ];
  });
}

function conditionViews({ widget, readings, policies, answerGoodUntil }: WidgetViewInput) {
  const codes = [widget.primaryCondition, ...widget.conditions.filter((code) => code !== noCondition)];
  return readingViews(codes, { readings, policies, goodUntil: answerGoodUntil });
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
