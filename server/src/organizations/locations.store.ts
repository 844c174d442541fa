import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

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
  organizationId: string,
  id: string,
): Promise<StoredOrganizationLocation | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('organization_locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && recordOf(row);
}
