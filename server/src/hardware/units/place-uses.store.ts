import type { OrganizationLocationUses } from '@allclear/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** What refers to a location of the organization, which exists. */
export async function placeUses(
  db: Database,
  organizationId: string,
  placeId: string,
): Promise<OrganizationLocationUses> {
  const { rows } = await sql<OrganizationLocationUses>`
    select
      (select count(*)::int from locations l
        where l.organization_id = ${organizationId} and organization_location_id = ${placeId}) as locations,
      (select count(*)::int from warnings w where w.organization_id = ${organizationId}
        and organization_location_id = ${placeId} and ended_at is null) as "openWarnings",
      (select count(*)::int from hardware_units u
        where u.organization_id = ${organizationId} and organization_location_id = ${placeId})
      + (select count(*)::int from stations s
        where s.organization_id = ${organizationId} and organization_location_id = ${placeId}
        and retired_at is null
        and not exists (select from hardware_units u where u.station_id = s.id
          and u.organization_location_id = s.organization_location_id)) as hardware,
      (select coalesce(sum(jsonb_array_length(times)), 0)::int from practice_times p
        where p.organization_id = ${organizationId} and organization_location_id = ${placeId}) as "practiceTimes"`.execute(
    db,
  );
  const [uses] = rows;
  if (!uses) throw new Error('A query without a table has no row.');
  return uses;
}
