import { randomBytes } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Account } from '../store.ts';
import { type AccountLinkKind, type AccountLinkToAdd, insertAccountLinks } from './account-links.store.ts';
import { hashOfToken } from './account-links.ts';

const hourMs = 3_600_000;
/** How long a link works, ms. */
const lifetimeMs: Record<AccountLinkKind, number> = {
  invitation: 7 * 24 * hourMs,
  'password-reset': hourMs,
  'address-change': 24 * hourMs,
};

interface LinkOf {
  readonly account: Pick<Account, 'id' | 'email'>;
  readonly kind: AccountLinkKind;
  readonly newEmail?: string | null;
  readonly now: number;
}

/** Stores a new link; returns its token (256 random bits), of which only the digest is stored. */
export async function makeLink(transaction: Database, actor: Actor, of: LinkOf): Promise<string> {
  const { token, link } = newLink(of);
  await insertAccountLinks(transaction, actor, [link]);
  return token;
}

/** A link that is to be stored, and its token. */
export function newLink({ account, kind, newEmail = null, now }: LinkOf): {
  token: string;
  link: AccountLinkToAdd;
} {
  if (account.email === null) throw new Error('A link is for an account with an email address.');
  const token = randomBytes(32).toString('base64url');
  const link = {
    ...{ userId: account.id, kind, email: account.email, newEmail },
    ...{ hash: hashOfToken(token), now, expiresAt: now + lifetimeMs[kind] },
  };
  return { token, link };
}
