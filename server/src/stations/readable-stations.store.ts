import { mayReadStation, type StationReader } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';
import type { Principal } from '../platform/http/serve.ts';
import { type Station, stationOf } from './observations.store.ts';
import type { OwnStation } from './store.ts';

/** Who asks: a caller of the API, or null for somebody who is not signed in. */
export type Reader = Pick<Principal, 'organizationId' | 'role' | 'permissions'> | null;

/** Stations with the names and the states of their organizations. */
function stationsWithOwner(db: Database) {
  return db
    .selectFrom('stations')
    .leftJoin('organizations', 'organizations.id', 'stations.organization_id')
    .leftJoin('organization_locations', 'organization_locations.id', 'stations.organization_location_id')
    .selectAll('stations')
    .select([
      'organizations.status as owner_status',
      'organizations.name as owner_name',
      'organization_locations.name as location_name',
    ])
    .where('stations.retired_at', 'is', null);
}

async function readerOf(db: Database, reader: Reader): Promise<StationReader | null> {
  if (reader === null) return null;
  const { organizationId, role, permissions } = reader;
  const own = await db
    .selectFrom('organizations')
    .select('status')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return own
    ? {
        organizationId,
        organizationStatus: own.status,
        isSuperAdmin: role === 'super-admin',
        hasMesonetAccess: permissions.includes('mesonet.access'),
      }
    : null;
}

/** A station that somebody may open, with the name of the place where it stands. */
export type OpenedStation<Of extends Station = Station> = Of & { readonly locationName: string | null };

/**
 * A station that somebody may open; undefined for any other, whether it exists or not. The one answer to who reads
 * what a station measures: `mayReadStation` has the rules.
 */
export async function readableStation(
  db: Database,
  reader: Reader,
  id: string,
): Promise<OpenedStation | undefined> {
  const row = await stationsWithOwner(db)
    .where('stations.id', '=', isUuid(id) ? id.toLowerCase() : id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { owner_status, owner_name: _, location_name, ...station } = row;
  const owner = {
    organizationId: station.organization_id,
    organizationStatus: owner_status,
    isShared: station.shared,
  };
  if (!mayReadStation(owner, await readerOf(db, reader))) return undefined;
  return { ...stationOf(station), locationName: location_name };
}

export interface ListedStation {
  readonly station: OpenedStation<OwnStation>;
  readonly organizationName: string;
}

/** The stations of organizations that somebody may open: the own organization's by name, then those of others. */
export async function readableStations(
  db: Database,
  reader: NonNullable<Reader>,
): Promise<readonly ListedStation[]> {
  const { organizationId } = reader;
  const rows = await stationsWithOwner(db)
    .where((of) =>
      of.or([of('stations.organization_id', '=', organizationId), of('stations.shared', '=', true)]),
    )
    .orderBy(sql`stations.organization_id <> ${organizationId}`)
    .orderBy(sql`lower(stations.name)`)
    .orderBy('stations.id')
    .execute();
  const who = await readerOf(db, reader);
  return rows.flatMap(({ owner_status, owner_name, location_name, ...row }) => {
    const owner = row.organization_id;
    if (owner === null || owner_name === null) return [];
    const shares = { organizationId: owner, organizationStatus: owner_status, isShared: row.shared };
    if (!mayReadStation(shares, who)) return [];
    const station = { ...stationOf(row), organizationId: owner, locationName: location_name };
    return [{ station, organizationName: owner_name }];
  });
}
