import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import type { RevisionKey } from '../platform/database/record-key.ts';
import {
  type LocationInput,
  locationRecord,
  type StoredLocation,
  writeLocationChange,
  writeNewLocation,
} from './store.ts';

/** A location of a user at an organization location, with the revision that its change is based on. */
export interface UserLocationInput extends LocationInput {
  readonly organizationLocationId: string;
  readonly revision: number | undefined;
}

/**
 * Replaces the locations that a user has at organization locations; the user's own places stay. All of it or
 * nothing: throws `StaleRevision` when one of them is not the revision that its change is based on, and
 * `TooManyLocations`. The audit has one entry for all of them, with the locations by their ids.
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
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .where('organization_location_id', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const before = rows.map(recordOf);
    const after: StoredLocation[] = [];
    const idOf = new Map(rows.map((row) => [row.organization_location_id, row.id]));
    for (const { revision, ...input } of inputs) {
      const id = idOf.get(input.organizationLocationId);
      idOf.delete(input.organizationLocationId);
      const stored =
        id === undefined
          ? await writeNewLocation(transaction, { organizationId, userId }, input, limits)
          : (await writeLocationChange(transaction, { organizationId, id, revision }, input, limits.now))
              ?.after;
      if (stored) after.push(stored);
    }
    const removed = [...idOf.values()];
    if (removed.length > 0) {
      await transaction.deleteFrom('locations').where('id', 'in', removed).execute();
      await notify(transaction, { topic: 'locations', ids: removed });
    }
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'user-locations.changed', recordId: userId, now: limits.now },
      ...{ before: byId(before), after: byId(after) },
      personal: { userId, fields: [...before, ...after].map(({ id }) => id) },
    });
  });
}

/** The content of locations, by their ids: what is the same before and after has the same text. */
function byId(locations: readonly StoredLocation[]): Record<string, Partial<StoredLocation>> {
  return Object.fromEntries(
    locations.map(({ id, revision, fieldRevisions, createdAt, updatedAt, ...content }) => [id, content]),
  );
}

/**
 * Marks a location as the one whose daily forecast its owner receives, and removes the mark from the owner's
 * others, whose ids the entry of the audit names. Undefined when it is no longer there. Throws `StaleRevision`;
 * nothing is stored then.
 */
export async function setForecastLocation(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  now: number,
): Promise<StoredLocation | undefined> {
  // The lock keeps two requests at once from marking two locations.
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const change = await writeLocationChange(transaction, key, { forecastLocation: true }, now);
    if (!change) return undefined;
    const marked = change.after;
    const { rows } = await sql<{ id: string }>`
      select id from locations
      where organization_id = ${key.organizationId} and user_id = ${marked.userId} and id <> ${marked.id} and forecast_location
      order by id`.execute(transaction);
    for (const { id } of rows)
      await writeLocationChange(
        transaction,
        { organizationId: key.organizationId, id },
        { forecastLocation: false },
        now,
      );
    const unmarked = rows.length > 0 && { unmarkedIds: rows.map(({ id }) => id) };
    await appendAudit(transaction, actor, {
      ...locationRecord('location.changed', marked, now),
      ...{ before: change.before, after: { ...marked, ...unmarked } },
    });
    return marked;
  });
}
