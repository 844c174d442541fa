import { can } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';
import type { Principal } from '../platform/http/serve.ts';

/** A place that somebody may see. */
export interface SeenPlace {
  readonly id: string;
  readonly name: string;
}

/**
 * A place of the caller's organization that the caller sees: admins see all, others those of their group and those
 * without groups. Undefined for any other.
 */
export async function findSeenPlace(
  db: Database,
  { organizationId, userId, role }: Pick<Principal, 'organizationId' | 'userId' | 'role'>,
  placeId: string,
): Promise<SeenPlace | undefined> {
  if (!isUuid(placeId)) return undefined;
  const { rows } = await sql<SeenPlace>`
    select p.id::text, p.name from organization_locations p
    where p.id = ${placeId} and p.organization_id = ${organizationId} and (${can(role, 'locations:read-others')}
      or not exists (select from organization_location_groups g where g.organization_location_id = p.id)
      or exists (select from organization_location_groups g join users u on u.group_id = g.group_id
        where g.organization_location_id = p.id and u.id = ${userId}))`.execute(db);
  return rows[0];
}

/** Whether it is a place of the organization, whoever sees it. */
export async function isPlaceOf(db: Database, organizationId: string, placeId: string): Promise<boolean> {
  if (!isUuid(placeId)) return false;
  const place = await db
    .selectFrom('organization_locations')
    .select('id')
    .where('id', '=', placeId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return place !== undefined;
}
