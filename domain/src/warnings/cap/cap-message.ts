import { MINUTE_MS, measureKind, quantityText } from '../../core/index.ts';
import type { PlaceHold, WarningLimit } from '../../locations/index.ts';
import {
  type NoticeText,
  oneLine,
  type WarningNoticeKind,
  type WeatherKind,
  weatherMarks,
} from '../../notifications/index.ts';
import { answerOfHolds } from '../place-answer.ts';
import { placeWords } from '../place-words.ts';
import { type CapLevels, type CapSubject, isStop, levelsOf, responseToHold } from './cap-levels.ts';
import { xmlCharacters } from './cap-xml.ts';

/**
 * The messages of a warning in CAP 1.2 (OASIS, July 2010). Pure; instants are epoch ms.
 *
 * An all clear cannot lie here either: `AllClear` is said of a place only when nothing holds it. A message that is
 * not renewed expires, so that a reader which loses the feed keeps neither an old warning nor an old all clear.
 */

/** A notice of a warning as CAP has it; tests are no messages. */
export type CapNotice = Exclude<WarningNoticeKind, 'test'>;

/** An earlier message of the same warning. */
export interface CapReference {
  readonly sender: string;
  readonly identifier: string;
  readonly sentAt: number;
  readonly expiresAt: number;
}

/** The warning that a message is about. */
export interface CapWarning extends CapSubject {
  readonly policyName: string;
  /** Of a lightning policy, miles; 0 for others: their area is the point of the place. */
  readonly radiusMiles: number;
  /** Of a reading. */
  readonly limit: WarningLimit | null;
  readonly startedAt: number;
  /** Since when data are missing; null while they arrive. */
  readonly heldSince: number | null;
}

export interface CapMessageInput {
  readonly notice: CapNotice;
  /** Of the message: without blanks, commas, `<` and `&`. */
  readonly identifier: string;
  /** The host of the installation, in the same characters. */
  readonly sender: string;
  /** The name of the organization. */
  readonly senderName: string;
  /** The product's clock. */
  readonly sentAt: number;
  readonly weather: WeatherKind;
  /** Those of the same warning, oldest first. */
  readonly earlier: readonly CapReference[];
  readonly warning: CapWarning;
  /** The words of the notice, the same that people get. */
  readonly words: NoticeText;
  /** What holds the place, for `all-clear` and `ended`; empty exactly when it is clear. */
  readonly holds: readonly PlaceHold[];
  readonly place: { readonly name: string; readonly latitude: number; readonly longitude: number };
  readonly timeZone: string;
}

export interface CapMessage extends CapLevels {
  readonly identifier: string;
  readonly sender: string;
  readonly senderName: string;
  readonly sentAt: number;
  readonly status: 'Actual' | 'Exercise';
  readonly messageType: 'Alert' | 'Update' | 'Cancel';
  readonly references: readonly CapReference[];
  readonly event: string;
  /** Null where the message is about an end. */
  readonly onsetAt: number | null;
  readonly expiresAt: number;
  readonly headline: string;
  readonly description: string;
  /** Empty when nothing can be said. */
  readonly instruction: string;
  readonly area: {
    readonly description: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly radiusKm: number;
  };
}

/** How long a message of a warning counts, and before which rest of it the next one is written, ms. */
export const capLifeMs = 60 * MINUTE_MS;
export const capRenewBeforeMs = 30 * MINUTE_MS;
/** How long an all clear counts, ms: lightning may come any minute, and a reader without the feed would not know. */
export const capAllClearLifeMs = 10 * MINUTE_MS;

const kmPerMile = 1.609344;
const unknown = { urgency: 'Unknown', severity: 'Unknown', certainty: 'Unknown' } as const;

/** The message of a notice; see above. */
export function capMessage(input: CapMessageInput): CapMessage {
  const { warning, words, place } = input;
  const sentAt = wholeSeconds(input.sentAt);
  const levels = messageLevels(input);
  const isOver = levels.responseType === 'AllClear' || input.notice === 'withdrawn';
  return {
    ...levels,
    identifier: input.identifier,
    sender: input.sender,
    senderName: nameOf(input.senderName, input.sender),
    sentAt,
    status: input.weather === 'live' ? 'Actual' : 'Exercise',
    ...typeAndReferences(input, sentAt),
    event: eventOf(warning),
    onsetAt: isOver ? null : Math.min(wholeSeconds(warning.startedAt), sentAt),
    expiresAt: sentAt + (levels.responseType === 'AllClear' ? capAllClearLifeMs : capLifeMs),
    headline: oneLine(words.subject),
    description: words.text,
    instruction: instructionOf(input),
    area: {
      description: nameOf(place.name, 'the location'),
      latitude: place.latitude,
      longitude: place.longitude,
      radiusKm: warning.radiusMiles * kmPerMile,
    },
  };
}

/** CAP has no empty names: another one stands for a name that nobody can read. */
function nameOf(name: string, instead: string): string {
  return oneLine(xmlCharacters(name)) || instead;
}

/** CAP has no fractions of a second. */
function wholeSeconds(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}

/**
 * An Update and a Cancel refer to all earlier messages that have not expired, and at least to the last one. Without
 * any (the warning was open before there were messages) it is the first Alert; nothing cancels what was never said,
 * so then a Cancel is an Alert too.
 */
function typeAndReferences(
  { notice, earlier }: CapMessageInput,
  sentAt: number,
): Pick<CapMessage, 'messageType' | 'references'> {
  if (earlier.length === 0) return { messageType: 'Alert', references: [] };
  const current = earlier.filter(({ expiresAt }) => expiresAt > sentAt);
  return {
    messageType: notice === 'withdrawn' ? 'Cancel' : 'Update',
    references: current.length > 0 ? current : earlier.slice(-1),
  };
}

function messageLevels({ notice, warning, holds }: CapMessageInput): CapLevels {
  switch (notice) {
    case 'started':
    case 'reminder':
    case 'resumed':
    case 'in-effect':
      return levelsOf(warning);
    case 'held':
      return { ...levelsOf(warning), ...unknown };
    case 'withdrawn':
      return { responseType: 'Monitor', ...unknown };
    case 'ended':
    case 'all-clear': {
      // Whatever the notice is called, a place that something holds is not clear.
      const [governing] = holds;
      if (governing) return { ...unknown, responseType: responseToHold(governing) };
      return notice === 'all-clear'
        ? { responseType: 'AllClear', urgency: 'Past', severity: 'Minor', certainty: 'Observed' }
        : { responseType: 'Monitor', ...unknown };
    }
  }
}

function eventOf({ typeShortName, event }: CapWarning): string {
  const kind = measureKind(typeShortName);
  if (kind === 'lightning') return 'Lightning';
  return kind === 'alert' ? nameOf(event ?? '', 'Weather alert') : quantityText(typeShortName);
}

/** The words of the place for what holds it: while the warning is open itself, afterwards what else does. */
function instructionOf({ notice, warning, holds, weather, sentAt, timeZone }: CapMessageInput): string {
  if (notice === 'withdrawn') return '';
  const isEnd = notice === 'ended' || notice === 'all-clear';
  if (notice === 'ended' && holds.length === 0) return '';
  const { instruction, reasons } = placeWords(answerOfHolds(isEnd ? holds : [holdOf(warning)]), {
    now: sentAt,
    timeZone,
    withZone: true,
  });
  const more = warning.heldSince === null && !isEnd ? [] : reasons;
  return weatherMarks[weather] + oneLine([instruction, ...more].join('. '));
}

/** What an open warning alone says of its place. */
function holdOf(warning: CapWarning): PlaceHold {
  const { typeShortName, policyName, event, heldSince, limit, radiusMiles } = warning;
  return measureKind(typeShortName) === 'lightning'
    ? { kind: 'delay', stop: isStop(warning), radiusMiles, clearAt: 0 }
    : { kind: 'warning', policyId: '', typeShortName, policyName, event, heldSince, limit };
}
