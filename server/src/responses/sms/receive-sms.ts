import { hash, timingSafeEqual } from 'node:crypto';
import type { ReceivedSms } from '@allclear/adapters';
import { e164, type ReadSms, readResponseSms, type SmsReply, smsReplyText } from '@allclear/domain';
import { responseCodes } from '../../notifications/index.ts';
import { type RequestOrigin, systemActor } from '../../platform/actor.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import {
  type CountedResponse,
  findRequestFor,
  requestsOfNumber,
  type StoredAskedRequest,
} from '../requests.store.ts';
import { storeResponse } from '../responses.store.ts';
import { endReceivedSms, noteReceivedSms, type SmsEnd } from './received-sms.store.ts';

/** Of a number in an hour. After them no code of the number is looked at for the rest of it. */
const limits = { guesses: 10, received: 30 };

const name = 'response-sms';

export interface ReceiveNeeds {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<SecretBox, 'digests'>;
}

export interface SmsAnswer {
  /** What is sent to whoever sent the SMS; null: nothing. */
  readonly reply: string | null;
  /** What belongs into the security log: a wrong code, or one too many. */
  readonly guess: 'failed' | 'throttled' | null;
  /** A keyed digest of the number, as it stands in the log. */
  readonly sender: string;
}

type ReadText = Extract<ReadSms, { kind: 'text' }>;

/**
 * Counts a received SMS as the response of whoever has the number now. It needs the code of the request, except for
 * help: a code that was mistyped or left out must not keep help away, and help that was not meant costs a call. The same
 * SMS again, by the provider's id, changes nothing and has the same reply.
 */
export async function receiveSms(
  needs: ReceiveNeeds,
  vendor: string,
  { id, from, text }: ReceivedSms,
  origin: RequestOrigin,
): Promise<SmsAnswer> {
  const { db, secrets } = needs;
  const number = e164(from);
  const [numberDigest] = secrets.digests(number ?? from, 'number of an SMS');
  const sender = numberDigest.toString('hex').slice(0, 16);
  const read = readResponseSms(text);
  if (read.kind === 'keyword') return { reply: null, guess: null, sender };
  const { hasPerson, requests } =
    number === null ? { hasPerson: false, requests: [] } : await requestsOfNumber(db, number, wallNow());
  const sms = { vendor, messageId: id, numberDigest, hasPerson };
  const actor = systemActor(name, origin);
  const { hasCounted, guesses, received } = await noteReceivedSms(db, actor, sms, wallNow());
  const isClosed = !hasCounted && (guesses >= limits.guesses || received >= limits.received);
  const own = isClosed ? [] : requests.filter((one) => isCodeOf(read.code, one, secrets));
  const { end, reply } = await count(needs, read, { own, requests, isClosed, key: keyOf(sms), origin });
  const isReplied = await endReceivedSms(db, actor, sms, end, wallNow());
  const guess = end.outcome !== 'guessed' ? null : isClosed ? 'throttled' : 'failed';
  return { reply: isReplied && reply !== null ? smsReplyText(reply) : null, guess, sender };
}

interface Counting {
  /** Requests whose code the SMS has. */
  readonly own: readonly StoredAskedRequest[];
  /** Requests that ask whoever has the number. */
  readonly requests: readonly StoredAskedRequest[];
  readonly isClosed: boolean;
  readonly key: string;
  readonly origin: RequestOrigin;
}

interface Counted {
  readonly end: SmsEnd;
  readonly reply: SmsReply | null;
}

async function count(needs: ReceiveNeeds, read: ReadText, counting: Counting): Promise<Counted> {
  const { own, requests } = counting;
  const { code, says, place } = read;
  const [newest] = own;
  if (code !== null && newest !== undefined) {
    if (says === null) return notCounted({ kind: 'no-word', code });
    if (says === 'inside' && place === '') return notCounted({ kind: 'no-place', code });
    // Two codes of a number are hardly ever the same; then help is of both.
    return store(needs, { ...read, code, says }, says === 'help' ? own : [newest], 'sms', counting);
  }
  const outcome = code === null ? 'not-counted' : 'guessed';
  if (says === 'help' && requests.length > 0) {
    const { end, reply } = await store(
      needs,
      { ...read, code: '', says },
      newestOfEach(requests),
      'sms-without-code',
      counting,
    );
    return { end: code === null ? end : { ...end, outcome }, reply };
  }
  // Whoever asks for help must learn that nobody was notified, however many texts were refused before.
  return says === 'help'
    ? { end: { outcome, reply: 'answer' }, reply: { kind: 'help-of-nobody' } }
    : { end: { outcome, reply: 'refusal' }, reply: { kind: 'refused' } };
}

const notCounted = (reply: SmsReply): Counted => ({
  end: { outcome: 'not-counted', reply: 'answer' },
  reply,
});

/** The newest request of each person who has the number: nobody knows which of them sent the SMS. */
function newestOfEach(requests: readonly StoredAskedRequest[]): StoredAskedRequest[] {
  return [...Map.groupBy(requests, ({ userId }) => userId).values()].flatMap(([newest]) => newest ?? []);
}

async function store(
  { db, clock }: ReceiveNeeds,
  { code, says, place, isChange }: ReadText & { code: string; says: NonNullable<ReadText['says']> },
  asked: readonly StoredAskedRequest[],
  way: 'sms' | 'sms-without-code',
  { isClosed, key, origin }: Counting,
): Promise<Counted> {
  for (const one of asked) {
    if (says === 'help' && isNotifiedAlready(one.response, { place, way, isClosed })) continue;
    await storeResponse(db, systemActor(name, origin, one.userId), one, {
      ...{ key, kind: says, place, isChange: isChange && way === 'sms', way },
      ...{ now: clock.now(), pressedAt: clock.now() },
    });
  }
  const isDrill = asked.every((one) => one.isDrill);
  const end = { outcome: 'counted', reply: 'answer' } as const;
  const [first] = asked;
  const now = first && (await findRequestFor(db, first, first.userId));
  const response = now?.response ?? null;
  if (response === null) return { end, reply: null };
  const reply: SmsReply =
    says === 'help' || response.kind === says
      ? { kind: 'counted', response: says === 'help' ? { kind: says, place } : response, isDrill }
      : { kind: 'weaker', response, code, isDrill };
  return { end, reply };
}

/** Whether the desk was notified of the same help already: a person in distress sends it many times. */
function isNotifiedAlready(
  response: CountedResponse | null,
  { place, way, isClosed }: { place: string; way: 'sms' | 'sms-without-code'; isClosed: boolean },
): boolean {
  if (response?.kind !== 'help') return false;
  if (isClosed) return true;
  const isSurer = way === 'sms' && response.way === 'sms-without-code';
  return !isSurer && (place === '' || place === response.place);
}

function isCodeOf(
  code: string | null,
  { id, userId }: StoredAskedRequest,
  secrets: Pick<SecretBox, 'digests'>,
): boolean {
  if (code === null) return false;
  const given = Buffer.from(code);
  return responseCodes(secrets, id, userId).some((one) => {
    const expected = Buffer.from(one);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** The key of the response: the same SMS has the same one. */
function keyOf({ vendor, messageId }: { vendor: string; messageId: string }): string {
  const digest = hash('sha256', JSON.stringify([vendor, messageId]), 'hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
