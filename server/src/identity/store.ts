import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { isStorable } from '../platform/http/storable-text.ts';

/** The fields of a user that sign-in and authentication read. */
export interface Account {
  readonly id: string;
  /** Null for an operator, who belongs to no organization. */
  readonly organizationId: string | null;
  /** ACTIVE, TRIAL or CLOSED; null for an operator. */
  readonly organizationStatus: string | null;
  /** Whether the Super Admins of the organization administer the widgets of all organizations. */
  readonly isWidgetAdmin: boolean;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly isActive: boolean;
  /** Whether the address signs in to this account; another one that has the address may have it first. */
  readonly emailSignsIn: boolean;
  /** Sign-ins before this instant (whole seconds of the wall clock) are over; null for none. */
  readonly signedOutBefore: Date | null;
  /** The features that the user's organization does not hold. */
  readonly withheldFeatures: readonly string[];
}

const accountColumns = [
  'users.id',
  'organization_id as organizationId',
  'organizations.status as organizationStatus',
  sql<boolean>`organizations.widget_admin is true`.as('isWidgetAdmin'),
  'email',
  'password_hash as passwordHash',
  'first_name as firstName',
  'last_name as lastName',
  'role',
  'is_active as isActive',
  'email_signs_in as emailSignsIn',
  'signed_out_before as signedOutBefore',
  sql<readonly string[]>`coalesce(organizations.withheld_features, '{}')`.as('withheldFeatures'),
] as const;

function accounts(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'organization_id')
    .select(accountColumns);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The user with this id; undefined for none, and for text that is no id at all. */
export async function accountById(db: Database, id: string): Promise<Account | undefined> {
  if (!uuid.test(id)) return undefined;
  return accounts(db).where('users.id', '=', id).executeTakeFirst();
}

/** The accounts that there are of these ids (UUIDs). */
export async function accountsByIds(db: Database, ids: readonly string[]): Promise<Account[]> {
  if (ids.length === 0) return [];
  return accounts(db)
    .where('users.id', 'in', [...ids])
    .execute();
}

/**
 * The user who signs in with this email address, whatever its case. Notification-only users and accounts of
 * other organizations that wait for the address may have it too.
 */
export async function accountByEmail(db: Database, email: string): Promise<Account | undefined> {
  if (email === '' || !isStorable(email)) return undefined;
  return accounts(db)
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .where('role', '<>', 'notification-only')
    .where('email_signs_in', '=', true)
    .executeTakeFirst();
}

/**
 * A secret by its name, created at its first read. When several processes create it at once, the first stored value
 * counts for all. No audit entry: the installation makes it for itself.
 */
export async function getOrCreateSecret<T>(
  db: Database,
  _actor: Actor,
  name: string,
  make: () => Promise<T>,
  now: number,
): Promise<T> {
  const read = () =>
    db.selectFrom('identity_secrets').select('value').where('name', '=', name).executeTakeFirst();
  const kept = await read();
  if (kept) return kept.value as T;
  await db
    .insertInto('identity_secrets')
    .values({ name, value: JSON.stringify(await make()), created_at: new Date(now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = await read();
  if (!stored) throw new Error(`The secret ${name} was not stored.`);
  return stored.value as T;
}

/** A stored record of one of the embedded identity provider's models (sessions, codes, grants, …). */
export interface OidcRecord {
  readonly payload: Record<string, unknown>;
  readonly grantId: string | null;
  readonly userCode: string | null;
  readonly uid: string | null;
  /** Epoch ms; null never expires. */
  readonly expiresAt: number | null;
}

/** Stores a record of the provider. No audit entry: people's sign-ins and sign-outs have theirs. */
export async function putOidcRecord(
  db: Database,
  _actor: Actor,
  model: string,
  id: string,
  record: OidcRecord,
): Promise<void> {
  const row = {
    payload: JSON.stringify(record.payload),
    grant_id: record.grantId,
    user_code: record.userCode,
    uid: record.uid,
    expires_at: record.expiresAt === null ? null : new Date(record.expiresAt),
  };
  await db
    .insertInto('oidc_records')
    .values({ model, id, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
}

/** A record that has not expired; `consumed` (epoch seconds) is added once it has been used. */
export async function findOidcRecord(
  db: Database,
  model: string,
  by: { id: string } | { uid: string } | { userCode: string },
  now: number,
): Promise<Record<string, unknown> | undefined> {
  const [column, value] =
    'id' in by
      ? (['id', by.id] as const)
      : 'uid' in by
        ? (['uid', by.uid] as const)
        : (['user_code', by.userCode] as const);
  const row = await db
    .selectFrom('oidc_records')
    .select(['payload', 'consumed_at'])
    .where('model', '=', model)
    .where(column, '=', value)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now))]))
    .executeTakeFirst();
  if (!row) return undefined;
  return row.consumed_at
    ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    : row.payload;
}

/**
 * Marks a record as used; false when it was used already, so that of two simultaneous uses only one succeeds. No audit
 * entry, as for all records of the provider.
 */
export async function consumeOidcRecord(
  db: Database,
  _actor: Actor,
  model: string,
  id: string,
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable('oidc_records')
    .set({ consumed_at: new Date(now) })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes a record. No audit entry, as for all records of the provider. */
export async function removeOidcRecord(
  db: Database,
  _actor: Actor,
  model: string,
  id: string,
): Promise<void> {
  await db.deleteFrom('oidc_records').where('model', '=', model).where('id', '=', id).execute();
}

/**
 * Removes everything of one model that was issued under a grant. No audit entry, as for all records of the provider.
 */
export async function removeOidcGrant(
  db: Database,
  _actor: Actor,
  model: string,
  grantId: string,
): Promise<void> {
  await db.deleteFrom('oidc_records').where('model', '=', model).where('grant_id', '=', grantId).execute();
}

/**
 * Removes everything that was issued in a session of the embedded provider, with its grants: also those that the
 * session itself no longer names, because two tabs asked for one at the same moment. The audit entry is the caller's.
 */
export async function removeOidcSession(db: Database, _actor: Actor, uid: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const issued = await transaction
      .deleteFrom('oidc_records')
      .where(sql<SqlBool>`payload ->> 'sessionUid' = ${uid}`)
      .returning('grant_id')
      .execute();
    const grantIds = [...new Set(issued.flatMap(({ grant_id }) => grant_id ?? []))];
    if (grantIds.length === 0) return;
    await transaction
      .deleteFrom('oidc_records')
      .where((where) =>
        where.or([
          where('grant_id', 'in', grantIds),
          where.and([where('model', '=', 'Grant'), where('id', 'in', grantIds)]),
        ]),
      )
      .execute();
  });
}

/** Which of these grants are valid: neither revoked nor expired. `now` is epoch ms. */
export async function findLiveGrants(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('oidc_records')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', 'in', [...ids])
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date(now))]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Removes what has expired. Returns how many rows went. No audit entry: it is over. */
export async function purgeOidcRecords(db: Database, _actor: Actor, now: number): Promise<number> {
  const result = await db
    .deleteFrom('oidc_records')
    .where('expires_at', '<', new Date(now))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
