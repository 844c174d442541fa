import { measureKind } from '../core/index.ts';
import type { ZoneStatus } from '../lightning/index.ts';
import { holdSentence, type PlaceHold } from '../locations/index.ts';

/** What is known at an instant. All of it is of the same instant. */
export interface SignalEvidence {
  /**
   * The disc of the unit's radius around its place, with the unit's timer; null where no feed covers it. Its last
   * strike within the radius, or thunder that was heard since, epoch ms, where it is known.
   */
  readonly lightning: (ZoneStatus & { readonly lastStrikeAt: number | null }) | null;
  /**
   * Open warnings of the policies of other kinds than lightning that fire the unit, at its place; null while they are
   * not known. A warning that is opened again has another id.
   */
  readonly policyWarnings:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly since: number;
        readonly isHeld: boolean;
      }[]
    | null;
  /**
   * Everything that holds the place, from its one answer: its zones, its open warnings, or that they are not known.
   * Empty exactly when the place is clear.
   */
  readonly placeHolds: readonly PlaceHold[];
  /** Whether places within earshot (1 mile) are in delay, of the organization; null while it is not known. */
  readonly isDelayInEarshot: boolean | null;
  /** Whether its alert times are open. */
  readonly isInAlertTimes: boolean;
}

/** Characters of a text that is spoken (specification 2, section 5). */
export const maxSpokenCharacters = 350;

/** Places within it, in miles, are within earshot of a unit. */
export const earshotMiles = 1;

/**
 * Whether the place is clear as far as this unit may say so: its own lightning is clear, every firing policy and place
 * in earshot is known, and nothing holds the place. Both signal and words of the all clear need it at the moment at
 * which they go out.
 */
export function isAllClearEarned(evidence: SignalEvidence): boolean {
  return isQuietHere(evidence) && evidence.placeHolds.length === 0 && evidence.isDelayInEarshot === false;
}

/**
 * Whether a light may go dark: nothing fires the unit, and no lightning that is on, not observed or not known holds the
 * place. A dark light reads as clear.
 */
export function isDarkEarned(evidence: SignalEvidence): boolean {
  return isQuietHere(evidence);
}

/** Nothing fires the unit, no lightning holds the place, and nothing about it is missing. */
export function isQuietHere(evidence: SignalEvidence): boolean {
  return (
    evidence.lightning?.kind === 'clear' &&
    evidence.policyWarnings?.length === 0 &&
    evidence.isDelayInEarshot !== null &&
    evidence.placeHolds.every(
      (hold) => hold.kind === 'warning' && measureKind(hold.typeShortName) !== 'lightning',
    )
  );
}

/** Whether a strike within the radius is not over. It counts while observation lags (`unknown`) too. */
export function isStrikeOn({ lightning: zone }: SignalEvidence, quietMs: number, now: number): boolean {
  if (zone === null) return false;
  if (zone.kind === 'delay') return zone.reason !== 'observing';
  return zone.kind === 'unknown' && zone.lastStrikeAt !== null && now < zone.lastStrikeAt + quietMs;
}

/** 'No all clear yet. High wind warning still in effect.', as many sentences as can be spoken. */
export function holdsText({ placeHolds, isDelayInEarshot }: SignalEvidence): string {
  return [
    ...['No all clear yet.', ...placeHolds.map((hold) => holdSentence(hold))],
    ...(isDelayInEarshot ? ['A place nearby is still in a lightning delay.'] : []),
  ].reduce((text, sentence) =>
    text.length + sentence.length < maxSpokenCharacters ? `${text} ${sentence}` : text,
  );
}
