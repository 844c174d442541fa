import type { AuditAction, PlaceDraft } from '@allclear/domain';
import { sql } from 'kysely';
import {
  findOrganizationLocation,
  type StoredOrganizationLocation,
  timeZoneOf,
  withOrganizationLock,
} from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';

/** Another location of the organization has this name. */
export class PlaceNameTaken extends Error {}
/** The organization has as many locations as it may have. */
export class TooManyPlaces extends Error {}

/** What is stored of a location of the organization. */
export interface PlaceInput extends PlaceDraft {
  /** Whether the position was found by the address and nobody has looked at it since. */
  readonly isPositionUnchecked: boolean;
}

/** The most locations that an organization may have. */
export const placesPerOrganization = 20_000;

/** Throws `PlaceNameTaken` and `TooManyPlaces`; nothing is stored then. */
export function insertPlace(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: PlaceInput,
  now: number,
): Promise<StoredOrganizationLocation> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    await requireFreeName(transaction, organizationId, input.name, null);
    const { count } = await transaction
      .selectFrom('organization_locations')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= placesPerOrganization) throw new TooManyPlaces();
    const row = await transaction
      .insertInto('organization_locations')
      .values({ organization_id: organizationId, ...placeColumns(input), created_at: new Date(now) })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = recordOf(row);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...placeRecord('organization-location.added', after, now),
      after,
    });
    return after;
  });
}

/**
 * Changes a location of the organization, if it still is the revision that the change is based on; undefined when
 * there is none. `change` is given what is stored, which no other change can alter meanwhile. The locations that
 * people saved there move with it, and take its name where they had it: that follows from the change, and has no entry
 * of its own in the audit. Throws `StaleRevision`, `PlaceNameTaken` and
 * what `change` throws; nothing is stored then.
 */
export function changePlace(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  change: (before: StoredOrganizationLocation) => PlaceInput,
  now: number,
): Promise<StoredOrganizationLocation | undefined> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const stored = await findOrganizationLocation(transaction, key);
    if (!stored) return undefined;
    const before = { ...stored, fieldRevisions: stored.fieldRevisions as Record<string, number> };
    requireRevision(before, revision, { what: 'this location' });
    const input = change(stored);
    await requireFreeName(transaction, key.organizationId, input.name, stored.id);
    const row = await transaction
      .updateTable('organization_locations')
      .set({ ...placeColumns(input), ...nextRevision(before, input) })
      .where('id', '=', stored.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = recordOf(row);
    await moveTiedLocations(transaction, stored, input, now);
    await notify(transaction, { topic: 'policies', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...placeRecord('organization-location.changed', after, now),
      ...{ before: stored, after },
    });
    return after;
  });
}

/**
 * Deletes a location of the organization. Locations that people saved there stay, without the tie; its policies no
 * longer watch it, and the engine withdraws its open warnings. False when there is none. `now` is product time,
 * epoch ms.
 */
export function removePlace(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const tied = await transaction
      .selectFrom('locations')
      .select('id')
      .where('organization_id', '=', key.organizationId)
      .where('organization_location_id', 'in', (query) =>
        query.selectFrom('organization_locations').select('id').where(hasKey(key)),
      )
      .execute();
    const row = await transaction
      .deleteFrom('organization_locations')
      .where(hasKey(key))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    const before = recordOf(row);
    if (tied.length > 0) await notify(transaction, { topic: 'locations', ids: tied.map(({ id }) => id) });
    await notify(transaction, { topic: 'policies', ids: [key.organizationId] });
    await notify(transaction, { topic: 'practice-times', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...placeRecord('organization-location.deleted', before, now),
      before,
    });
    return true;
  });
}

function placeRecord(
  action: AuditAction,
  { id, organizationId }: StoredOrganizationLocation,
  now: number,
): AuditRecord {
  return { chain: organizationId, action, recordId: id, now };
}

/** The people's locations at a place follow it: they are watched where the place is. */
async function moveTiedLocations(
  transaction: Database,
  before: StoredOrganizationLocation,
  { name, address, latitude, longitude }: PlaceInput,
  now: number,
): Promise<void> {
  const isMoved = latitude !== before.latitude || longitude !== before.longitude;
  if (!isMoved && name === before.name && address === before.address) return;
  const { rows } = await sql<{ id: string }>`
    update locations set
      label = case when label = ${before.name} then ${name} else label end,
      location_name = ${address}, latitude = ${latitude}, longitude = ${longitude},
      time_zone = ${isMoved ? timeZoneOf({ latitude, longitude }) : sql`time_zone`},
      revision = revision + 1, updated_at = ${new Date(now)},
      field_revisions = field_revisions || jsonb_build_object(
        'locationName', revision + 1, 'latitude', revision + 1, 'longitude', revision + 1)
    where organization_id = ${before.organizationId} and organization_location_id = ${before.id}
    returning id`.execute(transaction);
  if (rows.length > 0) await notify(transaction, { topic: 'locations', ids: rows.map(({ id }) => id) });
}

async function requireFreeName(
  transaction: Database,
  organizationId: string,
  name: string,
  ownId: string | null,
): Promise<void> {
  const other = await transaction
    .selectFrom('organization_locations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .$if(ownId !== null, (query) => query.where('id', '<>', ownId))
    .executeTakeFirst();
  if (other) throw new PlaceNameTaken();
}

function placeColumns({ name, address, latitude, longitude, isPositionUnchecked }: PlaceInput) {
  return { name, address, latitude, longitude, is_position_unchecked: isPositionUnchecked };
}
