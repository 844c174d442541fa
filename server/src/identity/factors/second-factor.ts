import { systemActor } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import { countGuess, forgetGuesses } from '../sign-in-failures.store.ts';
import {
  findPasskey,
  notePasskeyUse,
  readFactors,
  type StoredFactors,
  useRecoveryCode,
  useTotpStep,
} from './factors.store.ts';
import { credentialIdOf, type RelyingParty, verifyAuthentication } from './passkeys.ts';
import { readRecoveryCode, recoveryDigests } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

const actor = systemActor('second-factor');

/** Of one account on one browser that it signed in on before, and of one account on all others together. */
const guesses = 5;
const windowMs = 300_000;

export type FactorCheck =
  /** `method` as in the claim `amr` (RFC 8176). */
  | { readonly kind: 'right'; readonly userId: string; readonly method: 'otp' | 'hwk' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly waitMs: number };

export interface FactorContext {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly party: RelyingParty;
  /** Epoch ms of the wall clock. */
  readonly now: number;
}

/** What a TOTP secret is sealed for. */
export const totpPurpose = (userId: string) => `totp ${userId}`;

/** Whether a sign-in by password needs more, and what there is. */
export async function secondFactorOf(
  db: Database,
  userId: string,
): Promise<{ kind: 'none' | 'enroll' | 'ask'; factors: StoredFactors }> {
  const factors = await readFactors(db, userId);
  if (factors.totp !== null || factors.passkeys.length > 0) return { kind: 'ask', factors };
  return { kind: factors.isRequired ? 'enroll' : 'none', factors };
}

/**
 * Checks a code of the authenticator app or a recovery code, after the right password. Guesses are throttled like
 * passwords: who knows the password and guesses codes elsewhere does not lock out a browser of the person.
 */
export async function checkCode(
  { db, secrets, now }: FactorContext,
  { userId, code, deviceId }: { userId: string; code: string; deviceId: string | null },
): Promise<FactorCheck> {
  const subject = `factor ${userId} ${deviceId ?? ''}`;
  const waitMs = await countGuess(db, actor, subject, guesses, windowMs, now);
  if (waitMs > 0) return { kind: 'wait', waitMs };
  const isRight =
    (await isTotp(db, secrets, userId, code, now)) || (await isRecovery(db, secrets, userId, code, now));
  if (!isRight) return { kind: 'wrong' };
  await forgetGuesses(db, actor, subject);
  return { kind: 'right', userId, method: 'otp' };
}

async function isTotp(
  db: Database,
  secrets: SecretBox,
  userId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const { totp } = await readFactors(db, userId);
  if (totp === null) return false;
  const step = totpStep(secrets.open(totp.sealedSecret, totpPurpose(userId)), code, now);
  return step !== null && useTotpStep(db, actor, userId, step);
}

async function isRecovery(
  db: Database,
  secrets: SecretBox,
  userId: string,
  text: string,
  now: number,
): Promise<boolean> {
  const code = readRecoveryCode(text);
  if (code === null) return false;
  return inTransaction(db, async (transaction) => {
    const digests = recoveryDigests(secrets, userId, code);
    if (!(await useRecoveryCode(transaction, actor, { userId, digests, now }))) return false;
    const details = { change: 'A recovery code of your account was used to sign in' };
    await queueAccountMail(transaction, actor, { userId, kind: 'factors-changed', details, now });
    return true;
  });
}

/**
 * Checks the answer of a passkey: of the person `userId`, or of whoever it belongs to. Nothing can be guessed here,
 * so nothing is counted.
 */
export async function checkPasskey(
  { db, party, now }: FactorContext,
  { response, challenge, userId }: { response: unknown; challenge: Buffer; userId: string | null },
): Promise<FactorCheck & { counterWentBack?: boolean }> {
  const credentialId = credentialIdOf(response);
  const passkey = credentialId === null ? undefined : await findPasskey(db, credentialId);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return { kind: 'wrong' };
  const verified = await verifyAuthentication(party, { response, passkey, challenge });
  if (!verified) return { kind: 'wrong' };
  await notePasskeyUse(db, actor, { id: passkey.id, counter: verified.counter, now });
  return {
    ...{ kind: 'right', userId: passkey.userId, method: 'hwk' },
    counterWentBack: verified.counter > 0 && verified.counter <= passkey.counter,
  };
}
