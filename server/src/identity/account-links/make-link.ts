import { randomBytes } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Account } from '../store.ts';
import { type AccountLinkKind, insertAccountLink } from './account-links.store.ts';
import { hashOfToken } from './account-links.ts';

const hourMs = 3_600_000;
/** How long a link works, ms. */
const lifetimeMs: Record<AccountLinkKind, number> = {
  invitation: 7 * 24 * hourMs,
  'password-reset': hourMs,
  'address-change': 24 * hourMs,
};

/** Stores a new link; returns its token (256 random bits), of which only the digest is stored. */
export async function makeLink(
  transaction: Database,
  actor: Actor,
  {
    account,
    kind,
    newEmail = null,
    now,
  }: { account: Account; kind: AccountLinkKind; newEmail?: string | null; now: number },
): Promise<string> {
  if (account.email === null) throw new Error('A link is for an account with an email address.');
  const token = randomBytes(32).toString('base64url');
  await insertAccountLink(transaction, actor, {
    ...{ userId: account.id, kind, email: account.email, newEmail },
    ...{ hash: hashOfToken(token), now, expiresAt: now + lifetimeMs[kind] },
  });
  return token;
}
