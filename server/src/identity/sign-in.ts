import { createHash } from 'node:crypto';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { verifyPassword } from './passwords/passwords.ts';
import { maySignIn } from './principal.ts';
import { countGuess, forgetGuesses, takeGuessBack } from './sign-in-failures.store.ts';
import { type Account, accountByEmail } from './store.ts';

const actor = systemActor('sign-in');

export type SignIn =
  | { kind: 'signed-in'; account: Account }
  /** `account` is that of the address; null for an address that signs nobody in. */
  | {
      kind: 'wrong';
      account: Account | null;
      reason: 'unknown-address' | 'wrong-password' | 'no-access';
    }
  | { kind: 'wait'; waitMs: number };

/** Guesses are counted within this stretch of wall time. */
export const guessWindowMs = 300_000;
/** Of one account, from one network or from one browser that it signed in on before. */
const guessesPerAccount = 5;
/**
 * Of all accounts from one network. A whole school may be behind one router: right guesses are taken back,
 * and browsers that signed in before do not count.
 */
const guessesPerNetwork = 300;

export interface Guess {
  readonly email: string;
  readonly password: string;
  readonly network: string;
  /** The browser, if this account signed in on it before. */
  readonly deviceId: string | null;
}

/**
 * Tries an email address and a password. Unknown and inactive accounts, those that only get notifications,
 * and wrong passwords are told apart by nothing, not even by time. `now` is wall time (epoch ms).
 *
 * Nobody can lock somebody else out: the guesses of others, from their networks or from the same one, do not
 * count against a browser that the person signed in on before.
 */
export async function tryPassword(db: Database, guess: Guess, now: number): Promise<SignIn> {
  const email = guess.email.trim();
  const account = digest(email.toLowerCase());
  const counted = guess.deviceId
    ? await countFromDevice(db, `device ${guess.deviceId} ${account}`, now)
    : await countFromNetwork(db, { account, network: guess.network }, now);
  if (counted.waitMs > 0) return { kind: 'wait', waitMs: counted.waitMs };
  const found = await accountByEmail(db, email);
  const isRight = await verifyPassword(found?.passwordHash, guess.password);
  if (!found) return { kind: 'wrong', account: null, reason: 'unknown-address' };
  if (!isRight || !maySignIn(found))
    return { kind: 'wrong', account: found, reason: isRight ? 'no-access' : 'wrong-password' };
  await counted.wasRight();
  return { kind: 'signed-in', account: found };
}

interface Counted {
  /** How long to wait until the next guess; 0 for none. */
  readonly waitMs: number;
  readonly wasRight: () => Promise<void>;
}

async function countFromDevice(db: Database, subject: string, now: number): Promise<Counted> {
  return {
    waitMs: await countGuess(db, actor, subject, guessesPerAccount, guessWindowMs, now),
    wasRight: () => forgetGuesses(db, actor, subject),
  };
}

async function countFromNetwork(
  db: Database,
  { account, network }: { account: string; network: string },
  now: number,
): Promise<Counted> {
  const ofNetwork = `network ${network}`;
  const ofAccount = `account ${account} ${network}`;
  const takeBack = () => takeGuessBack(db, actor, ofNetwork);
  const networkWaitMs = await countGuess(db, actor, ofNetwork, guessesPerNetwork, guessWindowMs, now);
  if (networkWaitMs > 0) return { waitMs: networkWaitMs, wasRight: takeBack };
  const waitMs = await countGuess(db, actor, ofAccount, guessesPerAccount, guessWindowMs, now);
  // A guess that is not tried must not use up the guesses of the network.
  if (waitMs > 0) await takeBack();
  return {
    waitMs,
    wasRight: async () => {
      await forgetGuesses(db, actor, ofAccount);
      await takeBack();
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
