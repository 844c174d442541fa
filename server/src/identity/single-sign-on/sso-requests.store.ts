import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Account, accountById } from '../store.ts';

/** Whom a provider has signed in, as far as it says so itself. */
export interface SsoIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** An address that the provider has verified. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** How a visit to a provider ended. */
export type SsoOutcome =
  | { readonly kind: 'identified'; readonly identity: SsoIdentity }
  /** A sentence for the person. */
  | { readonly kind: 'failed'; readonly problem: string };

/** Who visits a provider: the browser of a sign-in, or an editor who tests it. */
export type SsoVisitor = { readonly interactionUid: string } | { readonly userId: string };

export interface SsoRequest {
  readonly organizationId: string;
  readonly visitor: SsoVisitor;
  readonly providerVersion: number;
  readonly sealedDetails: string;
}

/** A visit to a provider begins. No audit entry: the sign-in or the test that it ends in has one. */
export async function insertRequest(
  db: Database,
  _actor: Actor,
  stateDigest: Buffer,
  { organizationId, visitor, providerVersion, sealedDetails }: SsoRequest,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('sso_requests')
    .values({
      state_digest: stateDigest,
      organization_id: organizationId,
      interaction_uid: 'interactionUid' in visitor ? visitor.interactionUid : null,
      user_id: 'userId' in visitor ? visitor.userId : null,
      provider_version: providerVersion,
      sealed_details: sealedDetails,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
    })
    .execute();
}

/**
 * The request of a state, which this call alone may answer; undefined for an unknown, expired or answered one. No audit
 * entry, as for `insertRequest`.
 */
export async function beginAnswer(
  db: Database,
  _actor: Actor,
  stateDigest: Buffer,
  now: number,
): Promise<SsoRequest | undefined> {
  const row = await db
    .updateTable('sso_requests')
    .set({ answered_at: new Date(now) })
    .where('state_digest', '=', stateDigest)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['organization_id', 'interaction_uid', 'user_id', 'provider_version', 'sealed_details'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    organizationId: row.organization_id,
    visitor: row.user_id !== null ? { userId: row.user_id } : { interactionUid: row.interaction_uid ?? '' },
    providerVersion: row.provider_version,
    sealedDetails: row.sealed_details,
  };
}

/** How a visit ended. No audit entry, as for `insertRequest`. */
export async function storeOutcome(
  db: Database,
  _actor: Actor,
  stateDigest: Buffer,
  { outcome, ticketDigest }: { outcome: SsoOutcome; ticketDigest: Buffer },
): Promise<void> {
  await db
    .updateTable('sso_requests')
    .set({ outcome: JSON.stringify(outcome), ticket_digest: ticketDigest })
    .where('state_digest', '=', stateDigest)
    .execute();
}

/**
 * The outcome behind a ticket, once, for the visitor that began; undefined for anybody else. No audit entry, as for
 * `insertRequest`.
 */
export async function takeOutcome(
  db: Database,
  _actor: Actor,
  ticketDigest: Buffer,
  visitor: SsoVisitor,
  now: number,
): Promise<{ outcome: SsoOutcome; organizationId: string; providerVersion: number } | undefined> {
  const row = await db
    .deleteFrom('sso_requests')
    .where('ticket_digest', '=', ticketDigest)
    .where('expires_at', '>', new Date(now))
    .where(
      'interactionUid' in visitor ? 'interaction_uid' : 'user_id',
      '=',
      'interactionUid' in visitor ? visitor.interactionUid : visitor.userId,
    )
    .returning(['organization_id', 'provider_version', 'outcome'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    outcome: row.outcome as SsoOutcome,
    organizationId: row.organization_id,
    providerVersion: row.provider_version,
  };
}

/** Visits that nobody came back from in time. No audit entry: nothing came of them. */
export async function purgeSsoRequests(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('sso_requests').where('expires_at', '<', new Date(before)).execute();
}

/** The account that an identity is linked to; it may be deleted, or one that does not sign in any more. */
export async function linkedAccount(
  db: Database,
  { organizationId, issuer, subject }: { organizationId: string; issuer: string; subject: string },
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('sso_links')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && accountById(db, row.user_id);
}

/**
 * Links an identity to an account; false when the account is linked to another identity of the issuer. The audit entry
 * is that of the sign-in.
 */
export async function linkAccount(
  db: Database,
  _actor: Actor,
  link: { organizationId: string; issuer: string; subject: string; userId: string },
  now: number,
): Promise<boolean> {
  const { organizationId, issuer, subject, userId } = link;
  const other = await db
    .selectFrom('sso_links')
    .select('subject')
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .where('subject', '<>', subject)
    .executeTakeFirst();
  if (other) return false;
  await db
    .insertInto('sso_links')
    .values({ organization_id: organizationId, issuer, subject, user_id: userId, linked_at: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'issuer', 'subject'])
        .doUpdateSet({ user_id: userId, linked_at: new Date(now) }),
    )
    .execute();
  return true;
}

/** Everybody of an organization who has an email address, also without an account; the account first. */
export async function peopleByEmail(
  db: Database,
  organizationId: string,
  email: string,
): Promise<{ id: string; isNotificationOnly: boolean }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('organization_id', '=', organizationId)
    .where(({ eb, fn, val }) => eb(fn('lower', ['email']), '=', fn('lower', [val(email)])))
    .where('deleted_at', 'is', null)
    .execute();
  return rows
    .map(({ id, role }) => ({ id, isNotificationOnly: role === 'notification-only' }))
    .sort((a, b) => Number(a.isNotificationOnly) - Number(b.isNotificationOnly));
}
