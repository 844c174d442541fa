import type { WatchedPlace } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
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

/** The locations that people saved at an organization location, of every one of them. */
export async function locationsOfPlace(
  db: Database,
  organizationId: string,
  organizationLocationId: string,
): Promise<StoredLocation[]> {
  const rows = await db
    .selectFrom('locations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('organization_location_id', '=', organizationLocationId)
    .execute();
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
  _actor: Actor,
  organizationId: string,
  userId: string,
  input: LocationInput,
  { now, max }: { now: number; max: number },
): Promise<StoredLocation> {
  return inTransaction(db, async (transaction) => {
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
  });
}

/**
 * Changes the given fields of a location, if it still is the revision that the change is based on; undefined
 * when it is no longer there. Throws `StaleRevision` and `OrganizationLocationTaken`; nothing is stored then.
 */
export async function changeLocation(
  db: Database,
  _actor: Actor,
  { revision, ...key }: RevisionKey,
  changes: Partial<LocationInput>,
  now: number,
): Promise<StoredLocation | undefined> {
  return inTransaction(db, async (transaction) => {
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
    return recordOf(row);
  });
}

export async function removeLocation(db: Database, _actor: Actor, key: RecordKey): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('locations')
      .where(hasKey(key))
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await notify(transaction, { topic: 'locations', ids: [key.id] });
    return numDeletedRows > 0n;
  });
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
    return { id, organizationId, userId, latitude, longitude, ...zones };
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
