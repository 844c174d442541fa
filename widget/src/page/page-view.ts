import type { PublicWidget } from '@allclear/contract';
import { localText, localTime } from '@allclear/domain/core';
import { placeWord } from '@allclear/domain/warnings';
import type { Received } from '../answers/follow-widget.ts';
import { ageText } from './age-text.ts';

/** Without an answer for so long nothing is known of the place, real ms. */
export const noAnswerLimitMs = 30_000;

type Answer = NonNullable<PublicWidget['answer']>;
export type AnswerKind = Answer['kind'];

export interface AnswerView {
  readonly kind: AnswerKind;
  readonly instruction: string;
  readonly word: string;
  readonly reasons: readonly string[];
  /** m:ss; null without an end that is known. */
  readonly countdown: string | null;
  readonly isPaused: boolean;
  /** The time of day of the earliest all clear. */
  readonly earliest: string | null;
}

export interface ConditionView {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly isOver: boolean;
  /** '4 minutes ago'; null where it is not known. */
  readonly age: string | null;
  readonly isCovered: boolean;
}

export interface ForecastView {
  readonly label: string;
  readonly points: PublicWidget['forecasts'][number]['points'];
  /** Since when it is too old; null while it is good. */
  readonly covered: string | null;
}

export interface PictureView {
  readonly url: string;
  readonly alt: string;
  readonly taken: string;
  readonly covered: string | null;
}

export interface ShownView {
  readonly kind: 'shown';
  readonly placeName: string;
  readonly theme: 'dark' | 'light';
  readonly type: 'default' | 'image' | 'radar';
  /** That the weather is not live. */
  readonly notice: string | null;
  /** Nothing but the answer, the notice and the standing text is shown. */
  readonly isCovered: boolean;
  readonly answer: AnswerView;
  /** The countdown has ended on this page: only the server says clear. */
  readonly isAtZero: boolean;
  readonly warnings: readonly { readonly text: string; readonly covered: string | null }[];
  readonly conditions: readonly ConditionView[];
  readonly forecasts: readonly ForecastView[];
  readonly picture: PictureView | null;
  readonly message: string | null;
  readonly problems: readonly string[];
  readonly standingText: string;
}

export type WidgetView = { readonly kind: 'asking' } | { readonly kind: 'gone' } | ShownView;

/**
 * What the page shows.
 *
 * @param wallMs the server's wall clock; null before the first answer
 */
export function widgetView(
  received: Received | null,
  wallMs: number | null,
  { limitMs = noAnswerLimitMs, readerZone }: { limitMs?: number; readerZone?: string } = {},
): WidgetView {
  if (received?.kind === 'gone') return received;
  if (received === null || wallMs === null) return { kind: 'asking' };
  const { widget, atMs } = received;
  const at = (productWallMs: number) => productMs(widget, productWallMs);
  const now = at(wallMs);
  const words: Words = {
    now,
    timeZone: widget.timeZone,
    withZone: isForeign(now, widget.timeZone, readerZone),
  };
  const isCovered = wallMs - atMs > limitMs;
  const answer = isCovered
    ? unknownSince(Math.min(at(atMs), instantOf(widget.answer?.goodUntil)), words)
    : answerView(widget.answer, Date.parse(widget.now), words);
  return {
    kind: 'shown',
    placeName: widget.placeName,
    theme: widget.theme === 0 ? 'dark' : 'light',
    type: (['default', 'image', 'radar'] as const)[widget.type],
    notice: noticeOf(widget.weather),
    isCovered,
    answer,
    isAtZero: answer.countdown === zero,
    ...(isCovered ? nothing : partsOf(widget, words)),
    standingText: widget.standingText,
  };
}

const zero = '0:00';
const nothing = { warnings: [], conditions: [], forecasts: [], picture: null, message: null, problems: [] };

/** The product clock, epoch ms: never before the answer was made. */
export function productMs(widget: Pick<PublicWidget, 'now' | 'wallNow' | 'speed'>, wallMs: number): number {
  const goneMs = Math.max(0, wallMs - Date.parse(widget.wallNow));
  return Date.parse(widget.now) + goneMs * Math.max(0, widget.speed);
}

interface Words {
  readonly now: number;
  readonly timeZone: string;
  readonly withZone: boolean;
}

function partsOf(widget: PublicWidget, words: Words) {
  const { now } = words;
  const isOld = (goodUntil: string) => now > Date.parse(goodUntil);
  /** What is covered says since when and how long that is. */
  const coveredSince = (goodUntil: string) =>
    isOld(goodUntil)
      ? `${timeText(Date.parse(goodUntil), words)}, ${agoText(Date.parse(goodUntil), now)}`
      : null;
  const { picture, message } = widget;
  const isMessageOver =
    message === null || (message.expiresAt !== null && now >= Date.parse(message.expiresAt));
  return {
    warnings: widget.warnings.map(({ text, goodUntil }) => ({ text, covered: coveredSince(goodUntil) })),
    conditions: widget.conditions.map(({ label, value, unit, isOver, observedAt, goodUntil }) => {
      const isCovered = isOld(goodUntil) || value === '--';
      return {
        label,
        value: isCovered ? '--' : value,
        unit,
        isOver: isOver && !isCovered,
        age: observedAt === null ? null : agoText(Date.parse(observedAt), now),
        isCovered,
      };
    }),
    forecasts: widget.forecasts.map(({ label, points, goodUntil }) => ({
      label,
      points,
      covered: coveredSince(goodUntil),
    })),
    picture: picture && {
      url: picture.url,
      alt: picture.alt,
      taken: `${timeText(Date.parse(picture.takenAt), words)}, ${agoText(Date.parse(picture.takenAt), now)}`,
      covered: coveredSince(picture.goodUntil),
    },
    message: isMessageOver ? null : message.text,
    problems: widget.problems,
  };
}

/** @param madeAt the product clock of the answer: what remained then runs down from there */
function answerView(answer: Answer | null, madeAt: number, words: Words): AnswerView {
  const { now } = words;
  if (answer === null) return unknownSince(null, words);
  const goodUntil = Date.parse(answer.goodUntil);
  if (now > goodUntil) return unknownSince(goodUntil, words);
  const { kind, instruction, word, reasons, clearAt, observedThrough, isPaused } = answer;
  const shown = { kind, instruction, word, reasons, isPaused: false, countdown: null, earliest: null };
  if (kind === 'clear' || clearAt === null) return shown;
  const earliest = timeText(Date.parse(clearAt), words);
  if (observedThrough === null) return { ...shown, earliest };
  const elapsed = isPaused ? 0 : now - madeAt;
  const leftMs = Date.parse(clearAt) - Date.parse(observedThrough) - elapsed;
  const countdown = clockText(Math.ceil(Math.max(0, leftMs) / 1_000));
  if (countdown !== zero) return { ...shown, countdown, isPaused, earliest };
  return {
    ...shown,
    kind: 'checking',
    instruction: 'Checking…',
    word: placeWord('checking'),
    countdown,
    earliest,
  };
}

/** The words of `placeWords` for a place of which nothing is known. */
function unknownSince(since: number | null, words: Words): AnswerView {
  const isDated = since !== null && Number.isFinite(since);
  return {
    kind: 'unknown',
    instruction: isDated ? `We don't know since ${timeText(since, words)}` : "We don't know",
    word: placeWord('unknown'),
    reasons: [
      'Treat this place as if lightning were near',
      ...(isDated ? [`The last data are ${ageText(words.now - since)} old`] : []),
    ],
    countdown: null,
    isPaused: false,
    earliest: null,
  };
}

function noticeOf(weather: PublicWidget['weather']): string | null {
  if (weather === 'live') return null;
  return `${weather === 'replay' ? 'Replayed' : 'Simulated'} weather. Not for safety decisions.`;
}

function instantOf(text: string | undefined): number {
  return text === undefined ? Number.POSITIVE_INFINITY : Date.parse(text);
}

function agoText(at: number, now: number): string {
  return `${ageText(now - at)} ago`;
}

/** m:ss, as a clock that has no hours: 65:00. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** '8:39 PM' at the place, of another day 'Sat 8:39 PM'. */
function timeText(at: number, { now, timeZone, withZone }: Words): string {
  const then = localTime(at, timeZone);
  const isToday = then.dayOfMonth === localTime(now, timeZone).dayOfMonth && Math.abs(now - at) < 86_400_000;
  const text = localText(at, timeZone, withZone);
  return isToday ? text : `${weekdays[then.day]} ${text}`;
}

/** Whether the place's clocks show another time than the reader's. */
function isForeign(now: number, timeZone: string, readerZone = zoneOfReader()): boolean {
  return localText(now, timeZone) !== localText(now, readerZone);
}

function zoneOfReader(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
