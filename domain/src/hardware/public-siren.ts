import { localText } from '../core/index.ts';
import { type PlaceAnswer, placeWords } from '../warnings/index.ts';

/** What the public page of a siren says of its place (specification 3, sections 2.12 and 3). */
export interface PublicSirenState {
  /** `observing` counts as delay; `warning`: no lightning, but another warning holds the place. */
  readonly state: 'clear' | 'delay' | 'observing' | 'warning';
  readonly isInDelay: boolean;
  /** The clock time of the earliest all clear at the place, h:mm; empty when there is none. */
  readonly clearTime: string;
  /** What the countdown shows, of observed quiet; null without an end that is known. */
  readonly remainingSeconds: number | null;
  readonly paused: boolean;
  /** Why, for people; empty when clear. */
  readonly text: string;
}

/**
 * The state of a place for its public page. Null while it is unknown, held or not covered: the page then has no data.
 *
 * @param countdown what the countdown of the place runs on, epoch ms; null while nothing is observed
 * @param now the product clock, epoch ms
 */
export function publicSirenOf(
  answer: PlaceAnswer,
  countdown: { readonly through: number; readonly paused: boolean } | null,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): PublicSirenState | null {
  const state = stateOf(answer);
  if (state === null || (state === 'clear' && countdown === null)) return null;
  const isInDelay = state === 'delay' || state === 'observing';
  // Thunder that was heard where nothing is observed has no countdown.
  const clearAt = isInDelay && countdown !== null ? answer.earliestClearAt : null;
  if (state === 'clear')
    return { state, isInDelay, clearTime: '', remainingSeconds: null, paused: false, text: '' };
  return {
    state,
    isInDelay,
    clearTime: clearAt === null ? '' : localText(clearAt, timeZone).replace(/ [AP]M$/, ''),
    remainingSeconds:
      clearAt === null || countdown === null
        ? null
        : Math.max(0, Math.ceil((clearAt - countdown.through) / 1_000)),
    paused: isInDelay && (countdown?.paused ?? false),
    text: textOf(answer, timeZone, now),
  };
}

function textOf(answer: PlaceAnswer, timeZone: string, now: number): string {
  const { instruction, reasons } = placeWords(answer, { now, timeZone });
  return [instruction, ...reasons].map((sentence) => sentence.replace(/\.?$/, '.')).join(' ');
}

function stateOf({ kind, holds }: PlaceAnswer): PublicSirenState['state'] | null {
  // Lightning that is known means stop, whatever else is not known; then no end is.
  if (kind === 'delay') return 'delay';
  const kinds = new Set(holds.map((hold) => hold.kind));
  const isUnknown = holds.some((hold) => hold.kind === 'warning' && hold.heldSince !== null);
  if (
    isUnknown ||
    (['lightning-unknown', 'warnings-unknown', 'no-lightning-data', 'checking'] as const).some((one) =>
      kinds.has(one),
    )
  )
    return null;
  if (kinds.has('delay')) return 'delay';
  if (kinds.has('observing')) return 'observing';
  if (kinds.has('warning') || kinds.has('closed')) return 'warning';
  return kind === 'clear' ? 'clear' : null;
}
