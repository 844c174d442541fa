import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { StoredPerson } from '../users.store.ts';

/** What a list says of a person. */
export type ListedPerson = Pick<
  StoredPerson,
  | ('id' | 'organizationId' | 'userName' | 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'role')
  | ('groupId' | 'groupName' | 'timeZone' | 'smsNotifications' | 'emailNotifications' | 'isActive')
  | ('geofenceAlertsEnabled' | 'alertTimesEnabled' | 'activatedAt' | 'emailSuppressedAt' | 'revision')
  | 'organizationLocationIds'
>;

/** Which people a list has: those who only receive notifications or the others, of one group or (null) of all. */
export interface ListChoice {
  readonly notificationOnly: boolean;
  readonly groupId: string | null;
}

export interface PeopleList {
  /** As `peopleVersion` gave it at the moment of the list. */
  readonly version: string;
  readonly people: readonly ListedPerson[];
}

/**
 * The organization's people as lists show them, by first name, without deleted ones; `groupId` limits them to one
 * group. Groups and saved places are read beside the people, at the same moment, and not joined to them: what a
 * join of thousands costs depends on how well PostgreSQL guesses their number.
 */
export function listPeopleEntries(
  db: Database,
  organizationId: string,
  { notificationOnly, groupId }: ListChoice,
): Promise<PeopleList> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const version = await peopleVersion(transaction, organizationId);
      const groupNames = await readGroupNames(transaction, organizationId);
      const savedPlaces = await readSavedPlaces(transaction, organizationId);
      const rows = await transaction
        .selectFrom('users')
        .select(['id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName', 'email'])
        .select(['phone_number as phoneNumber', 'role', 'group_id as groupId', 'time_zone as timeZone'])
        .select(['sms_notifications as smsNotifications', 'email_notifications as emailNotifications'])
        .select(['is_active as isActive', 'geofence_alerts_enabled as geofenceAlertsEnabled'])
        .select(['alert_times_enabled as alertTimesEnabled', 'activated_at as activatedAt'])
        .select(['email_suppressed_at as emailSuppressedAt', 'revision'])
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
        .where('role', notificationOnly ? '=' : '<>', 'notification-only')
        .$if(groupId !== null, (query) => query.where('group_id', '=', groupId))
        .orderBy(sql`lower(first_name)`)
        .orderBy(sql`lower(last_name)`)
        .orderBy('id')
        .execute();
      const people = rows.map((row) => ({
        ...row,
        organizationId,
        groupName: row.groupId === null ? null : (groupNames.get(row.groupId) ?? null),
        activatedAt: row.activatedAt?.getTime() ?? null,
        emailSuppressedAt: row.emailSuppressedAt?.getTime() ?? null,
        organizationLocationIds: savedPlaces.get(row.id) ?? [],
      }));
      return { version, people };
    });
}

/**
 * Changes with every committed change of a row that a list of the organization's people is made from: each row counts
 * with the transaction that wrote it. A fraction of the time of the list.
 */
export async function peopleVersion(db: Database, organizationId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', (select ${rowsVersion} from users where organization_id = ${organizationId}),
      (select ${rowsVersion} from groups where organization_id = ${organizationId}),
      (select ${rowsVersion} from locations
        where organization_id = ${organizationId} and organization_location_id is not null)) as version`.execute(
    db,
  );
  return rows[0]?.version ?? '';
}

const rowsVersion = sql`count(*) || ':' || coalesce(sum(uuid_hash_extended(id, xmin::text::bigint)), 0)`;

async function readGroupNames(db: Database, organizationId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The organization locations that people have saved, by the ids of the people. */
async function readSavedPlaces(db: Database, organizationId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('locations')
    .select(['user_id', sql<string[]>`array_agg(distinct organization_location_id::text)`.as('ids')])
    .where('organization_id', '=', organizationId)
    .where('organization_location_id', 'is not', null)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id: id, ids }) => [id, ids]));
}
