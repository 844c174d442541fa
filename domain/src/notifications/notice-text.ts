// Over 300 lines: the texts of all notices, short and long, stand side by side so that they say the same.
import {
  amountText,
  exceededText,
  isFiniteReading,
  lightningText,
  localDateTimeText,
  localText,
  localTime,
  measureKind,
  quantityText,
  quantityWithin,
  withinLimitText,
} from '../core/index.ts';
import { holdSentence, type PlaceHold, shortTimerNote } from '../locations/index.ts';
import type { WarningNoticeKind } from './recipients.ts';
import {
  type NoticeText,
  oneLine,
  paragraphs,
  shortText,
  standingSentence,
  type WeatherKind,
  weatherMarks,
  weatherSentences,
} from './text-parts.ts';

/**
 * The text of a notice. Plain text without markup: HTML output must escape it. A warning begins with its
 * subject ('Lightning', 'Heat index', 'NWS'), an all clear with 'All clear', a test with 'This is a test', so
 * that they cannot be confused at a glance. An all clear is of the *place*: the end of a warning while something
 * else holds the place says what is over and what is still in effect. Simulated and replayed weather stand
 * before everything else.
 */

/** The limit that a policy sets. */
export interface PolicyLimit {
  readonly typeShortName: string;
  readonly unit: string;
  /** Decimals of threshold and value */
  readonly precision: number;
  readonly threshold: number;
  /** Whether values below the threshold exceed the limit. */
  readonly isDesc: boolean;
}

export interface NoticeInput extends PolicyLimit {
  readonly notice: WarningNoticeKind;
  /** Display name */
  readonly policyName: string;
  /** In the policy's unit (lightning: miles); null when not known. */
  readonly value: number | null;
  readonly locationName: string;
  /**
   * Instant of the event of the notice (the strike, the reading); for a notice about a state, now. Epoch ms.
   */
  readonly at: number;
  /** When the warning started, epoch ms. */
  readonly startedAt: number;
  /** Start of the loss of data, epoch ms. */
  readonly heldSince?: number | null;
  readonly allClearMinutes: number;
  /** Of the place */
  readonly timeZone: string;
  /**
   * The organization's own text. One for the all clear is left out while something else holds the place: it
   * may say that people can go out.
   */
  readonly additionalText: string;
  /** What else holds the place, what governs first; for the end of a warning. */
  readonly holds?: readonly PlaceHold[];
  /** For an all clear: the warning ended before, and what else held the place has ended now. */
  readonly endedBefore?: boolean;
  /** For a new alert: the event of the one that ends with its start. */
  readonly follows?: string | null;
  /** Live where not given. */
  readonly weather?: WeatherKind;
  readonly isTest: boolean;
  /** The weather service's event */
  readonly event?: string | null;
  /** Of the strike */
  readonly distanceMiles?: number | null;
  /** From the place towards the strike: 'NE' */
  readonly compass?: string | null;
  /** Somebody heard thunder, and no strike is known. */
  readonly thunder?: boolean;
  /** Why a warning is withdrawn; absent where the policy or the place was changed or removed. */
  readonly withdrawnFor?: 'report-taken-back' | 'not-observed';
}

/**
 * The text of a notice; see above. Names and additional text are used without control characters, otherwise
 * unchanged.
 */
export function noticeText(given: NoticeInput): NoticeText {
  const input: NoticeInput = {
    ...given,
    policyName: oneLine(given.policyName) || 'weather',
    locationName: oneLine(given.locationName) || 'the location',
    event: oneLine(given.event ?? '') || null,
    follows: oneLine(given.follows ?? '') || null,
    compass: oneLine(given.compass ?? '') || null,
  };
  const isTest = input.isTest || input.notice === 'test';
  const weather = input.weather ?? 'live';
  const begin = input.isTest && input.notice !== 'test' ? 'This is a test. ' : '';
  const lead = (place: string) => weatherMarks[weather] + begin + leadOf(input, place);
  const details = [
    ...detailsOf(input),
    ...(isTest ? ['Nothing has happened: no warning has started and none has ended.'] : []),
    ...weatherSentences(weather),
  ];
  const additionalText = input.notice === 'ended' ? '' : paragraphs(input.additionalText);
  return {
    subject: lead(input.locationName).replace(/\.$/, ''),
    text: [lead(input.locationName), details.join(' '), additionalText, aboutText(input), standingSentence]
      .filter((part) => part !== '')
      .join('\n\n'),
    short: shortText(lead, input.locationName, shortDetailsOf(input), oneLine(additionalText)),
  };
}

/** The first sentence, complete by itself; `place` is the name of the location, whole or shortened. */
function leadOf(input: NoticeInput, place: string): string {
  const { notice, policyName, allClearMinutes, event, typeShortName } = input;
  const kind = measureKind(typeShortName);
  const time = timeText(input, input.at);
  const since = timeText(input, input.startedAt);
  const nwsEvent = `NWS ${event ?? 'alert'}`;
  const quantity = quantityText(typeShortName);
  const amount = amountText(input.value, input);
  const distanceMiles = input.distanceMiles ?? input.value;
  const limit = `the limit is ${amountText(input.threshold, input)}`;
  const exceeded = (word: string) =>
    amount === null
      ? `${quantity} ${word}${exceededText(input)} at ${place} at ${time}.`
      : `${quantity} ${word}${amount} at ${place} at ${time}; ${limit}.`;
  switch (notice) {
    case 'started':
      if (input.thunder) return `Lightning: ${thunderText(input)} at ${place} at ${time}.`;
      if (kind === 'lightning')
        return `${lightningText('Lightning', distanceMiles, input.compass, input.threshold)} ${place} at ${time}.`;
      if (kind === 'alert')
        return `${nwsEvent} for ${place} at ${time}${input.follows ? `, after the ${input.follows} that has ended` : ''}.`;
      return exceeded('');
    case 'reminder':
      if (input.thunder) return `Lightning again: ${thunderText(input)} at ${place} at ${time}.`;
      if (kind === 'lightning')
        return `${lightningText('Lightning again', distanceMiles, input.compass, input.threshold)} ${place} at ${time}.`;
      return kind === 'alert' ? `${nwsEvent} still in effect for ${place} at ${time}.` : exceeded('still ');
    case 'in-effect':
      if (kind === 'lightning') return `Lightning delay in effect at ${place} since ${since}.`;
      return kind === 'alert'
        ? `${nwsEvent} in effect for ${place} since ${since}.`
        : `${quantity} warning in effect at ${place} since ${since}; ${limit}.`;
    case 'held': {
      const what =
        kind === 'lightning'
          ? 'lightning'
          : kind === 'alert'
            ? 'weather-service'
            : quantityWithin(typeShortName);
      return `No new ${what} data for ${place} since ${timeText(input, input.heldSince ?? input.at)}: there is no all clear.`;
    }
    case 'resumed':
      return `New data for ${place} again at ${time}: the ${policyName} warning is still in effect, there is no all clear yet.`;
    case 'all-clear':
      if (input.endedBefore) return `All clear at ${place} at ${time}: what still held it has ended.`;
      if (kind === 'alert') return `All clear at ${place} at ${time}: the ${nwsEvent} has ended.`;
      return kind === 'lightning'
        ? `All clear at ${place} at ${time}: ${allClearMinutes} minutes without lightning within ${amountText(input.threshold, { unit: 'mi', precision: input.precision })}.`
        : `All clear at ${place} at ${time}: ${quantityWithin(typeShortName)} ${withinLimitText(input)} for ${allClearMinutes} minutes.`;
    case 'ended': {
      const [first, ...rest] = holdSentences(input);
      const more = rest.length === 0 ? [] : [`And ${rest.length} more: see Allclear.`];
      return [endedText(input, place, nwsEvent, time), ...(first ? [first] : []), ...more].join(' ');
    }
    case 'withdrawn':
      return `Withdrawn: the ${policyName} warning for ${place}, at ${time}. This is not an all clear.`;
    case 'test':
      return `This is a test of the ${policyName} notices for ${place}, sent at ${time}.`;
  }
}

/** 'thunder heard, about 2 mi away,' */
function thunderText({ distanceMiles, value }: NoticeInput): string {
  const away = amountText(distanceMiles ?? value, { unit: 'mi', precision: 1 });
  return away === null ? 'thunder heard' : `thunder heard, about ${away} away,`;
}

/** What is over, without a word about the place: something else holds it. */
function endedText(input: NoticeInput, place: string, nwsEvent: string, time: string): string {
  switch (measureKind(input.typeShortName)) {
    case 'lightning':
      return `No lightning within ${radiusText(input)} of ${place} for ${input.allClearMinutes} minutes (${time}).`;
    case 'alert':
      return `The ${nwsEvent} for ${place} has ended (${time}).`;
    case 'reading': {
      const limit = amountText(input.threshold, input) ?? 'the limit';
      return `${quantityText(input.typeShortName)} is back ${input.isDesc ? 'over' : 'under'} ${limit} at ${place} (${time}).`;
    }
  }
}

/** What is still in effect, what governs first. */
function holdSentences({ holds = [], typeShortName }: NoticeInput): string[] {
  const withRadius = measureKind(typeShortName) === 'lightning';
  return [...new Set(holds.map((hold) => oneLine(holdSentence(hold, withRadius))))];
}

/** Additional sentences. */
function detailsOf(input: NoticeInput): string[] {
  const { notice, policyName, allClearMinutes } = input;
  const kind = measureKind(input.typeShortName);
  switch (notice) {
    case 'started':
    case 'reminder':
    case 'in-effect':
      if (kind === 'alert') return ['It is over when the weather service cancels it or it expires.'];
      if (kind === 'reading')
        return [
          `The all clear comes when it has been ${withinLimitText(input)} for ${allClearMinutes} minutes.`,
        ];
      return [
        `The all clear comes after ${allClearMinutes} minutes without lightning within ${radiusText(input)}; every further strike starts the count again.`,
      ];
    case 'held':
      return [
        `The ${policyName} warning stays in effect until data come again and the all clear has been earned. Missing data are never an all clear.`,
      ];
    case 'resumed': {
      const amount = kind === 'reading' ? amountText(input.value, input) : null;
      return amount === null
        ? []
        : [
            `${quantityText(input.typeShortName)} is ${amount}; the limit is ${amountText(input.threshold, input)}.`,
          ];
    }
    case 'all-clear': {
      const note = kind === 'lightning' ? shortTimerNote(allClearMinutes) : null;
      const amount = kind === 'reading' && !input.endedBefore ? amountText(input.value, input) : null;
      return [
        ...(note ? [`${note}.`] : []),
        ...(amount ? [`It is ${amount} now.`] : []),
        'No other warning and no lightning delay is in effect there.',
      ];
    }
    case 'ended': {
      const amount = kind === 'reading' ? amountText(input.value, input) : null;
      return [
        ...holdSentences(input).slice(1),
        ...(amount ? [`${quantityText(input.typeShortName)} is ${amount} now.`] : []),
        `Only the ${policyName} warning has ended. This is not an all clear.`,
      ];
    }
    case 'withdrawn':
      if (input.withdrawnFor === 'report-taken-back')
        return ['The report of thunder was taken back. What else holds the place goes on.'];
      if (input.withdrawnFor === 'not-observed')
        return [
          'No lightning feed covers this place, so nobody has observed whether the lightning is over: watch and listen yourselves.',
        ];
      return [
        'The policy or the place was changed or removed, so this warning is no longer watched. Whether it is safe has not been judged.',
      ];
    case 'test':
      return [];
  }
}

/** Additional sentences for one line, most important first. */
function shortDetailsOf(input: NoticeInput): string[] {
  const kind = measureKind(input.typeShortName);
  switch (input.notice) {
    case 'started':
    case 'reminder':
    case 'in-effect':
      return kind === 'lightning'
        ? [`All clear after ${input.allClearMinutes} min without lightning within ${radiusText(input)}.`]
        : [];
    case 'all-clear': {
      const note = kind === 'lightning' ? shortTimerNote(input.allClearMinutes) : null;
      return note ? [`${note}.`] : [];
    }
    case 'ended':
      return ['Not an all clear.', ...holdSentences(input).slice(1)];
    case 'held':
    case 'resumed':
    case 'withdrawn':
    case 'test':
      return [];
  }
}

function radiusText({ threshold, precision }: NoticeInput): string {
  return amountText(threshold, { unit: 'mi', precision }) ?? 'the radius';
}

/** The policy and the start of the warning; empty where the lead already contains them. */
function aboutText(input: NoticeInput): string {
  const { notice, policyName } = input;
  if (notice === 'test') return '';
  const since =
    notice === 'started' || notice === 'in-effect'
      ? ''
      : ` The warning began at ${timeText(input, input.startedAt)}.`;
  return `Policy: ${policyName}.${since}`;
}

/** '3:42 PM CDT', with the date when it differs from the notice's. */
function timeText({ at, timeZone }: NoticeInput, instant: number): string {
  const clock = localText(instant, timeZone, true);
  const [then, now] = [localTime(instant, timeZone), localTime(at, timeZone)];
  if (then.dayOfMonth === now.dayOfMonth && then.month === now.month && then.year === now.year) return clock;
  return `${localDateTimeText(instant, timeZone).split(' ')[0]} ${clock}`;
}

/**
 * The sentence of a policy warning in the Active Warnings panel (specification 1, section 2.7): the exceeded
 * limit with its unit, the current value if there is one, its last update, and the start of a loss of data.
 */
export function policyWarningMessage(
  warning: PolicyLimit & {
    readonly value: number | null;
    /** Epoch ms */
    readonly lastUpdateAt: number;
    readonly timeZone: string;
    readonly heldSince?: number | null;
    readonly event?: string | null;
  },
): string {
  const time = (at: number) => localDateTimeText(at, warning.timeZone);
  const kind = measureKind(warning.typeShortName);
  const held = isFiniteReading(warning.heldSince) ? ` No new data since ${time(warning.heldSince)}.` : '';
  const updated = `Last updated ${time(warning.lastUpdateAt)}.${held}`;
  if (kind === 'alert') return `${warning.event || 'Alert'} of the National Weather Service. ${updated}`;
  if (kind === 'lightning') {
    const radius = amountText(warning.threshold, { unit: 'mi', precision: warning.precision });
    const nearest = amountText(warning.value, { unit: 'mi', precision: 1 });
    return `Lightning within ${radius}.${nearest ? ` Last strike ${nearest} away.` : ''} ${updated}`;
  }
  const amount = amountText(warning.value, warning);
  return `${quantityText(warning.typeShortName)} ${exceededText(warning)}.${amount ? ` Current value ${amount}.` : ''} ${updated}`;
}

/**
 * Splits a line of weather-service text into its lead and the rest ('HAZARD', '...Wind gusts up to 40 mph.'):
 * the lead is the text before the first '...' or, where a line begins with '...', through its first words.
 * Joined they are the line. Null for a line without a lead. Source: specification 1, section 2.7.
 */
export function emphasized(line: string): [lead: string, rest: string] | null {
  const leading = /^\s*\.{3,}/.exec(line)?.[0].length ?? 0;
  const dots = line.indexOf('...', leading);
  if (dots > leading) return [line.slice(0, dots), line.slice(dots)];
  return leading > 0 ? [line, ''] : null;
}
