import type { Location, OrganizationLocation } from '@allclear/contract';
import { preloadedLocation } from '@allclear/domain';
import type { StoredOrganizationLocation } from '../organizations/index.ts';
import { fromStore, type Reads } from '../platform/change-feed/store-memory.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/serve.ts';
import { type LightningLocks, lightningLocks } from './lightning-locks.store.ts';
import { presentLocation, presentOrganizationLocation } from './present-location.ts';
import { sirenZones } from './siren-zones.store.ts';
import type { StoredLocation } from './store.ts';

type Caller = Pick<Principal, 'organizationId'>;

/** Locations under the lightning policies of the caller's organization. */
export async function presentAll(
  db: Database,
  { organizationId }: Caller,
  rows: readonly StoredLocation[],
  reads: Reads = fromStore,
): Promise<Location[]> {
  const locksOf = await keptLocks(db, organizationId, reads);
  return rows.map((row) => presentLocation(row, locksOf(row)));
}

/** The lightning policies of an organization, as locks for locations. */
export function keptLocks(db: Database, organizationId: string, reads: Reads): Promise<LightningLocks> {
  return reads.until([{ by: 'policies', id: organizationId }], `lightning locks ${organizationId}`, () =>
    lightningLocks(db, organizationId),
  );
}

export async function presentOne(
  db: Database,
  { organizationId }: Caller,
  row: StoredLocation,
): Promise<Location> {
  return presentLocation(row, (await lightningLocks(db, organizationId))(row));
}

/**
 * Organization locations, each with whether a lightning policy applies there (the same answer as for a location that
 * is tied to it) and the radius of its sirens.
 */
export async function presentOrganizationLocations(
  db: Database,
  { organizationId }: Caller,
  rows: readonly StoredOrganizationLocation[],
): Promise<OrganizationLocation[]> {
  const [only] = rows.length === 1 ? rows : [];
  const [locksOf, sirens] = await Promise.all([
    lightningLocks(db, organizationId),
    sirenZones(db, organizationId, only?.id ?? null),
  ]);
  const radii = new Map<string, number>();
  for (const { organizationLocationId: id, radiusMiles } of sirens)
    radii.set(id, Math.max(radii.get(id) ?? 0, radiusMiles));
  return rows.map((row) => {
    const { timerLocked } = locksOf({ ...preloadedLocation, organizationLocationId: row.id });
    return presentOrganizationLocation(row, {
      ...{ usesNewPolicy: timerLocked, sirenRadiusMiles: radii.get(row.id) ?? null },
    });
  });
}
