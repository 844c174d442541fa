import { type PlaceAnswerKind, threatTypes } from '@allclear/domain';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import { isUrgent } from '../place-answers/answer-changes.ts';
import type { LocationViolations } from '../place-answers/location-threats.ts';
import { clockWords, type PlaceView } from '../places/place-view.ts';

/** What a tile says. */
export interface TileText {
  /** Large: the time left, or the state in a word. */
  readonly large: string;
  /** What to do; '' where the large text says all. */
  readonly instruction: string;
  /** 'until 9:04 PM at least'; null where no end is known. */
  readonly untilAtLeast: string | null;
  /** The last strike, the conditions at a place that is clear, or why nothing is known. */
  readonly evidence: string;
  /** Who decides and who watches there; '' where nobody is named. */
  readonly duty: string;
}

export function tileText(view: PlaceView, duty = ''): TileText {
  const { word, instruction, clock } = view;
  const time = clock && clockWords(clock);
  return {
    large: time?.left ?? word,
    instruction: withWholeTimes(time ? instruction : withoutWord(instruction, word)),
    untilAtLeast: time && `until ${time.earliest} at least`,
    evidence: evidenceOf(view, time !== null),
    duty,
  };
}

/** 'Clear since 6:10 PM' below the word 'Clear' is 'since 6:10 PM'. */
function withoutWord(instruction: string, word: string): string {
  return instruction.startsWith(word) ? instruction.slice(word.length).replace(/^[:…\s]+/, '') : instruction;
}

/** A line does not break within '1:24 PM CST'. */
function withWholeTimes(text: string): string {
  return text.replace(/\d:\d\d [AP]M( [A-Z]{2,5}\b)?/g, (time) => time.replaceAll(' ', '\u00a0'));
}

function evidenceOf({ kind, lastStrike, thunder, reason, conditions }: PlaceView, hasEnd: boolean): string {
  if (kind === 'unknown' || kind === 'no-lightning-data') return reason;
  // A warning of another policy, or a closure: the last strike is not why.
  if (kind === 'stop')
    return hasEnd && /^Until\b/.test(reason) ? '' : reason || (thunder ?? lastStrike ?? '');
  if (kind !== 'clear' && kind !== 'checking') return thunder ?? lastStrike ?? reason;
  if (conditions.kind === 'covered') return 'Conditions not current';
  if (conditions.kind !== 'current') return '';
  const { temperature, wbgt, wind, isEstimated } = conditions;
  // A line breaks between values only.
  return [temperature, `WBGT ${isEstimated ? 'est. ' : ''}${wbgt}`, `wind ${wind}`]
    .map((value) => value.replaceAll(' ', '\u00a0'))
    .join(' · ');
}

/** How many pages are turned: while people should act anywhere, only those up to the last of these places. */
export function turnedPages(kinds: readonly PlaceAnswerKind[], perPage: number): number {
  const lastUrgent = kinds.findLastIndex(isUrgent);
  return Math.max(1, Math.ceil((lastUrgent === -1 ? kinds.length : lastUrgent + 1) / perPage));
}

/** The time through which all places that are known are observed: the oldest of them, ISO; null for none. */
export function observedThrough(views: Iterable<LightningView>): string | null {
  const times = [...views].flatMap((view) =>
    view.kind === 'delay' || view.kind === 'clear' ? view.answer.observedThrough : [],
  );
  return times.reduce<string | null>(
    (oldest, time) => (oldest === null || Date.parse(time) < Date.parse(oldest) ? time : oldest),
    null,
  );
}

/** Names in a warning before the rest is counted. */
const maxNames = 3;

/**
 * The warnings in effect at places, a line each: 'NWS Severe Thunderstorm Warning: Aquatic center, Golf course'.
 * Lightning is left out: the tiles say it.
 */
export function warningLines(
  violations: readonly LocationViolations[],
  places: readonly { readonly id: string; readonly label: string }[],
): string[] {
  const byId = new Map(violations.map((one) => [one.locationId, one]));
  const namesOf = new Map<string, string[]>();
  for (const { id, label } of places) {
    const { alertEvents = [], warnings = [] } = byId.get(id) ?? {};
    const texts = [
      ...alertEvents.map((event) => `NWS ${event}`),
      ...warnings
        .filter(({ threatType, event }) => threatType !== threatTypes.LIGHTNING && event === null)
        .map(({ policyDisplayName }) => `${policyDisplayName} Policy Warning`),
    ];
    for (const text of new Set(texts)) namesOf.set(text, [...(namesOf.get(text) ?? []), label]);
  }
  return [...namesOf].map(([text, names]) => `${text}: ${namesText(names)}`);
}

function namesText(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(', ')} and ${more} more` : names.join(', ');
}
