import { operatorRole } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** What a person may use besides the password. */
export interface StoredFactors {
  readonly totp: { readonly sealedSecret: string; readonly lastStep: number } | null;
  readonly passkeys: readonly StoredPasskey[];
  readonly recoveryCodesLeft: number;
  /** Whether the organization requires a second factor of the person's role, or the person is an operator. */
  readonly isRequired: boolean;
}

export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly rpId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const passkeyColumns = [
  'id',
  'user_id as userId',
  'name',
  'credential_id as credentialId',
  'public_key as publicKey',
  sql<number>`counter::float8`.as('counter'),
  'transports',
  'rp_id as rpId',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export async function readFactors(db: Database, userId: string): Promise<StoredFactors> {
  const [totp, passkeys, codes, required] = await Promise.all([
    db
      .selectFrom('totp_factors')
      .select(['sealed_secret as sealedSecret', sql<number>`last_step::float8`.as('lastStep')])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select(passkeyColumns)
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)::int`.as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('users')
      .leftJoin('organizations', 'organizations.id', 'users.organization_id')
      .select(
        // Operators always need one: they rule every organization.
        sql<boolean>`users.role = any(array_append(organizations.second_factor_roles, ${operatorRole}))`.as(
          'isRequired',
        ),
      )
      .where('users.id', '=', userId)
      .executeTakeFirst(),
  ]);
  return {
    totp: totp ?? null,
    passkeys,
    recoveryCodesLeft: codes.left,
    isRequired: required?.isRequired ?? false,
  };
}

/**
 * Sets an authenticator app in the place of an earlier one. `step` is that of the code that confirmed it. The entry is
 * the caller's.
 */
export async function saveTotp(
  db: Database,
  _actor: Actor,
  { userId, sealedSecret, step, now }: { userId: string; sealedSecret: string; step: number; now: number },
): Promise<void> {
  const row = { sealed_secret: sealedSecret, last_step: String(step), created_at: new Date(now) };
  await db
    .insertInto('totp_factors')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/**
 * Uses a step up; false when it, or a later one, was used before: each code is good once. The audit entry is that of
 * the sign-in.
 */
export async function useTotpStep(
  db: Database,
  _actor: Actor,
  userId: string,
  step: number,
): Promise<boolean> {
  const result = await db
    .updateTable('totp_factors')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', sql<string>`${step}`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The audit entry is the caller's. */
export async function removeTotp(db: Database, _actor: Actor, userId: string): Promise<boolean> {
  const result = await db.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Sets the recovery codes in the place of all earlier ones. The audit entry is the caller's. */
export function replaceRecoveryCodes(
  db: Database,
  _actor: Actor,
  { userId, digests, now }: { userId: string; digests: readonly Buffer[]; now: number },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    if (digests.length === 0) return;
    await transaction
      .insertInto('recovery_codes')
      .values(digests.map((digest) => ({ user_id: userId, digest, created_at: new Date(now) })))
      .execute();
  });
}

/**
 * Uses a recovery code up; false when none of the digests is that of a code that is left. The audit entry is that of
 * the sign-in.
 */
export async function useRecoveryCode(
  db: Database,
  _actor: Actor,
  { userId, digests, now }: { userId: string; digests: readonly Buffer[]; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('digest', 'in', [...digests])
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Adds a passkey; false when somebody has it already. The audit entry is the caller's. */
export async function insertPasskey(
  db: Database,
  _actor: Actor,
  passkey: Omit<StoredPasskey, 'id' | 'createdAt' | 'lastUsedAt'> & { isBackedUp: boolean; now: number },
): Promise<boolean> {
  const result = await db
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: [...passkey.transports],
      backed_up: passkey.isBackedUp,
      rp_id: passkey.rpId,
      created_at: new Date(passkey.now),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Notes the use of a passkey. The audit entry is that of the sign-in. */
export async function notePasskeyUse(
  db: Database,
  _actor: Actor,
  { id, counter, now }: { id: string; counter: number; now: number },
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter: String(counter), last_used_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

/** The audit entry is the caller's. */
export async function removePasskey(
  db: Database,
  _actor: Actor,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const result = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Removes all second factors of a person. The audit entry is the caller's. */
export function removeFactors(db: Database, _actor: Actor, userId: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
    await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  });
}

/** Serializes changes of a person's factors, so that the last one is not removed twice at once. */
export async function lockFactors(transaction: Database, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** The roles of which an organization requires a second factor, as they are edited. */
export interface StoredFactorRoles {
  readonly roles: readonly string[];
  readonly revision: number;
}

export async function readFactorRoleSettings(
  db: Database,
  organizationId: string,
): Promise<StoredFactorRoles & { readonly fieldRevisions: Readonly<Record<string, number>> }> {
  const row = await db
    .selectFrom('organizations')
    .select(['second_factor_roles', 'second_factor_revision', 'second_factor_field_revisions'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    roles: row.second_factor_roles,
    revision: row.second_factor_revision,
    fieldRevisions: row.second_factor_field_revisions as Record<string, number>,
  };
}

/** Throws `StaleRevision` when the change is based on another revision; nothing is stored then. */
export function saveFactorRoles(
  db: Database,
  actor: Actor,
  { organizationId, revision }: { readonly organizationId: string; readonly revision?: number | undefined },
  roles: readonly string[],
): Promise<StoredFactorRoles> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const before = await readFactorRoleSettings(transaction, organizationId);
    requireRevision(before, revision, { what: 'the roles with a second step' });
    const next = nextRevision(before, { roles });
    await transaction
      .updateTable('organizations')
      .set({
        second_factor_roles: [...roles],
        second_factor_revision: next.revision,
        second_factor_field_revisions: next.field_revisions,
      })
      .where('id', '=', organizationId)
      .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'organization.changed', recordId: organizationId, now: null },
      ...{ before: { secondFactorRoles: before.roles }, after: { secondFactorRoles: roles } },
    });
    return { roles, revision: next.revision };
  });
}
