// Over 300 lines: all SQL of one table, which sign-in, its page and open streams read.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, type Revised, requireRevision } from '../../platform/database/revision.ts';

/** What a key may do, where and from where. Null is everything that its owner may, everywhere. */
export interface ApiKeyLimits {
  readonly permissions: readonly string[] | null;
  /** Locations of its owner. With `organizationLocationIds` they add up; both null are all places. */
  readonly locationIds: readonly string[] | null;
  /** The owner's locations at these locations of the organization. */
  readonly organizationLocationIds: readonly string[] | null;
  /** Addresses and CIDR networks. */
  readonly networks: readonly string[] | null;
}

/** An API key; the key itself is never stored. Instants are epoch ms of the wall clock. */
export interface StoredApiKey extends ApiKeyLimits, Revised {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly ownerName: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly rotatedAt: number | null;
  /** Until when the key before the last rotation works. */
  readonly previousEndsAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastUsedNetwork: string | null;
  readonly revokedAt: number | null;
}

/** A key that is valid, as sign-in needs it. */
export interface LiveApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly permissions: readonly string[] | null;
  readonly networks: readonly string[] | null;
  /** The locations that it may read; null for all of its owner. */
  readonly placeIds: readonly string[] | null;
  /** When the secret that was sent ends; null for never. */
  readonly endsAt: number | null;
}

/** Keys of an organization that are valid, at most. */
export const maxApiKeys = 100;

/** The organization has as many valid keys as it may. */
export class TooManyApiKeys extends Error {}

/** The key was rotated less than a day ago: the one before still works. */
export class RotatedLately extends Error {}

const words = { what: 'this API key' };

const columns = [
  'api_keys.id',
  'api_keys.organization_id as organizationId',
  'api_keys.user_id as userId',
  sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('ownerName'),
  'api_keys.name',
  'api_keys.prefix',
  'api_keys.permissions',
  'api_keys.location_ids as locationIds',
  'api_keys.organization_location_ids as organizationLocationIds',
  'api_keys.networks',
  'api_keys.created_at',
  'api_keys.expires_at',
  'api_keys.rotated_at',
  'api_keys.previous_ends_at',
  'api_keys.last_used_at',
  'api_keys.last_used_network as lastUsedNetwork',
  'api_keys.revoked_at',
  'api_keys.revision',
  sql<Readonly<Record<string, number>>>`api_keys.field_revisions`.as('fieldRevisions'),
] as const;

function keys(db: Database) {
  return db.selectFrom('api_keys').innerJoin('users', 'users.id', 'api_keys.user_id').select(columns);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>['executeTakeFirstOrThrow']>>;

function keyOfRow(row: KeyRow): StoredApiKey {
  const { created_at, expires_at, rotated_at, previous_ends_at, last_used_at, revoked_at, ...key } = row;
  return {
    ...key,
    createdAt: created_at.getTime(),
    expiresAt: expires_at?.getTime() ?? null,
    rotatedAt: rotated_at?.getTime() ?? null,
    previousEndsAt: previous_ends_at?.getTime() ?? null,
    lastUsedAt: last_used_at?.getTime() ?? null,
    revokedAt: revoked_at?.getTime() ?? null,
  };
}

/** The locations of its owner that a key may read; null for all. */
const placeIds = sql<string[] | null>`case
  when api_keys.location_ids is null and api_keys.organization_location_ids is null then null
  else array(
    select locations.id::text from locations
    where locations.organization_id = api_keys.organization_id and locations.user_id = api_keys.user_id
      and (locations.id = any (coalesce(api_keys.location_ids, '{}'))
        or locations.organization_location_id = any (coalesce(api_keys.organization_location_ids, '{}')))
    order by 1) end`;

function isLive(now: number): Expression<SqlBool> {
  return sql<SqlBool>`(api_keys.revoked_at is null
    and (api_keys.expires_at is null or api_keys.expires_at > ${new Date(now)}))`;
}

export interface ApiKeyToStore extends ApiKeyLimits {
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly prefix: string;
  /** Epoch ms of the wall clock, as is `expiresAt`. */
  readonly now: number;
  readonly expiresAt: number | null;
  /** Epoch ms of the product clock, for the audit; null where it is not known. */
  readonly productNow: number | null;
}

/**
 * Keeps the digest of a new key; the key itself is never stored. Throws `TooManyApiKeys` beyond `limit` valid keys of
 * the organization.
 */
export function insertApiKey(
  db: Database,
  actor: Actor,
  key: ApiKeyToStore,
  limit = Number.POSITIVE_INFINITY,
): Promise<StoredApiKey> {
  return inTransaction(db, async (transaction) => {
    // Two requests at once are counted one after the other.
    await sql`select from organizations where id = ${key.organizationId} for no key update`.execute(
      transaction,
    );
    const { count } = await transaction
      .selectFrom('api_keys')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', key.organizationId)
      .where(isLive(key.now))
      .executeTakeFirstOrThrow();
    if (count >= limit) throw new TooManyApiKeys();
    const { id } = await transaction
      .insertInto('api_keys')
      .values({
        ...limitColumns(key),
        organization_id: key.organizationId,
        user_id: key.userId,
        name: key.name,
        hash: key.hash,
        prefix: key.prefix,
        created_at: new Date(key.now),
        expires_at: key.expiresAt === null ? null : new Date(key.expiresAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await storedKey(transaction, { organizationId: key.organizationId, id });
    await appendAudit(transaction, actor, {
      ...auditOf('api-key.added', made, key.productNow),
      ...{ before: null, after: audited(made) },
    });
    return made;
  });
}

function limitColumns({ permissions, locationIds, organizationLocationIds, networks }: ApiKeyLimits) {
  const ids = (list: readonly string[] | null) => list && sql<string[]>`${[...list]}::uuid[]`;
  return {
    permissions: permissions && [...permissions],
    location_ids: ids(locationIds),
    organization_location_ids: ids(organizationLocationIds),
    networks: networks && [...networks],
  };
}

/** What the audit says of a key: not when it was last used, and never a digest of it. */
function audited(key: StoredApiKey): object {
  const { name, prefix, permissions, locationIds, organizationLocationIds, networks, expiresAt } = key;
  return {
    ...{ name, prefix, permissions, locationIds, organizationLocationIds, networks },
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

function auditOf<Action extends 'api-key.added' | 'api-key.changed' | 'api-key.rotated' | 'api-key.revoked'>(
  action: Action,
  { organizationId, id, userId }: StoredApiKey,
  productNow: number | null,
) {
  const personal = { userId, fields: ['name'] };
  return { chain: organizationId, action, recordId: id, now: productNow, personal };
}

async function storedKey(db: Database, { organizationId, id }: RecordKey): Promise<StoredApiKey> {
  const row = await keys(db)
    .where('api_keys.organization_id', '=', organizationId)
    .where('api_keys.id', '=', id)
    .executeTakeFirstOrThrow();
  return keyOfRow(row);
}

/** The key of this organization, locked against other changes, unless it is revoked; undefined without one. */
async function lockKey(transaction: Database, key: RecordKey): Promise<StoredApiKey | undefined> {
  const row = await transaction
    .selectFrom('api_keys')
    .select(['id', 'organization_id as organizationId'])
    .where(hasKey(key))
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && storedKey(transaction, row);
}

/** The valid key with this digest; that of before a rotation has an end of its own. `now` is wall time. */
export async function findApiKey(db: Database, hash: Buffer, now: number): Promise<LiveApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'organization_id as organizationId', 'user_id as userId', 'permissions', 'networks'])
    .select([placeIds.as('placeIds'), 'expires_at', 'previous_ends_at'])
    .select(sql<boolean>`hash = ${hash}`.as('isCurrent'))
    .where(
      sql<SqlBool>`(hash = ${hash} or (previous_hash = ${hash} and previous_ends_at > ${new Date(now)}))`,
    )
    .where(isLive(now))
    .executeTakeFirst();
  if (!row) return undefined;
  const { isCurrent, expires_at, previous_ends_at, ...key } = row;
  return { ...key, endsAt: (isCurrent ? expires_at : previous_ends_at)?.getTime() ?? null };
}

/** Which of these keys (by their ids) are valid, with the places that each may read. */
export async function findLiveApiKeys(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[] | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', placeIds.as('placeIds')])
    .where('id', 'in', [...ids])
    .where(isLive(now))
    .execute();
  return new Map(rows.map((row) => [row.id, row.placeIds]));
}

/** The keys of an organization that are not revoked, newest first; those that have ended too. */
export async function listApiKeys(db: Database, organizationId: string): Promise<StoredApiKey[]> {
  const rows = await keys(db)
    .where('api_keys.organization_id', '=', organizationId)
    .where('api_keys.revoked_at', 'is', null)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .execute();
  return rows.map(keyOfRow);
}

/** One of them. */
export async function readApiKey(db: Database, key: RecordKey): Promise<StoredApiKey | undefined> {
  return (await listApiKeys(db, key.organizationId)).find(({ id }) => id === key.id.toLowerCase());
}

/** Fields left out stay as they are. */
export type ApiKeyChange = Partial<ApiKeyLimits & { readonly name: string }>;

/** Changes a key; undefined when there is none. Throws `StaleRevision`. */
export function changeApiKey(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  change: ApiKeyChange,
  productNow: number,
): Promise<StoredApiKey | undefined> {
  return inTransaction(db, async (transaction) => {
    const before = await lockKey(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, words);
    await transaction
      .updateTable('api_keys')
      .set({
        ...limitColumns({ ...before, ...change }),
        name: change.name ?? before.name,
        ...nextRevision(before, change),
      })
      .where('id', '=', before.id)
      .execute();
    const after = await storedKey(transaction, before);
    await appendAudit(transaction, actor, {
      ...auditOf('api-key.changed', after, productNow),
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/**
 * Gives a key another secret. The one before works until `previousEndsAt`, or its own end where that is earlier.
 * Undefined when there is no such key; throws `RotatedLately` while an earlier secret still works.
 */
export function rotateApiKey(
  db: Database,
  actor: Actor,
  key: RecordKey,
  next: {
    readonly hash: Buffer;
    readonly prefix: string;
    readonly now: number;
    readonly expiresAt: number;
    readonly previousEndsAt: number;
    readonly productNow: number;
  },
): Promise<StoredApiKey | undefined> {
  return inTransaction(db, async (transaction) => {
    const before = await lockKey(transaction, key);
    if (!before) return undefined;
    if (before.previousEndsAt !== null && before.previousEndsAt > next.now) throw new RotatedLately();
    const previousEndsAt = Math.min(next.previousEndsAt, before.expiresAt ?? Number.POSITIVE_INFINITY);
    await transaction
      .updateTable('api_keys')
      .set({
        previous_hash: sql.ref('hash'),
        previous_ends_at: new Date(previousEndsAt),
        hash: next.hash,
        prefix: next.prefix,
        rotated_at: new Date(next.now),
        expires_at: new Date(next.expiresAt),
        ...nextRevision(before, { prefix: next.prefix, expiresAt: next.expiresAt }),
      })
      .where('id', '=', before.id)
      .execute();
    const after = await storedKey(transaction, before);
    await appendAudit(transaction, actor, {
      ...auditOf('api-key.rotated', after, next.productNow),
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** Revokes a key of this organization forever. False when there is none, or it is revoked already. */
export function revokeApiKey(
  db: Database,
  actor: Actor,
  { organizationId, id, now, productNow = null }: RecordKey & { now: number; productNow?: number | null },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await lockKey(transaction, { organizationId, id });
    if (!before) return false;
    await transaction
      .updateTable('api_keys')
      .set({ revoked_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    await appendAudit(transaction, actor, {
      ...auditOf('api-key.revoked', before, productNow),
      ...{ before: audited(before), after: null },
    });
    return true;
  });
}

/** Notes that a key is in use, and from which network, at most once in `everyMs`. `now` is wall time. */
export async function noteApiKeyUse(
  db: Database,
  _actor: Actor,
  { id, network, now, everyMs }: { id: string; network: string; now: number; everyMs: number },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: new Date(now), last_used_network: network })
    .where('id', '=', id)
    .where(sql<SqlBool>`(last_used_at is null or last_used_at < ${new Date(now - everyMs)})`)
    .execute();
}
