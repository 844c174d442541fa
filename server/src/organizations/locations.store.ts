import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type OrganizationLocationRow = Selectable<Tables['organization_locations']>;

export function listOrganizationLocations(
  db: Database,
  organizationId: string,
): Promise<OrganizationLocationRow[]> {
  return db
    .selectFrom('organization_locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
}

export async function findOrganizationLocation(
  db: Database,
  organizationId: string,
  id: string,
): Promise<OrganizationLocationRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom('organization_locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}
