import type { AuditAction, WatchedPlace } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { columnsOf, type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { lightningLocks } from './lightning-locks.store.ts';

/** A location that a person saved. */
export type StoredLocation = RecordOf<Selectable<Tables['locations']>>;

export interface LocationInput {
  readonly label: string;
  readonly locationName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius1: number;
  readonly radius2: number;
  readonly radius3: number;
  readonly radius4: number;
  readonly allClearMinutes: number;
  readonly flags: number;
  readonly forecastLocation: boolean;
  readonly organizationLocationId: string | null;
  readonly timeZone: string;
}

/**
 * Thrown when a unique constraint of locations refuses: the organization location is in use by this user
 * already.
 */
export class OrganizationLocationTaken extends Error {}

/** The person has as many locations as one may have. */
export class TooManyLocations extends Error {}

export async function listLocations(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<StoredLocation[]> {
  const rows = await db
    .selectFrom('locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .orderBy(sql`lower(label)`)
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/** The organization locations that some locations are tied to. */
export async function placesOfLocations(
  db: Database,
  organizationId: string,
  locationIds: readonly string[],
): Promise<string[]> {
  if (locationIds.length === 0) return [];
  const rows = await db
    .selectFrom('locations')
    .select('organization_location_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...locationIds])
    .execute();
  return rows.flatMap((row) => row.organization_location_id ?? []);
}

/** The locations that people saved at an organization location, of every one of them; at any when it is null. */
export async function locationsOfPlace(
  db: Database,
  organizationId: string,
  organizationLocationId: string | null,
): Promise<StoredLocation[]> {
  const query = db
    .selectFrom('locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('organization_location_id', 'is not', null);
  const rows = await (organizationLocationId === null
    ? query
    : query.where('organization_location_id', '=', organizationLocationId)
  ).execute();
  return rows.map(recordOf);
}

/** A location of the organization, or undefined; an id that is no UUID is that of none. */
export async function findLocation(db: Database, key: RecordKey): Promise<StoredLocation | undefined> {
  const row = await db.selectFrom('locations').selectAll().where(hasKey(key)).executeTakeFirst();
  return row && recordOf(row);
}

/** Throws `TooManyLocations` and `OrganizationLocationTaken`; nothing is stored then. */
export async function insertLocation(
  db: Database,
  actor: Actor,
  organizationId: string,
  userId: string,
  input: LocationInput,
  limits: { now: number; max: number },
): Promise<StoredLocation> {
  return db.transaction().execute(async (transaction) => {
    const after = await writeNewLocation(transaction, { organizationId, userId }, input, limits);
    await appendAudit(transaction, actor, { ...locationRecord('location.added', after, limits.now), after });
    return after;
  });
}

/** As `insertLocation`, without an entry in the audit: for a change that leaves one entry for several locations. */
export async function writeNewLocation(
  transaction: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  input: LocationInput,
  { now, max }: { now: number; max: number },
): Promise<StoredLocation> {
  // The row of the person is locked, so that locations added side by side are counted one after the other.
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await transaction
    .selectFrom('locations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= max) throw new TooManyLocations();
  const row = await transaction
    .insertInto('locations')
    .values({
      ...columnsOf(input),
      organization_id: organizationId,
      user_id: userId,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainConflict);
  await notify(transaction, { topic: 'locations', ids: [row.id] });
  return recordOf(row);
}

/**
 * Changes the given fields of a location, if it still is the revision that the change is based on; undefined
 * when it is no longer there. Throws `StaleRevision` and `OrganizationLocationTaken`; nothing is stored then.
 */
export async function changeLocation(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  changes: Partial<LocationInput>,
  now: number,
): Promise<StoredLocation | undefined> {
  return db.transaction().execute(async (transaction) => {
    const change = await writeLocationChange(transaction, key, changes, now);
    if (!change) return undefined;
    await appendAudit(transaction, actor, {
      ...locationRecord('location.changed', change.after, now),
      ...change,
    });
    return change.after;
  });
}

/** A location before and after a change. */
export interface LocationChange {
  readonly before: StoredLocation;
  readonly after: StoredLocation;
}

/** As `changeLocation`, without an entry in the audit: for a change that leaves one entry for several locations. */
export async function writeLocationChange(
  transaction: Database,
  { revision, ...key }: RevisionKey,
  changes: Partial<LocationInput>,
  now: number,
): Promise<LocationChange | undefined> {
  const locked = await transaction
    .selectFrom('locations')
    .selectAll()
    .where(hasKey(key))
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return undefined;
  const before = recordOf(locked);
  requireRevision(before, revision, { what: 'this location' });
  const row = await transaction
    .updateTable('locations')
    .set({ ...columnsOf(changes), ...nextRevision(before, changes), updated_at: new Date(now) })
    .where('id', '=', locked.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(explainConflict);
  await notify(transaction, { topic: 'locations', ids: [row.id] });
  return { before, after: recordOf(row) };
}

/** False when it is no longer there. `now` is product time, epoch ms. */
export async function removeLocation(
  db: Database,
  actor: Actor,
  key: RecordKey,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('locations')
      .where(hasKey(key))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    const before = recordOf(row);
    await notify(transaction, { topic: 'locations', ids: [before.id] });
    await appendAudit(transaction, actor, { ...locationRecord('location.deleted', before, now), before });
    return true;
  });
}

/** Where a person is at home or at work belongs to that person; radii and timers do not. */
const ownersFields = ['label', 'locationName', 'latitude', 'longitude'];

/** The entry of a change of one location. */
export function locationRecord(
  action: AuditAction,
  { id, organizationId, userId }: StoredLocation,
  now: number,
): AuditRecord {
  return {
    ...{ chain: organizationId, action, recordId: id, now },
    personal: { userId, fields: ownersFields },
  };
}

/** What the watch needs of every location. */
export interface WatchedLocation extends WatchedPlace {
  readonly id: string;
  readonly userId: string;
}

/**
 * With the radii and timers that the organizations' lightning policies set. `of` restricts it to some
 * locations or organizations.
 */
export async function watchedLocations(
  db: Database,
  of: { readonly ids?: readonly string[]; readonly organizationIds?: readonly string[] } = {},
): Promise<WatchedLocation[]> {
  let query = db
    .selectFrom('locations')
    .select(['id', 'organization_id', 'user_id', 'organization_location_id', 'latitude', 'longitude'])
    .select(['radius1', 'radius2', 'radius3', 'radius4', 'all_clear_minutes']);
  if (of.ids) query = query.where(sql<boolean>`id = any(${[...of.ids]}::uuid[])`);
  if (of.organizationIds)
    query = query.where(sql<boolean>`organization_id = any(${[...of.organizationIds]}::uuid[])`);
  const rows = await query.execute();
  const locksOf = await lightningLocks(db, null);
  return rows.map((row) => {
    const location = recordOf(row);
    const { radius1, radius2, radius3, radius4, allClearMinutes } = locksOf(location);
    const { id, organizationId, userId, latitude, longitude } = location;
    const zones = { radius1, radius2, radius3, radius4, allClearMinutes };
    const placeId = location.organizationLocationId;
    return { id, organizationId, userId, placeId, latitude, longitude, ...zones };
  });
}

/** Distinct places to poll observations for, to about six miles. */
export async function observedPlaces(db: Database): Promise<{ latitude: number; longitude: number }[]> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select avg(latitude) as latitude, avg(longitude) as longitude
    from locations group by round(latitude::numeric, 1), round(longitude::numeric, 1)`.execute(db);
  return rows;
}

/** The distinct places of all locations, each with one of its labels. */
export function labeledPlaces(
  db: Database,
): Promise<{ label: string; latitude: number; longitude: number }[]> {
  return db
    .selectFrom('locations')
    .select(({ fn }) => ['latitude', 'longitude', fn.min('label').as('label')])
    .groupBy(['latitude', 'longitude'])
    .orderBy('label')
    .execute();
}

function explainConflict(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'locations_user_organization_location')
    throw new OrganizationLocationTaken();
  throw error;
}
