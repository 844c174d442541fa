import { type Actor, chainOf, systemActor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import { changePassword } from '../sessions/sign-outs.store.ts';
import { guessWindowMs } from '../sign-in.ts';
import { countGuess, forgetGuesses } from '../sign-in-failures.store.ts';
import { type Account, accountById } from '../store.ts';
import { checkNewPassword } from './password-policy.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const actor = systemActor('own-password');
/** Of one signed-in person. */
const guesses = 5;

export type PasswordCheck =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly waitMs: number };

/** Checks the password of somebody who is signed in: an open browser alone changes no password and no factor. */
export async function checkOwnPassword(
  db: Database,
  { userId, password, now }: { userId: string; password: string; now: number },
): Promise<PasswordCheck> {
  const subject = `own-password ${userId}`;
  const waitMs = await countGuess(db, actor, subject, guesses, guessWindowMs, now);
  if (waitMs > 0) return { kind: 'wait', waitMs };
  const account = await accountById(db, userId);
  if (!(await verifyPassword(account?.passwordHash, password)) || !account) return { kind: 'wrong' };
  await forgetGuesses(db, actor, subject);
  return { kind: 'right', account };
}

export type PasswordChange =
  | { readonly kind: 'done' }
  /** Problems by field. */
  | {
      readonly kind: 'refused';
      readonly current: readonly string[];
      readonly next: readonly string[];
      readonly repeated: readonly string[];
    }
  | { readonly kind: 'wait'; readonly waitMs: number };

/** Changes the own password. The session of `keptGrantId` goes on, all others end. */
export async function changeOwnPassword(
  db: Database,
  by: Actor,
  change: {
    userId: string;
    current: string;
    next: string;
    repeated: string;
    keptGrantId: string;
    now: number;
  },
): Promise<PasswordChange> {
  const { userId, keptGrantId, now } = change;
  const check = await checkOwnPassword(db, { userId, password: change.current, now });
  if (check.kind === 'wait') return check;
  const repeated = change.next === change.repeated ? [] : ['The two new passwords are not the same.'];
  if (check.kind === 'wrong')
    return { kind: 'refused', current: ['The current password is not right.'], next: [], repeated };
  const next = [
    ...(await checkNewPassword(change.next, check.account)),
    ...(change.next === change.current ? ['The new password must be another than the current one.'] : []),
  ];
  if (next.length > 0 || repeated.length > 0) return { kind: 'refused', current: [], next, repeated };
  const passwordHash = await hashPassword(change.next);
  await inTransaction(db, async (transaction) => {
    await changePassword(transaction, by, { userId, passwordHash, keptGrantId, now });
    await queueAccountMail(transaction, by, { userId, kind: 'password-changed', now });
    await appendAudit(transaction, by, {
      ...{ chain: chainOf(by), action: 'account.password-changed', recordId: userId, now: null },
    });
  });
  return { kind: 'done' };
}
