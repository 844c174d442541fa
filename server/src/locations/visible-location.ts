import { fromStore, type Reads } from '../platform/change-feed/store-memory.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { findLocation, listLocations, type StoredLocation } from './store.ts';

/** A location that the caller may read: an own one, and for admins any of the organization. */
export async function visibleLocation(
  db: Database,
  principal: Principal,
  id: string,
  reads: Reads = fromStore,
): Promise<StoredLocation> {
  const lowerId = id.toLowerCase();
  const { organizationId } = principal;
  const row = await reads.until(
    [{ by: 'locations', id: lowerId }],
    `location ${organizationId} ${lowerId}`,
    () => findLocation(db, keyOf(principal, id)),
  );
  if (!row || (row.userId !== principal.userId && !principal.permissions.includes('locations:read-others')))
    throw notFound('The location');
  return row;
}

/** The caller's own locations; for a display link those that it shows. */
export async function ownLocations(
  db: Database,
  { organizationId, userId, places }: Principal,
  reads: Reads = fromStore,
): Promise<StoredLocation[]> {
  const rows = await reads.until([{ by: 'locations' }], `locations of ${organizationId} ${userId}`, () =>
    listLocations(db, organizationId, userId),
  );
  return places === null ? rows : rows.filter(({ id }) => places.has(id));
}
