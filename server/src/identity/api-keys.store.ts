import type { Database } from '../platform/database/database.ts';

export interface ApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

const columns = [
  'id',
  'organization_id as organizationId',
  'user_id as userId',
  'name',
  'created_at as createdAt',
  'revoked_at as revokedAt',
] as const;

/** Keeps the digest of a new key; the key itself is never stored. */
export async function insertApiKey(
  db: Database,
  key: { organizationId: string; userId: string; name: string; hash: Buffer; now: number },
): Promise<ApiKey> {
  return db
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
}

/** The key with this digest, unless it has been revoked. */
export async function findApiKey(db: Database, hash: Buffer): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The keys of an organisation, newest first, revoked ones too. */
export async function listApiKeys(db: Database, organizationId: string): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Revokes a key of this organisation for ever. False when there is none, or it is revoked already. */
export async function revokeApiKey(
  db: Database,
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
