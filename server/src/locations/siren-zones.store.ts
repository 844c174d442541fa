import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** A lightning zone that a siren watches: where a siren sounds, nobody may read that the place is clear. */
export interface SirenZone {
  readonly organizationLocationId: string;
  readonly radiusMiles: number;
  readonly allClearMinutes: number;
}

/** The zones of the enabled sirens of one place of an organization, or of all its places with null. */
export async function sirenZones(
  db: Database,
  organizationId: string,
  placeId: string | null,
): Promise<SirenZone[]> {
  const { rows } = await sql<SirenZone>`
    select distinct organization_location_id as "organizationLocationId", radius_miles as "radiusMiles",
      all_clear_minutes as "allClearMinutes"
    from siren_zones
    where organization_id = ${organizationId}
      and (${placeId}::uuid is null or organization_location_id = ${placeId}::uuid)`.execute(db);
  return rows;
}
