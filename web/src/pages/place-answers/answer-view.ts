import { type PlaceAnswer, placeWords } from '@allclear/domain';
import { isForeign, timeOfDay } from '../../clock/time-text.ts';
import { clockText } from '../../features/lightning/countdown.ts';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import type { AnswerClock, PlaceAnswerView } from '../../features/locations/answer/AnswerBand.tsx';

/**
 * The answer for a place as its page shows it.
 *
 * @param view the lightning of the place, whose clock the band shares with the lightning card
 */
export function answerView(
  place: PlaceAnswer,
  view: LightningView,
  nowMs: number | null,
  timeZone: string,
): PlaceAnswerView {
  const now = nowMs ?? 0;
  return {
    kind: place.kind,
    words: placeWords(place, { now, timeZone, withZone: isForeign(now, timeZone) }),
    clock: nowMs === null ? null : answerClock(place, view, nowMs, timeZone),
  };
}

function answerClock(
  { kind, earliestClearAt }: PlaceAnswer,
  view: LightningView,
  nowMs: number,
  timeZone: string,
): AnswerClock | null {
  if (earliestClearAt === null || kind === 'unknown') return null;
  const earliest = timeOfDay(new Date(earliestClearAt).toISOString(), timeZone);
  const leftSeconds = (earliestClearAt - nowMs) / 1000;
  // A warning may outlast its earliest end, until data say that it is over: then no time is known.
  if (view.kind !== 'delay') return leftSeconds > 0 ? { earliest, countdown: clockText(leftSeconds) } : null;
  if (view.paused) return { earliest, countdown: null };
  const { clearAt, remainingSeconds } = view.governing;
  const isLightning = clearAt !== null && Date.parse(clearAt) >= earliestClearAt;
  // The card counts at the lag of its feed: a place is never clear before each of its zones is.
  return {
    earliest,
    countdown: clockText(isLightning ? remainingSeconds : Math.max(remainingSeconds, leftSeconds)),
  };
}
