import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@allclear/domain';
import { type Actor, chainOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { CannotOpen, type SecretBox } from '../../platform/secrets/secret-box.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import { accountChain } from '../sessions/audit-sign-in.ts';
import type { Account } from '../store.ts';
import {
  insertPasskey,
  lockFactors,
  readFactors,
  removeFactors,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  saveTotp,
} from './factors.store.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ts';
import { makeRecoveryCodes, readRecoveryCode, recoveryDigests } from './recovery-codes.ts';
import { type FactorContext, totpPurpose } from './second-factor.ts';
import { makeTotpSecret, qrRows, totpStep, totpUri } from './totp.ts';

/** How long somebody may take from the QR code to the first code, ms. */
const pendingMs = 900_000;
const maxPasskeys = 20;

interface Pending {
  readonly userId: string;
  /** The secret of the app, or the challenge of the passkey. */
  readonly value: string;
  readonly endsAt: number;
}

/** Nothing is stored until a factor is confirmed: what must come back goes along, sealed. */
function sealPending(secrets: SecretBox, kind: string, pending: Pending): string {
  return secrets.seal(JSON.stringify(pending), `pending ${kind}`);
}

function openPending(
  secrets: SecretBox,
  kind: string,
  { text, userId, now }: { text: string; userId: string; now: number },
): string | null {
  try {
    const pending = JSON.parse(secrets.open(text, `pending ${kind}`)) as Pending;
    return pending.userId === userId && now < pending.endsAt ? pending.value : null;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

export interface TotpOffer {
  readonly pending: string;
  readonly secret: string;
  readonly uri: string;
  readonly qr: readonly string[];
}

/** A new secret for an authenticator app. */
export function offerTotp({ secrets, now }: FactorContext, account: Account): TotpOffer {
  const secret = makeTotpSecret();
  const uri = totpUri(secret, account.email ?? account.id);
  const pending = { userId: account.id, value: secret, endsAt: now + pendingMs };
  return { pending: sealPending(secrets, 'totp', pending), secret, uri, qr: qrRows(uri) };
}

/** The offer that a page had, for another try; null once it is over. */
export function sameTotpOffer(
  { secrets, now }: FactorContext,
  account: Account,
  text: string,
): TotpOffer | null {
  const secret = openPending(secrets, 'totp', { text, userId: account.id, now });
  if (secret === null) return null;
  const uri = totpUri(secret, account.email ?? account.id);
  return { pending: text, secret, uri, qr: qrRows(uri) };
}

export type Enrolled =
  /** With the first factor come recovery codes; else none. */
  | { readonly kind: 'done'; readonly recoveryCodes: readonly string[] }
  | { readonly kind: 'wrong' }
  /** It took too long, or was begun by somebody else. */
  | { readonly kind: 'over' };

/** Sets up the app of an offer, if the code is of its secret. */
export async function confirmTotp(
  context: FactorContext,
  actor: Actor,
  { account, pending, code }: { account: Account; pending: string; code: string },
): Promise<Enrolled> {
  const { db, secrets, now } = context;
  const userId = account.id;
  const secret = openPending(secrets, 'totp', { text: pending, userId, now });
  if (secret === null) return { kind: 'over' };
  const step = totpStep(secret, code, now);
  if (step === null) return { kind: 'wrong' };
  const sealedSecret = secrets.seal(secret, totpPurpose(userId));
  return inTransaction(db, async (transaction) => {
    const recoveryCodes = await firstCodes(transaction, actor, context, userId);
    await saveTotp(transaction, actor, { userId, sealedSecret, step, now });
    await notifyOfChange(transaction, actor, userId, 'An authenticator app was set up for your account', now);
    await auditFactor(transaction, actor, 'account.factor-added', userId, { kind: 'totp' });
    return { kind: 'done', recoveryCodes };
  });
}

/** What a browser needs to make a passkey. */
export async function offerPasskey(
  { db, secrets, party, now }: FactorContext,
  account: Account,
): Promise<{ pending: string; options: object }> {
  const challenge = randomBytes(32);
  const { passkeys } = await readFactors(db, account.id);
  const pending = { userId: account.id, value: challenge.toString('base64url'), endsAt: now + pendingMs };
  return {
    pending: sealPending(secrets, 'passkey', pending),
    options: await registrationOptions(party, { account, existing: passkeys, challenge }),
  };
}

/** Adds the passkey that a browser made for an offer. */
export async function confirmPasskey(
  context: FactorContext,
  actor: Actor,
  {
    account,
    pending,
    name,
    response,
  }: { account: Account; pending: string; name: string; response: unknown },
): Promise<Enrolled> {
  const { db, secrets, party, now } = context;
  const userId = account.id;
  const challenge = openPending(secrets, 'passkey', { text: pending, userId, now });
  if (challenge === null) return { kind: 'over' };
  const made = await verifyRegistration(party, response, Buffer.from(challenge, 'base64url'));
  if (made === null) return { kind: 'wrong' };
  return inTransaction(db, async (transaction): Promise<Enrolled> => {
    const recoveryCodes = await firstCodes(transaction, actor, context, userId);
    const { passkeys } = await readFactors(transaction, userId);
    if (passkeys.length >= maxPasskeys) return { kind: 'wrong' };
    const passkey = { userId, name: name.trim() || 'Passkey', ...made, now };
    if (!(await insertPasskey(transaction, actor, passkey))) return { kind: 'wrong' };
    await notifyOfChange(transaction, actor, userId, 'A passkey was added to your account', now);
    await auditFactor(transaction, actor, 'account.factor-added', userId, { kind: 'passkey' });
    return { kind: 'done', recoveryCodes };
  });
}

/** New recovery codes when this is the first factor. */
async function firstCodes(
  transaction: Database,
  actor: Actor,
  context: FactorContext,
  userId: string,
): Promise<readonly string[]> {
  await lockFactors(transaction, userId);
  const { totp, passkeys } = await readFactors(transaction, userId);
  return totp === null && passkeys.length === 0 ? makeCodes(transaction, actor, context, userId) : [];
}

async function makeCodes(
  transaction: Database,
  actor: Actor,
  { secrets, now }: FactorContext,
  userId: string,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes();
  const digests = codes.map((code) => recoveryDigests(secrets, userId, readRecoveryCode(code) ?? code)[0]);
  await replaceRecoveryCodes(transaction, actor, { userId, digests, now });
  return codes;
}

/** Ten new recovery codes; null without a factor that they could stand in for. */
export function renewRecoveryCodes(
  context: FactorContext,
  actor: Actor,
  userId: string,
): Promise<readonly string[] | null> {
  return inTransaction(context.db, async (transaction) => {
    await lockFactors(transaction, userId);
    const { totp, passkeys } = await readFactors(transaction, userId);
    if (totp === null && passkeys.length === 0) return null;
    const codes = await makeCodes(transaction, actor, context, userId);
    const change = 'New recovery codes were made for your account';
    await notifyOfChange(transaction, actor, userId, change, context.now);
    await auditFactor(transaction, actor, 'account.recovery-codes-made', userId, null);
    return codes;
  });
}

export type Removal = 'done' | 'none' | 'required';

/** Removes the app (`totp`) or a passkey. The last factor stays where the organization requires one. */
export function removeFactor(
  { db, now }: Pick<FactorContext, 'db' | 'now'>,
  actor: Actor,
  { userId, factor }: { userId: string; factor: 'totp' | { passkeyId: string } },
): Promise<Removal> {
  return inTransaction(db, async (transaction): Promise<Removal> => {
    await lockFactors(transaction, userId);
    const { totp, passkeys, isRequired } = await readFactors(transaction, userId);
    const count = passkeys.length + (totp === null ? 0 : 1);
    const isThere = factor === 'totp' ? totp !== null : passkeys.some(({ id }) => id === factor.passkeyId);
    if (!isThere) return 'none';
    if (isRequired && count === 1) return 'required';
    if (factor === 'totp') await removeTotp(transaction, actor, userId);
    else await removePasskey(transaction, actor, { userId, id: factor.passkeyId });
    // Recovery codes stand in for a factor: without one they would be nothing but a weaker password.
    if (count === 1) await replaceRecoveryCodes(transaction, actor, { userId, digests: [], now });
    const what = factor === 'totp' ? 'The authenticator app' : 'A passkey';
    await notifyOfChange(transaction, actor, userId, `${what} was removed from your account`, now);
    const kind = factor === 'totp' ? 'totp' : 'passkey';
    await auditFactor(transaction, actor, 'account.factor-removed', userId, { kind });
    return 'done';
  });
}

/** Removes all factors of a person who cannot use them; the person is notified by mail. */
export function resetFactors(
  db: Database,
  actor: Actor,
  { account, now }: { account: Pick<Account, 'id' | 'organizationId'>; now: number },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const userId = account.id;
    await lockFactors(transaction, userId);
    await removeFactors(transaction, actor, userId);
    await queueAccountMail(transaction, actor, { userId, kind: 'factors-reset', now });
    await appendAudit(transaction, actor, {
      ...{ chain: accountChain(account), action: 'account.factors-reset', recordId: userId, now: null },
    });
  });
}

/** Somebody asked for a secret or a challenge to set a factor up. Nothing is stored until it is confirmed. */
export function noteFactorOffer(
  db: Database,
  actor: Actor,
  userId: string,
  kind: 'totp' | 'passkey',
): Promise<void> {
  return inTransaction(db, (transaction) =>
    auditFactor(transaction, actor, 'account.factor-begun', userId, { kind }),
  );
}

/** An entry about the actor's own factors. */
function auditFactor(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  userId: string,
  after: { readonly kind: 'totp' | 'passkey' } | null,
): Promise<void> {
  return appendAudit(transaction, actor, {
    ...{ chain: chainOf(actor), action, recordId: userId, now: null, after },
  });
}

function notifyOfChange(
  transaction: Database,
  actor: Actor,
  userId: string,
  change: string,
  now: number,
): Promise<void> {
  return queueAccountMail(transaction, actor, { userId, kind: 'factors-changed', details: { change }, now });
}
