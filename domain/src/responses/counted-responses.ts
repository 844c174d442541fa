/**
 * Responses of people to a message that asks for one. A message that nobody responded to is not a message received; and
 * a response that it was read says nothing of where somebody is.
 */

/** 'I have read it', 'We are inside at …', 'I need help': the weakest first. */
export const responseKinds = ['read', 'inside', 'help'] as const;
export type ResponseKind = (typeof responseKinds)[number];

/**
 * By which way a response came. Help by SMS counts without the code of the message too; that the person sent it is then
 * as sure as the number of an SMS is.
 */
export type ResponseWay = 'app' | 'link' | 'sms' | 'sms-without-code';

/** Characters of the text that says where somebody is. */
export const responsePlaceMaxLength = 120;

export interface PersonResponse {
  readonly personId: string;
  /** Made by the device: the same one again is one response. */
  readonly key: string;
  readonly kind: ResponseKind;
  /** The person changes an earlier response: it replaces that one, also where it is weaker. */
  readonly isChange: boolean;
  /** When it was pressed where it was sent later, epoch ms; absent: in the order of receipt. */
  readonly pressedAt?: number;
}

const strength: Readonly<Record<ResponseKind, number>> = { read: 0, inside: 1, help: 2 };

/**
 * Which of two responses of a person counts, in the order in which they were received. One that was sent later replaces
 * nothing that was pressed after it, except by being stronger.
 */
export function strongerOf<T extends Pick<PersonResponse, 'kind' | 'isChange' | 'pressedAt'>>(
  earlier: T,
  later: T,
): T {
  const isLate =
    (later.pressedAt ?? Number.POSITIVE_INFINITY) < (earlier.pressedAt ?? Number.NEGATIVE_INFINITY);
  if (later.isChange && !isLate) return later;
  const difference = strength[later.kind] - strength[earlier.kind];
  return difference > 0 || (difference === 0 && !isLate) ? later : earlier;
}

/**
 * The one response that counts for each person, by the person's id: help before inside before read, unless the person
 * changed it. A repeated key changes nothing.
 *
 * @param responses in the order in which they were received
 */
export function countedResponses<T extends PersonResponse>(responses: readonly T[]): Map<string, T> {
  const keys = new Set<string>();
  const counted = new Map<string, T>();
  for (const response of responses) {
    const key = `${response.personId} ${response.key}`;
    if (keys.has(key)) continue;
    keys.add(key);
    const earlier = counted.get(response.personId);
    counted.set(response.personId, earlier ? strongerOf(earlier, response) : response);
  }
  return counted;
}

/** People by what they responded; each person is in one of the last four. */
export interface ResponseTally {
  readonly asked: number;
  readonly noResponse: number;
  readonly read: number;
  readonly inside: number;
  readonly help: number;
}

/** Counts the people who were asked, each once; responses of anybody else are left out. */
export function tallyResponses(
  asked: Iterable<string>,
  counted: ReadonlyMap<string, { readonly kind: ResponseKind }>,
): ResponseTally {
  const tally = { asked: 0, noResponse: 0, read: 0, inside: 0, help: 0 };
  for (const personId of new Set(asked)) {
    tally.asked += 1;
    tally[counted.get(personId)?.kind ?? 'noResponse'] += 1;
  }
  return tally;
}

/** The text of where somebody is, as it is stored, or what is wrong with it: a sentence. */
export function checkResponsePlace(
  kind: ResponseKind,
  given: string,
): { readonly kind: 'right'; readonly place: string } | { readonly kind: 'wrong'; readonly error: string } {
  const place = given.replace(/\s+/g, ' ').trim();
  if (kind === 'read') return { kind: 'right', place: '' };
  if (kind === 'inside' && place === '') return { kind: 'wrong', error: 'Say where you are inside' };
  if (place.length > responsePlaceMaxLength)
    return { kind: 'wrong', error: `Where you are can be at most ${responsePlaceMaxLength} characters` };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[<>\u0000-\u001f]/.test(place))
    return { kind: 'wrong', error: 'Where you are cannot contain < or > or control characters' };
  return { kind: 'right', place };
}
