import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';

export type AccountLinkKind = 'invitation' | 'password-reset' | 'address-change';

export interface AccountLink {
  readonly userId: string;
  readonly kind: AccountLinkKind;
  /** The address that the link confirms; null for a link to a password. */
  readonly newEmail: string | null;
}

export interface AccountLinkToAdd extends AccountLink {
  readonly hash: Buffer;
  readonly email: string;
  readonly now: number;
  readonly expiresAt: number;
}

/** Stores links that are to be sent. The audit entry is the caller's. */
export async function insertAccountLinks(
  db: Database,
  _actor: Actor,
  links: readonly AccountLinkToAdd[],
): Promise<void> {
  await db
    .insertInto('account_links')
    .values(
      links.map((link) => ({
        user_id: link.userId,
        kind: link.kind,
        hash: link.hash,
        email: link.email,
        new_email: link.newEmail,
        created_at: new Date(link.now),
        expires_at: new Date(link.expiresAt),
      })),
    )
    .execute();
}

/** Links that still work: not used, not expired, and of the address that the person has now. */
function workingLinks(db: Database, now: number) {
  return db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where(sql<boolean>`lower(users.email) = lower(account_links.email)`);
}

/** Uses up links that were not used before. */
function useLinks(db: Database, now: number) {
  return db
    .updateTable('account_links')
    .set({ used_at: new Date(now) })
    .where('used_at', 'is', null);
}

/** The link of a digest that still works. */
export async function findAccountLink(
  db: Database,
  hash: Buffer,
  now: number,
): Promise<AccountLink | undefined> {
  const row = await workingLinks(db, now)
    .select(['account_links.user_id as userId', 'account_links.kind', 'new_email as newEmail'])
    .where('account_links.hash', '=', hash)
    .executeTakeFirst();
  return row as AccountLink | undefined;
}

/**
 * Uses a link up; false when it was used meanwhile, so that of two uses at once only one succeeds. The audit entry is
 * the caller's.
 */
export async function useAccountLink(
  db: Database,
  _actor: Actor,
  hash: Buffer,
  now: number,
): Promise<boolean> {
  const result = await useLinks(db, now)
    .where('hash', '=', hash)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The newest address of a person that waits for its confirmation; null for none. */
export async function findPendingAddress(db: Database, userId: string, now: number): Promise<string | null> {
  const row = await workingLinks(db, now)
    .select('new_email')
    .where('account_links.user_id', '=', userId)
    .where('account_links.kind', '=', 'address-change')
    .orderBy('account_links.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.new_email ?? null;
}

/** Of all the person's links, or of those of one kind, none works any more. The audit entry is the caller's. */
export async function endAccountLinks(
  db: Database,
  _actor: Actor,
  userId: string,
  now: number,
  kind?: AccountLinkKind,
): Promise<void> {
  await useLinks(db, now)
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .execute();
}

/**
 * The person has signed in, or chosen a password, for the first time. The audit entry is that of the sign-in, or of the
 * password.
 */
export async function noteActivation(
  db: Database,
  _actor: Actor,
  userId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ activated_at: new Date(now) })
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .execute();
}

/** Removes the links that expired before an instant. No audit entry: they do not work any more. */
export async function purgeAccountLinks(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', new Date(before)).execute();
}

/** Whether the person has ever signed in or chosen a password. */
export async function isActivated(db: Database, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('activated_at').where('id', '=', userId).executeTakeFirst();
  return row !== undefined && row.activated_at !== null;
}
