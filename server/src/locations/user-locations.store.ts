import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RevisionKey } from '../platform/database/record-key.ts';
import { changeLocation, insertLocation, type LocationInput, type StoredLocation } from './store.ts';

/** A location of a user at an organization location, with the revision that its change is based on. */
export interface UserLocationInput extends LocationInput {
  readonly organizationLocationId: string;
  readonly revision: number | undefined;
}

/**
 * Replaces the locations that a user has at organization locations; the user's own places stay. All of it or
 * nothing: throws `StaleRevision` when one of them is not the revision that its change is based on, and
 * `TooManyLocations`.
 */
export async function setOrganizationLocationsOfUser(
  db: Database,
  actor: Actor,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  inputs: readonly UserLocationInput[],
  limits: { readonly now: number; readonly max: number },
): Promise<void> {
  await withOrganizationLock(db, organizationId, async (transaction) => {
    const rows = await transaction
      .selectFrom('locations')
      .select(['id', 'organization_location_id'])
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .where('organization_location_id', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const idOf = new Map(rows.map((row) => [row.organization_location_id, row.id]));
    for (const { revision, ...input } of inputs) {
      const id = idOf.get(input.organizationLocationId);
      idOf.delete(input.organizationLocationId);
      if (id === undefined) await insertLocation(transaction, actor, organizationId, userId, input, limits);
      else await changeLocation(transaction, actor, { organizationId, id, revision }, input, limits.now);
    }
    const removed = [...idOf.values()];
    if (removed.length === 0) return;
    await transaction.deleteFrom('locations').where('id', 'in', removed).execute();
    await notify(transaction, { topic: 'locations', ids: removed });
  });
}

/**
 * Marks a location as the one whose daily forecast its owner receives, and removes the mark from the owner's
 * others. Undefined when it is no longer there. Throws `StaleRevision`; nothing is stored then.
 */
export async function setForecastLocation(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  now: number,
): Promise<StoredLocation | undefined> {
  // The lock keeps two requests at once from marking two locations.
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const marked = await changeLocation(transaction, actor, key, { forecastLocation: true }, now);
    if (!marked) return undefined;
    const { rows } = await sql<{ id: string }>`
      select id from locations
      where organization_id = ${key.organizationId} and user_id = ${marked.userId} and id <> ${marked.id} and forecast_location
      order by id`.execute(transaction);
    for (const { id } of rows)
      await changeLocation(
        transaction,
        actor,
        { organizationId: key.organizationId, id },
        { forecastLocation: false },
        now,
      );
    return marked;
  });
}
