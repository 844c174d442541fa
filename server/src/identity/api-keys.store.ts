import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';

/** An API key; the key itself is never stored. Instants are epoch ms. */
export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

const columns = ['id', 'organization_id', 'user_id', 'name', 'created_at', 'revoked_at'] as const;

/** Keeps the digest of a new key; the key itself is never stored. */
export async function insertApiKey(
  db: Database,
  _actor: Actor,
  key: { organizationId: string; userId: string; name: string; hash: Buffer; now: number },
): Promise<ApiKey> {
  const row = await db
    .insertInto('api_keys')
    .values({
      organization_id: key.organizationId,
      user_id: key.userId,
      name: key.name,
      hash: key.hash,
      created_at: new Date(key.now),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return recordOf(row);
}

/** The key with this digest, unless it has been revoked. */
export async function findApiKey(db: Database, hash: Buffer): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(columns)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && recordOf(row);
}

/** Which of these keys (by their ids) have not been revoked. */
export async function findLiveApiKeys(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The keys of an organization, newest first, revoked ones too. */
export async function listApiKeys(db: Database, organizationId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(recordOf);
}

/** Revokes a key of this organization forever. False when there is none, or it is revoked already. */
export async function revokeApiKey(
  db: Database,
  _actor: Actor,
  key: { organizationId: string; id: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date(key.now) })
    .where('organization_id', '=', key.organizationId)
    .where('id', '=', key.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
