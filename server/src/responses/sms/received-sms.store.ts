import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** For how long SMS of a number are counted together, real ms. */
const windowMs = 3_600_000;
/**
 * Replies in a window. To a number that nobody has they are few, also to all such numbers together: who forges senders
 * could have messages sent, and billed, to anybody.
 */
const maxReplies = { answers: 30, refusals: 3, toStranger: 1, toStrangers: 60 };

/** A received SMS by the provider's id of it. */
export interface SmsKey {
  readonly vendor: string;
  readonly messageId: string;
}

export interface SmsToNote extends SmsKey {
  readonly numberDigest: Buffer;
  /** Whether somebody active has the number. */
  readonly hasPerson: boolean;
}

/** What came from a number in the last hour, without the SMS at hand. */
export interface SmsOfNumber {
  /** The SMS at hand came before and counted. */
  readonly hasCounted: boolean;
  readonly received: number;
  /** Codes that were not of the number, and those that are not decided yet. */
  readonly guesses: number;
}

/**
 * Notes an SMS before its code is looked at, so that guesses side by side, in whichever processes, cannot slip through
 * together. One that is sent again is noted once. `now` is epoch ms of the wall clock.
 */
export async function noteReceivedSms(
  db: Database,
  _actor: Actor,
  { vendor, messageId, numberDigest, hasPerson }: SmsToNote,
  now: number,
): Promise<SmsOfNumber> {
  const isOurs = sql`vendor = ${vendor} and message_id = ${messageId}`;
  await sql`
    insert into received_sms (vendor, message_id, number_digest, has_person, outcome, received_at)
    values (${vendor}, ${messageId}, ${numberDigest}, ${hasPerson}, 'pending', ${new Date(now)})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<SmsOfNumber>`
    select count(*)::int as received,
      exists (select from received_sms where ${isOurs} and outcome = 'counted') as "hasCounted",
      (count(*) filter (where outcome in ('pending', 'guessed')))::int as guesses
    from received_sms
    where number_digest = ${numberDigest} and received_at > ${new Date(now - windowMs)}
      and not (${isOurs})`.execute(db);
  return rows[0] ?? { hasCounted: false, received: 0, guesses: 0 };
}

export interface SmsEnd {
  readonly outcome: 'counted' | 'not-counted' | 'guessed';
  /** What there is to be replied; null: nothing. */
  readonly reply: 'answer' | 'refusal' | null;
}

/** Records what became of an SMS. False where a reply would be one too many. */
export function endReceivedSms(
  db: Database,
  _actor: Actor,
  { vendor, messageId, numberDigest, hasPerson }: SmsToNote,
  { outcome, reply }: SmsEnd,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Replies to one number, and those to all numbers that nobody has, take turns.
    const turn = hasPerson ? numberDigest.readBigInt64BE() : 0n;
    await sql`select pg_advisory_xact_lock(${turn.toString()}::bigint)`.execute(transaction);
    const isOurs = sql`vendor = ${vendor} and message_id = ${messageId}`;
    const { rows } = await sql<{ toNumber: number; toStrangers: number; hadReply: boolean }>`
      select
        (count(*) filter (where number_digest = ${numberDigest} and (reply = ${reply} or not has_person)))::int as "toNumber",
        (count(*) filter (where not has_person and reply is not null))::int as "toStrangers",
        exists (select from received_sms where ${isOurs} and reply is not null) as "hadReply"
      from received_sms where received_at > ${new Date(now - windowMs)} and reply is not null
        and (number_digest = ${numberDigest} or not has_person)`.execute(transaction);
    const [{ toNumber, toStrangers, hadReply } = { toNumber: 0, toStrangers: 0, hadReply: false }] = rows;
    const isAllowed =
      reply !== null &&
      (hadReply ||
        (hasPerson
          ? toNumber < (reply === 'answer' ? maxReplies.answers : maxReplies.refusals)
          : toNumber < maxReplies.toStranger && toStrangers < maxReplies.toStrangers));
    await sql`
      update received_sms set outcome = ${outcome}, reply = coalesce(reply, ${isAllowed ? reply : null})
      where ${isOurs}`.execute(transaction);
    return isAllowed;
  });
}

/** Real ms. */
export const receivedSmsKeptMs = 24 * 3_600_000;

/** Drops what was received long ago by the wall clock; what is asked for is of the product's. */
export async function dropOldReceivedSms(db: Database, _actor: Actor): Promise<void> {
  await sql`delete from received_sms where received_at < ${new Date(wallNow() - receivedSmsKeptMs)}`.execute(
    db,
  );
}
