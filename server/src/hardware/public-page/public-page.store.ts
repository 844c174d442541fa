import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A siren whose public page is switched on. */
export interface PublicUnit {
  readonly unitId: string;
  readonly organizationId: string;
  /** Names without their blanks, in lower case, as the address of the page has them. */
  readonly organizationKey: string;
  readonly sirenKey: string;
  /** Null while it has no place: then nothing is known of it. */
  readonly placeId: string | null;
  readonly placeName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly isEnabled: boolean;
  readonly isInDrill: boolean;
}

/** The public sirens of all organizations that are not closed: few, and asked by everybody, so they are read at once and kept. */
export async function publicUnits(db: Database): Promise<PublicUnit[]> {
  const { rows } = await sql<PublicUnit>`
    select u.id as "unitId", u.organization_id as "organizationId",
      lower(regexp_replace(o.name, '\\s', '', 'g')) as "organizationKey",
      lower(regexp_replace(u.name, '\\s', '', 'g')) as "sirenKey",
      p.id as "placeId", coalesce(p.name, '') as "placeName",
      coalesce(p.latitude, 0) as latitude, coalesce(p.longitude, 0) as longitude, u.enabled as "isEnabled",
      exists (select from hardware_tests t where t.unit_id = u.id and t.kind = 'drill' and t.ended_at is null) as "isInDrill"
    from hardware_units u join organizations o on o.id = u.organization_id
      left join organization_locations p on p.id = u.organization_location_id
    where o.status <> 'CLOSED' and u.public_page and u.model in ('OWS', 'OWX')`.execute(db);
  return rows;
}
