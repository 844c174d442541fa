import { hash } from 'node:crypto';
import { type RequestOrigin, systemActor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { maySignIn } from '../principal.ts';
import { accountChain } from '../sessions/audit-sign-in.ts';
import { changePassword } from '../sessions/sign-outs.store.ts';
import { accountById } from '../store.ts';
import { findAccountLink, noteActivation, useAccountLink } from './account-links.store.ts';

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** What the token of a link is sealed for, until its mail is sent. */
export const tokenPurpose = (userId: string) => `account-link ${userId}`;

export type LinkUse =
  | { readonly kind: 'done' }
  /** Used before, expired, never made, or of somebody who may not sign in: told apart by nothing. */
  | { readonly kind: 'over' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

/**
 * Sets the password of the person whom a link was sent to, who is the author of the change. A password that is refused
 * leaves the link as it is.
 */
export async function choosePassword(
  db: Database,
  {
    token,
    password,
    repeated,
    origin,
    now,
  }: { token: string; password: string; repeated: string; origin?: RequestOrigin; now: number },
): Promise<LinkUse> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return { kind: 'over' };
  const digest = hashOfToken(token);
  const link = await findAccountLink(db, digest, now);
  const account = link && (await accountById(db, link.userId));
  if (!link || link.kind === 'address-change' || !account || !maySignIn(account)) return { kind: 'over' };
  const problems = [
    ...(await checkNewPassword(password, account)),
    ...(password === repeated ? [] : ['The two passwords are not the same.']),
  ];
  if (problems.length > 0) return { kind: 'wrong', problems };
  const passwordHash = await hashPassword(password);
  const actor = systemActor('account-link', origin, account.id);
  return inTransaction(db, async (transaction): Promise<LinkUse> => {
    if (!(await useAccountLink(transaction, actor, digest, now))) return { kind: 'over' };
    await changePassword(transaction, actor, { userId: account.id, passwordHash, now });
    await noteActivation(transaction, actor, account.id, now);
    if (link.kind === 'password-reset')
      await queueAccountMail(transaction, actor, { userId: account.id, kind: 'password-changed', now });
    const action = link.kind === 'password-reset' ? 'account.password-reset' : 'user.activated';
    await appendAudit(transaction, actor, {
      ...{ chain: accountChain(account), action, recordId: account.id, now: null },
    });
    return { kind: 'done' };
  });
}
