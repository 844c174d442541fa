import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { verifyPassword } from './passwords.ts';
import { maySignIn } from './principal.ts';
import { countGuess, forgetGuesses, takeGuessBack } from './sign-in-failures.store.ts';
import { type Account, accountByEmail } from './store.ts';

const actor = systemActor('sign-in');

export type SignIn =
  | { kind: 'signed-in'; account: Account }
  | { kind: 'wrong' }
  | { kind: 'wait'; waitMs: number };

/** Guesses are counted within this stretch of wall time. */
export const guessWindowMs = 300_000;
const guessesPerAccount = 5;
/** A whole school may share one address behind a router, so correct guesses are subtracted from its count. */
const guessesPerAddress = 30;

/**
 * Tries an e-mail address and a password. Unknown accounts, inactive accounts, notification-only accounts and
 * wrong passwords give the same result after the same time. `now` is wall time (epoch ms).
 */
export async function tryPassword(
  db: Database,
  guess: { email: string; password: string; address: string },
  now: number,
): Promise<SignIn> {
  const email = guess.email.trim();
  const subjects = {
    account: `account ${digest(email.toLowerCase())}`,
    address: `address ${networkOf(guess.address)}`,
  };
  const waitMs = Math.max(
    await countGuess(db, actor, subjects.address, guessesPerAddress, guessWindowMs, now),
    await countGuess(db, actor, subjects.account, guessesPerAccount, guessWindowMs, now),
  );
  if (waitMs > 0) return { kind: 'wait', waitMs };
  const account = await accountByEmail(db, email);
  const isRight = await verifyPassword(account?.passwordHash, guess.password);
  if (!isRight || !account || !maySignIn(account)) return { kind: 'wrong' };
  await forgetGuesses(db, actor, subjects.account);
  await takeGuessBack(db, actor, subjects.address);
  return { kind: 'signed-in', account };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The network that guesses are counted by: IPv4 whole, IPv6 by its first 64 bits, as one household has them all. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const full =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest];
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
