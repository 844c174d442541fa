import { type Selectable, sql } from 'kysely';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** A unit as it is set up, and its place. */
export interface StoredUnit extends RecordOf<Omit<Selectable<Tables['hardware_units']>, 'policy_ids'>> {
  /** Empty without a place. */
  readonly placeName: string;
  /** Of the place; null without one. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** IANA zone of the place; 'UTC' without one. */
  readonly timeZone: string;
  /** Of the policies that fire it, those that still exist. */
  readonly policyIds: readonly string[];
  /** The groups of the place; empty where it belongs to all of them, and without a place. */
  readonly groupIds: readonly string[];
}

function unitsQuery(db: Database) {
  return db
    .selectFrom('hardware_units')
    .leftJoin('organization_locations as place', 'place.id', 'hardware_units.organization_location_id')
    .selectAll('hardware_units')
    .select([
      sql<string[]>`coalesce((select array_agg(id::text order by created_at, id) from policies
        where policies.id = any(hardware_units.policy_ids) and deleted_at is null), '{}')`.as('policyIds'),
      sql<string>`coalesce(place.name, '')`.as('placeName'),
      'place.latitude',
      'place.longitude',
      sql<
        string[]
      >`coalesce((select array_agg(group_id::text order by group_id) from organization_location_groups
        where organization_location_id = place.id), '{}')`.as('groupIds'),
    ])
    .orderBy(sql`lower(hardware_units.name)`)
    .orderBy('hardware_units.id');
}

type Row = Awaited<ReturnType<ReturnType<typeof unitsQuery>['execute']>>[number];

function read({ policy_ids: _withDeleted, ...row }: Row): StoredUnit {
  const { latitude, longitude } = row;
  const timeZone = latitude === null || longitude === null ? 'UTC' : timeZoneOf({ latitude, longitude });
  return { ...recordOf(row), timeZone };
}

/** The units of an organization by name; of every organization when it is null (for the engine). */
export async function unitsOf(db: Database, organizationId: string | null): Promise<StoredUnit[]> {
  let query = unitsQuery(db);
  if (organizationId !== null) query = query.where('hardware_units.organization_id', '=', organizationId);
  return (await query.execute()).map(read);
}

/** Undefined when the organization has no such unit. */
export async function readUnit(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredUnit | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await unitsQuery(db)
    .where('hardware_units.organization_id', '=', organizationId)
    .where('hardware_units.id', '=', id.toLowerCase())
    .executeTakeFirst();
  return row && read(row);
}
