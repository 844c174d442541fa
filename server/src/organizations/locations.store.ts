import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import type { Tables } from '../platform/database/schema.ts';

/** A location of an organization, which its policies and its people's locations refer to. */
export type StoredOrganizationLocation = RecordOf<Selectable<Tables['organization_locations']>>;

export async function listOrganizationLocations(
  db: Database,
  organizationId: string,
): Promise<StoredOrganizationLocation[]> {
  const rows = await db
    .selectFrom('organization_locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(recordOf);
}

export async function findOrganizationLocation(
  db: Database,
  key: RecordKey,
): Promise<StoredOrganizationLocation | undefined> {
  const row = await db.selectFrom('organization_locations').selectAll().where(hasKey(key)).executeTakeFirst();
  return row && recordOf(row);
}
