import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';

export type AccountMailKind =
  | 'invitation'
  | 'password-reset'
  | 'password-changed'
  | 'new-device'
  | 'factors-changed'
  | 'factors-reset'
  /** To a new address, with the link that confirms it. */
  | 'address-confirm'
  /** To the address of the account: another one was asked for. */
  | 'address-requested'
  /** To the former address of the account. */
  | 'address-changed'
  /** A webhook of the person was switched off. */
  | 'webhook-off';

export interface AccountMailToAdd {
  /** Null: the account of `requestedEmail`, if there is one. */
  readonly userId: string | null;
  readonly kind: AccountMailKind;
  /** Where a mail about an address goes, whatever the account's address is by then. */
  readonly requestedEmail?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly sealedToken?: string;
  /** Epoch ms of the wall clock. */
  readonly now: number;
}

/** A mail that is to be sent. */
export interface StoredAccountMail {
  readonly id: string;
  readonly userId: string | null;
  readonly kind: AccountMailKind;
  readonly requestedEmail: string | null;
  readonly details: Readonly<Record<string, string>>;
  readonly sealedToken: string | null;
  readonly createdAt: Date;
}

/** Returns the ids of the mails. No audit entry: a mail follows from a change or a request, which has one. */
export async function insertAccountMails(
  db: Database,
  _actor: Actor,
  mails: readonly AccountMailToAdd[],
): Promise<string[]> {
  const rows = await db
    .insertInto('account_mails')
    .values(
      mails.map(({ userId, kind, requestedEmail, details = {}, sealedToken, now }) => ({
        user_id: userId,
        kind,
        requested_email: requestedEmail ?? null,
        details: JSON.stringify(details),
        sealed_token: sealedToken ?? null,
        created_at: new Date(now),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A mail that has not ended; the row is locked in a transaction. */
export async function lockAccountMail(
  transaction: Database,
  id: string,
): Promise<StoredAccountMail | undefined> {
  const row = await transaction
    .selectFrom('account_mails')
    .select([
      'id',
      'user_id as userId',
      'kind',
      'requested_email as requestedEmail',
      'details',
      'sealed_token as sealedToken',
      'created_at as createdAt',
    ])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row as StoredAccountMail | undefined;
}

/** Gives a requested mail its account and link. The audit entry is that of the request, the caller's. */
export async function addresseeFound(
  transaction: Database,
  _actor: Actor,
  { id, userId, sealedToken }: { id: string; userId: string; sealedToken: string },
): Promise<void> {
  await transaction
    .updateTable('account_mails')
    .set({ user_id: userId, sealed_token: sealedToken, requested_email: null })
    .where('id', '=', id)
    .execute();
}

/**
 * The mail was sent, or never will be. What it contained is forgotten. No audit entry: a mail follows from a change,
 * which has one.
 */
export async function endAccountMail(db: Database, _actor: Actor, id: string, now: number): Promise<void> {
  await db
    .updateTable('account_mails')
    .set({ ended_at: new Date(now), sealed_token: null, requested_email: null, details: '{}' })
    .where('id', '=', id)
    .execute();
}

/**
 * How many mails of a kind a person was sent since an instant, or is about to be. Until the transaction ends nobody
 * else counts them, so that what is decided by the count stays right.
 */
export async function countAccountMails(
  transaction: Database,
  { userId, kind, since }: { userId: string; kind: AccountMailKind; since: number },
): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(transaction);
  const { count } = await transaction
    .selectFrom('account_mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(since))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes the mails of before an instant, unless the mailbox of the demonstration shows them. No audit entry: they have
 * been sent.
 */
export async function purgeAccountMails(db: Database, _actor: Actor, before: number): Promise<void> {
  await db
    .deleteFrom('account_mails')
    .where('created_at', '<', new Date(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mailbox')
            .select('mailbox.account_mail_id')
            .whereRef('mailbox.account_mail_id', '=', 'account_mails.id'),
        ),
      ),
    )
    .execute();
}
