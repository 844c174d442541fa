import type { Selectable } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import type { Tables } from '../platform/database/schema.ts';

/** A user of an organization, also one who only receives notifications. */
export type StoredUser = RecordOf<Omit<Selectable<Tables['users']>, 'password_hash'>> & {
  readonly organizationId: string;
};
export type StoredOrganization = RecordOf<Selectable<Tables['organizations']>>;

export async function findUser(db: Database, key: RecordKey): Promise<StoredUser | undefined> {
  const row = await db.selectFrom('users').selectAll().where(hasKey(key)).executeTakeFirst();
  if (!row) return undefined;
  const { password_hash: _secret, ...user } = row;
  return { ...recordOf(user), organizationId: key.organizationId };
}

export async function readOrganization(db: Database, id: string): Promise<StoredOrganization> {
  return recordOf(
    await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}
