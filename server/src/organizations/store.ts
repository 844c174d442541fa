import type { Selectable } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type UserRow = Selectable<Tables['users']>;
export type OrganizationRow = Selectable<Tables['organizations']>;

export async function findUser(
  db: Database,
  organizationId: string,
  id: string,
): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function readOrganization(db: Database, id: string): Promise<OrganizationRow> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
