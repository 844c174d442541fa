import type { Location } from '@allclear/contract';
import { localText, type PlaceAnswer, type PlaceAnswerKind, placeWords } from '@allclear/domain';
import { dateAndTime, timeOfDay } from '../../clock/time-text.ts';
import type { LightningView } from '../../features/lightning/lightning-view.ts';

/** The answer for a place at one instant, as it leaves the page: in a text, a picture or on paper. */
export interface SharedAnswer {
  readonly kind: PlaceAnswerKind;
  readonly label: string;
  /** What to do, in the words of the band. */
  readonly instruction: string;
  readonly reasons: readonly string[];
  /** 'Earliest all clear 4:12 PM CST'; null while nothing counts towards one. */
  readonly earliest: string | null;
  /** Its age: when it was the answer, and what had been observed by then. */
  readonly asOf: string;
  /** That the weather is not live; null for live weather. */
  readonly mark: string | null;
  /** The address of the present answer. */
  readonly link: string;
}

/**
 * What is shared of a place: the same answer as the band's, so an answer that is covered there says that it is
 * not known here. Every time names its zone, because the reader may be anywhere.
 */
export function sharedAnswer({
  location: { id, label, timeZone },
  place,
  view,
  nowMs,
  weather,
  origin,
}: {
  readonly location: Pick<Location, 'id' | 'label' | 'timeZone'>;
  readonly place: PlaceAnswer;
  readonly view: LightningView;
  readonly nowMs: number;
  /** As the status names it. */
  readonly weather: string;
  readonly origin: string;
}): SharedAnswer {
  const { instruction, reasons } = placeWords(place, { now: nowMs, timeZone, withZone: true });
  const { kind, earliestClearAt } = place;
  const isPaused = view.kind === 'delay' && view.paused;
  const through = observedThrough(view);
  return {
    kind,
    label,
    instruction,
    reasons,
    earliest:
      earliestClearAt === null || kind === 'unknown'
        ? null
        : `${isPaused ? 'All clear not before' : 'Earliest all clear'} ${localText(earliestClearAt, timeZone, true)}`,
    asOf: `As of ${dateAndTime(nowMs, timeZone).replace(' · ', ', ')}${
      through === null ? '' : `, lightning observed through ${timeOfDay(through, timeZone, true)}`
    }`,
    mark: weatherMark(weather),
    link: `${origin}/?location=${encodeURIComponent(id)}`,
  };
}

/** That weather is not live, for what leaves the page; null for live weather. */
export function weatherMark(weather: string): string | null {
  if (weather === 'live') return null;
  const which = weather.startsWith('replay:') ? 'REPLAYED' : 'SIMULATED';
  return `${which} WEATHER: not for safety decisions`;
}

export function sharedText({
  label,
  instruction,
  reasons,
  earliest,
  asOf,
  mark,
  link,
}: SharedAnswer): string {
  return [
    ...(mark === null ? [] : [mark]),
    `${label}: ${instruction}`,
    ...reasons,
    ...(earliest === null ? [] : [earliest]),
    asOf,
    `This text does not change. The present state: ${link}`,
  ].join('\n');
}

function observedThrough(view: LightningView): string | null {
  switch (view.kind) {
    case 'delay':
    case 'clear':
      return view.answer.observedThrough;
    case 'unavailable':
      return view.lastKnown?.observedThrough ?? null;
    case 'loading':
    case 'not-covered':
      return null;
  }
}
