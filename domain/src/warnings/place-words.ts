import {
  amountText,
  compass16,
  localText,
  localTime,
  quantityWithin,
  shortWeekdayNames,
} from '../core/index.ts';
import type { PlaceHold, PlaceStrike, PlaceThunder, WarningLimit } from '../locations/index.ts';
import type { PlaceAnswer, PlaceAnswerKind } from './place-answer.ts';

/** The answer for a place in words, which every surface takes from here: page, wall, list, title. */
export interface PlaceWords {
  /** What to do, large: 'Stay inside', 'Lightning within 20 mi: be ready', 'Clear since 6:10 PM'. */
  readonly instruction: string;
  /** The state for a chip, a tile or a title, in at most three words: 'Stay inside', 'Unknown'. */
  readonly word: string;
  /** Why, and what else holds the place; what governs first. Each stands for itself. */
  readonly reasons: readonly string[];
  /** For screen readers: without times, so that it changes only when the answer does. */
  readonly announcement: string;
}

const words: Readonly<Record<PlaceAnswerKind, string>> = {
  delay: 'Stay inside',
  unknown: 'Unknown',
  stop: 'Stop',
  observing: 'Observing',
  ready: 'Be ready',
  checking: 'Checking',
  'no-lightning-data': 'No lightning data',
  clear: 'Clear',
};

/** The state of a place in at most three words. */
export function placeWord(kind: PlaceAnswerKind): string {
  return words[kind];
}

/** After so long a place has simply been clear, ms. */
const longClearMs = 12 * 3_600_000;

/**
 * The answer for a place in words.
 *
 * @param now the product clock, epoch ms
 * @param timeZone of the place
 * @param withZone times name their zone, for a reader in another one
 */
export function placeWords(
  answer: PlaceAnswer,
  {
    now,
    timeZone,
    withZone = false,
  }: { readonly now: number; readonly timeZone: string; readonly withZone?: boolean },
): PlaceWords {
  const time = (at: number) => timeText(at, now, timeZone, withZone);
  const [governing, ...others] = answer.holds;
  const instruction = instructionOf(answer, governing, now, time);
  return {
    instruction,
    word: words[answer.kind],
    reasons: [
      ...(governing ? reasonsOf(governing, time) : []),
      ...others.map((hold) => capitalized(otherText(hold, time))),
    ],
    announcement: [governing ? spokenOf(governing, answer.kind) : words.clear, ...others.map(spokenOther)]
      .map((part) => `${capitalized(part)}.`)
      .join(' '),
  };
}

type TimeText = (at: number) => string;

/** '8:39 PM', of another day 'Sat 8:39 PM'. */
function timeText(at: number, now: number, timeZone: string, withZone: boolean): string {
  const then = localTime(at, timeZone);
  const today = localTime(now, timeZone);
  const isToday = then.dayOfMonth === today.dayOfMonth && Math.abs(now - at) < 86_400_000;
  const text = localText(at, timeZone, withZone);
  return isToday ? text : `${shortWeekdayNames[then.day]} ${text}`;
}

function instructionOf(
  { kind, clearSince }: PlaceAnswer,
  governing: PlaceHold | undefined,
  now: number,
  time: TimeText,
): string {
  if (governing === undefined) {
    const isRecent = clearSince !== null && now - clearSince < longClearMs;
    return isRecent ? `Clear since ${time(clearSince)}` : 'Clear';
  }
  switch (governing.kind) {
    case 'delay':
      return kind === 'delay' ? 'Stay inside' : `Lightning within ${governing.radiusMiles} mi: be ready`;
    case 'lightning-unknown':
      return governing.since === null ? "We don't know" : `We don't know since ${time(governing.since)}`;
    case 'warnings-unknown':
      return "We don't know which warnings are in effect";
    case 'observing':
      return 'Observing: not clear yet';
    case 'checking':
      return 'Checking…';
    case 'no-lightning-data':
      return 'No lightning data here';
    case 'closed':
      return `Closed: ${governing.reason}`;
    case 'warning':
      return `Stop: ${warningText(governing)}`;
  }
}

function reasonsOf(hold: PlaceHold, time: TimeText): string[] {
  switch (hold.kind) {
    case 'delay':
      return [lightningText(hold, time)];
    case 'closed':
      return [hold.until === null ? 'Until an admin opens it again' : `Until ${time(hold.until)} at least`];
    case 'lightning-unknown':
      return ['Treat this place as if lightning were near'];
    case 'warnings-unknown':
      return ['Treat this place as if a warning were in effect'];
    case 'observing':
      return ['Quiet has not been observed for long enough'];
    case 'no-lightning-data':
      return ['No lightning feed covers this place: watch and listen yourselves'];
    case 'warning':
      return hold.heldSince === null ? [] : [`No new data since ${time(hold.heldSince)}`];
    case 'checking':
      return [];
  }
}

/** A hold that does not govern, within a line. */
function otherText(hold: PlaceHold, time: TimeText): string {
  switch (hold.kind) {
    case 'delay':
      return lightningText(hold, time);
    case 'closed':
      return hold.until === null
        ? `closed: ${hold.reason}`
        : `closed until ${time(hold.until)} at least: ${hold.reason}`;
    case 'observing':
      return `quiet within ${hold.radiusMiles} mi not observed for long enough`;
    case 'warning':
      return hold.heldSince === null
        ? warningText(hold)
        : `${warningText(hold)} (no new data since ${time(hold.heldSince)})`;
    default:
      return spokenOther(hold);
  }
}

function spokenOf(hold: PlaceHold, kind: PlaceAnswerKind): string {
  switch (hold.kind) {
    case 'delay':
      if (kind !== 'delay') return `lightning within ${hold.radiusMiles} mi: be ready`;
      return `stay inside. ${capitalized(spokenOther(hold))}`;
    case 'lightning-unknown':
      return "we don't know. Treat this place as if lightning were near";
    case 'warnings-unknown':
      return "we don't know which warnings are in effect";
    case 'observing':
      return 'observing: not clear yet';
    case 'warning':
      return `stop: ${warningText(hold)}`;
    case 'checking':
    case 'closed':
    case 'no-lightning-data':
      return spokenOther(hold);
  }
}

function spokenOther(hold: PlaceHold): string {
  switch (hold.kind) {
    case 'delay':
      return hold.thunder ? 'thunder was heard' : `lightning within ${hold.radiusMiles} mi`;
    case 'closed':
      return `closed: ${hold.reason}`;
    case 'observing':
      return 'lightning is still being observed';
    case 'lightning-unknown':
      return 'lightning status is unknown';
    case 'warnings-unknown':
      return 'whether other warnings are in effect is unknown';
    case 'no-lightning-data':
      return 'no lightning data here';
    case 'checking':
      return 'checking';
    case 'warning':
      return warningText(hold);
  }
}

function lightningText(hold: Extract<PlaceHold, { kind: 'delay' }>, time: TimeText): string {
  return hold.thunder
    ? thunderText(hold.thunder, time)
    : strikeText(hold.lastStrike ?? null, hold.radiusMiles, time);
}

/** 'Thunder heard at 8:38 PM, about 2 mi away'. */
function thunderText({ at, distanceMiles }: PlaceThunder, time: TimeText): string {
  const away = distanceMiles === null ? '' : `, about ${Number(distanceMiles.toFixed(1))} mi away`;
  return `Thunder heard at ${time(at)}${away}`;
}

/** 'Lightning 8.4 mi SSW at 8:38 PM'. */
function strikeText(strike: PlaceStrike | null, radiusMiles: number, time: TimeText): string {
  if (strike === null) return `Lightning within ${radiusMiles} mi`;
  const { distanceMiles, bearingDegrees, at } = strike;
  const compass = compass16(bearingDegrees) ?? '';
  const where = distanceMiles < 0.05 ? 'here' : `${distanceMiles.toFixed(1)} mi ${compass}`.trimEnd();
  return `Lightning ${where} at ${time(at)}`;
}

/** 'wind over 35 mph', 'NWS Tornado Warning', and for a policy without a known limit 'Golf wind warning'. */
function warningText({ event, limit, policyName }: Extract<PlaceHold, { kind: 'warning' }>): string {
  if (event !== null) return `NWS ${event}`;
  const exceeded = limit ? limitText(limit) : null;
  return exceeded ?? `${policyName} warning`;
}

function limitText(limit: WarningLimit): string | null {
  const amount = amountText(limit.threshold, limit);
  return amount === null
    ? null
    : `${quantityWithin(limit.typeShortName)} ${limit.isDesc ? 'under' : 'over'} ${amount}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
