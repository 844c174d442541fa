import type { LocationConditions } from '@allclear/contract';
import { type PlaceAnswerKind, roundTo, shownWbgtF, shownWindMph } from '@allclear/domain';
import { trustOf } from '../../api/query-state.ts';
import { timeAgo } from '../../clock/time-text.ts';
import { lastThunder } from '../../features/lightning/lightning-view.ts';
import type { AnswerClock } from '../../features/locations/answer/AnswerBand.tsx';
import { answerView } from '../place-answers/answer-view.ts';
import type { JudgedPlace } from '../place-answers/judge-places.ts';
import type { ConditionsOfPlaces } from './use-place-data.ts';

/** Current conditions in a line; `covered` while they are not of now, with the age of the last report. */
export type ConditionsView =
  | { readonly kind: 'asking' }
  | { readonly kind: 'none' }
  | { readonly kind: 'covered'; readonly age: string | null }
  | {
      readonly kind: 'current';
      readonly temperature: string;
      readonly wind: string;
      /** 'gusts 31'; null where they are not stronger than the wind. */
      readonly gusts: string | null;
      readonly wbgt: string;
      /** WBGT is estimated from a station that is not the place's own. */
      readonly isEstimated: boolean;
    };

/** What the page says of a place. */
export interface PlaceView {
  readonly kind: PlaceAnswerKind;
  /** The state in at most three words. */
  readonly word: string;
  /** What to do or why, where the word alone does not say it. */
  readonly detail: string;
  /** What to do, and the first reason for it; '' where there is none. */
  readonly instruction: string;
  readonly reason: string;
  readonly clock: AnswerClock | null;
  /** '4.2 mi NE, 3 min ago'. */
  readonly lastStrike: string | null;
  /** 'Thunder heard 3 min ago', where that is newer. */
  readonly thunder: string | null;
  readonly conditions: ConditionsView;
}

interface PlaceInput {
  readonly id: string;
  readonly timeZone: string;
  readonly judged: JudgedPlace;
  readonly conditions: ConditionsOfPlaces;
  readonly nowMs: number | null;
  readonly speed: number;
}

export function placeView({ id, timeZone, judged, conditions, nowMs, speed }: PlaceInput): PlaceView {
  const { view, standing } = judged;
  const { kind, words, clock } = answerView(standing.place, view, nowMs, timeZone);
  return {
    kind,
    word: words.word,
    detail: words.instruction === words.word ? (words.reasons[0] ?? '') : words.instruction,
    instruction: words.instruction,
    reason: words.reasons[0] ?? '',
    clock,
    lastStrike: lastStrikeText(judged, nowMs),
    thunder: thunderText(judged, nowMs),
    conditions: conditionsView(conditions, id, { nowMs, speed, away: standing.away }),
  };
}

function lastStrikeText({ view }: JudgedPlace, nowMs: number | null): string | null {
  const strike =
    view.kind === 'delay' || view.kind === 'clear'
      ? view.lastStrike
      : view.kind === 'unavailable'
        ? (view.lastKnown?.lastStrike ?? null)
        : null;
  if (strike === null) return null;
  const where = `${strike.distanceMiles.toFixed(1)} mi ${strike.compass}`.trimEnd();
  return `${where}, ${timeAgo(strike.at, nowMs, 'short')}`;
}

function thunderText({ view }: JudgedPlace, nowMs: number | null): string | null {
  const heard =
    view.kind === 'delay' || view.kind === 'clear'
      ? view.thunder
      : view.kind === 'unavailable'
        ? lastThunder((view.thunder ?? []).map(({ thunder }) => ({ thunder, lastStrike: null })))
        : null;
  return heard && `Thunder heard ${timeAgo(heard.at, nowMs, 'short')}`;
}

/** @param away the server does not answer: nothing of the place is of now */
export function conditionsView(
  { state, byId }: ConditionsOfPlaces,
  id: string,
  { nowMs, speed, away }: { readonly nowMs: number | null; readonly speed: number; readonly away: boolean },
): ConditionsView {
  const trust = trustOf(state, nowMs, speed, 'observation');
  if (trust === 'asking') return { kind: 'asking' };
  const conditions = byId.get(id)?.conditions ?? null;
  if (trust === 'unknown' || away || conditions?.stale)
    return {
      kind: 'covered',
      age: conditions && `reported ${timeAgo(conditions.observationTime, nowMs, 'short')}`,
    };
  return conditions === null ? { kind: 'none' } : { kind: 'current', ...valuesOf(conditions) };
}

function valuesOf({
  ambientTemperature,
  wgbt,
  windSpeed,
  windGust,
  windDirection,
  stationType,
}: LocationConditions) {
  const wind = shownWindMph(windSpeed.value);
  const gust = shownWindMph(windGust.value);
  const isGusty = gust !== null && wind !== null && gust > wind;
  return {
    temperature: withUnit(roundTo(ambientTemperature.value, 0), '°F'),
    wind: wind === null ? '--' : [`${wind} mph`, windDirection].filter(Boolean).join(' '),
    gusts: isGusty ? `gusts ${gust}` : null,
    wbgt: withUnit(shownWbgtF(wgbt.value), '°F'),
    isEstimated: wgbt.value !== null && stationType === 0,
  };
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? '--' : `${value} ${unit}`;
}

/** The time left of a place, and the time before which there is no all clear. */
export function clockWords({ countdown, earliest }: AnswerClock): { left: string; earliest: string } {
  return { left: countdown ?? 'Paused', earliest };
}
