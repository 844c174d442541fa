import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';
import { membersChanged } from './groups.store.ts';

export const userWords: RecordWords = { what: 'this user', labels: { groupId: 'SiteId', role: 'RoleId' } };

/**
 * A person of the organization, with the name of the group and the organization locations that the person has
 * saved.
 */
export interface StoredPerson extends RecordOf<Omit<Selectable<Tables['users']>, 'password_hash'>> {
  readonly organizationId: string;
  readonly groupName: string | null;
  readonly organizationLocationIds: readonly string[];
}

export interface NotificationUserInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** E.164 */
  readonly phoneNumber: string | null;
  /** IANA */
  readonly timeZone: string;
  readonly groupId: string | null;
  readonly smsNotifications: boolean;
  readonly emailNotifications: boolean;
}

/** Another user of the organization has this email address. */
export class EmailTaken extends Error {}
/** The group is not one of the organization. */
export class UnknownGroup extends Error {}

/** Which people of an organization are meant. */
export interface PeopleChoice {
  /** Those who only receive notifications, or those who sign in. */
  readonly notificationOnly?: boolean;
  readonly id?: string;
}

/** The organization's people by first name, without deleted ones. */
export async function listPeople(
  db: Database,
  organizationId: string,
  { notificationOnly, id }: PeopleChoice,
): Promise<StoredPerson[]> {
  if (id !== undefined && !isUuid(id)) return [];
  const rows = await db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .selectAll('users')
    .select([
      'groups.name as groupName',
      sql<string[]>`array(select distinct organization_location_id::text from locations
        where user_id = users.id and organization_location_id is not null order by 1)`.as(
        'organizationLocationIds',
      ),
    ])
    .where('users.organization_id', '=', organizationId)
    .where(({ and, eb }) => {
      const conditions: Expression<SqlBool>[] = [eb('users.deleted_at', 'is', null)];
      if (notificationOnly !== undefined)
        conditions.push(eb('role', notificationOnly ? '=' : '<>', 'notification-only'));
      if (id !== undefined) conditions.push(eb('users.id', '=', id));
      return and(conditions);
    })
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('users.id')
    .execute();
  return rows.map(({ password_hash: _secret, ...row }) => ({ ...recordOf(row), organizationId }));
}

/** What a list says of a person. */
export type ListedPerson = Pick<
  StoredPerson,
  | ('id' | 'organizationId' | 'userName' | 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'role')
  | ('groupId' | 'groupName' | 'timeZone' | 'smsNotifications' | 'emailNotifications' | 'isActive')
  | ('geofenceAlertsEnabled' | 'alertTimesEnabled' | 'activatedAt' | 'emailSuppressedAt' | 'revision')
  | 'organizationLocationIds'
>;

/**
 * The organization's people as lists show them, by first name, without deleted ones. The database builds one
 * JSON text: the thousands of values of a large organization would take longer one by one.
 */
export async function listPeopleEntries(
  db: Database,
  organizationId: string,
  { notificationOnly, groupId = null }: { notificationOnly: boolean; groupId?: string | null },
): Promise<ListedPerson[]> {
  const { rows } = await sql<{ people: ListedPerson[] }>`
    with saved as (
      select user_id, array_agg(distinct organization_location_id::text) as ids from locations
      where organization_id = ${organizationId} and organization_location_id is not null
      group by user_id
    )
    select coalesce(json_agg(person), '[]') as people from (
      select u.id, u.organization_id as "organizationId", u.user_name as "userName", u.first_name as "firstName",
        u.last_name as "lastName", u.email, u.phone_number as "phoneNumber", u.role, u.group_id as "groupId",
        g.name as "groupName", u.time_zone as "timeZone", u.sms_notifications as "smsNotifications",
        u.email_notifications as "emailNotifications", u.is_active as "isActive",
        u.geofence_alerts_enabled as "geofenceAlertsEnabled", u.alert_times_enabled as "alertTimesEnabled",
        floor(extract(epoch from u.activated_at) * 1000)::bigint as "activatedAt",
        floor(extract(epoch from u.email_suppressed_at) * 1000)::bigint as "emailSuppressedAt",
        u.revision, coalesce(saved.ids, '{}') as "organizationLocationIds"
      from users u
        left join groups g on g.id = u.group_id
        left join saved on saved.user_id = u.id
      where u.organization_id = ${organizationId} and u.deleted_at is null
        and (u.role = 'notification-only') = ${notificationOnly}
        and (${groupId}::uuid is null or u.group_id = ${groupId}::uuid)
      order by lower(u.first_name), lower(u.last_name), u.id
    ) person`.execute(db);
  return rows[0]?.people ?? [];
}

/** A person of the organization who is not deleted; an id that is no UUID is that of none. */
export async function findPerson(
  db: Database,
  { organizationId, id }: RecordKey,
  notificationOnly?: true,
): Promise<StoredPerson | undefined> {
  return (await listPeople(db, organizationId, notificationOnly ? { id, notificationOnly } : { id }))[0];
}

/** Throws `EmailTaken` and `UnknownGroup`; nothing is stored then. */
export function insertNotificationUser(
  db: Database,
  _actor: Actor,
  organizationId: string,
  input: NotificationUserInput,
  now: number,
): Promise<StoredPerson> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    await requireGroup(transaction, organizationId, input.groupId);
    const at = new Date(now);
    const { id } = await transaction
      .insertInto('users')
      .values({
        organization_id: organizationId,
        role: 'notification-only',
        ...personColumns(input),
        created_at: at,
        activated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(explainEmail);
    await membersChanged(transaction, [input.groupId], 'notificationUserIds', now);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return savedPerson(transaction, organizationId, id);
  });
}

/**
 * Changes a notification-only user, if it still is the revision that the change is based on. `change` is
 * given the stored person, which no other change can alter meanwhile, and returns the new values. A new
 * email address is tried again even if the old one was refused. Undefined when there is no such person.
 * Throws `StaleRevision` and as `insertNotificationUser` does.
 */
export function changeNotificationUser(
  db: Database,
  _actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  change: (before: StoredPerson) => NotificationUserInput,
  now: number,
): Promise<StoredPerson | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findPerson(transaction, { organizationId, id }, true);
    if (!before) return undefined;
    requireRevision(before, revision, userWords);
    const input = change(before);
    await requireGroup(transaction, organizationId, input.groupId);
    const sameAddress = input.email?.toLowerCase() === before.email?.toLowerCase();
    await transaction
      .updateTable('users')
      .set({
        ...personColumns(input),
        ...nextRevision(before, input),
        ...(sameAddress ? {} : { email_suppressed_at: null }),
      })
      .where('id', '=', before.id)
      .execute()
      .catch(explainEmail);
    if (input.groupId !== before.groupId)
      await membersChanged(transaction, [before.groupId, input.groupId], 'notificationUserIds', now);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return savedPerson(transaction, organizationId, before.id);
  });
}

/**
 * Deletes a notification-only user from every list. The row stays, inactive and with the name only:
 * notifications refer to it, and what was sent to whom must remain on record. Address, number, group,
 * locations and devices are removed; the address can be given to another person. False when there is no such
 * person.
 */
export function removeNotificationUser(
  db: Database,
  _actor: Actor,
  { organizationId, id }: RecordKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const person = await findPerson(transaction, { organizationId, id }, true);
    if (!person) return false;
    await transaction
      .updateTable('users')
      .set({
        is_active: false,
        deleted_at: new Date(now),
        email: null,
        email_suppressed_at: null,
        phone_number: null,
        user_name: '',
        group_id: null,
        ...nextRevision(person, { isActive: false, email: null, phoneNumber: null, groupId: null }),
      })
      .where('id', '=', person.id)
      .execute();
    await membersChanged(transaction, [person.groupId], 'notificationUserIds', now);
    await transaction.deleteFrom('push_subscriptions').where('user_id', '=', person.id).execute();
    const locations = await transaction
      .deleteFrom('locations')
      .where('user_id', '=', person.id)
      .returning('id')
      .execute();
    if (locations.length > 0)
      await notify(transaction, { topic: 'locations', ids: locations.map((row) => row.id) });
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return true;
  });
}

/** A person as the running transaction saved them. */
export async function savedPerson(
  transaction: Database,
  organizationId: string,
  id: string,
): Promise<StoredPerson> {
  const person = await findPerson(transaction, { organizationId, id });
  if (!person) throw new Error(`The user ${id} is gone in the transaction that saved them.`);
  return person;
}

/** SMS is preferred to push where it is allowed: a person who never signs in has no device for push. */
function personColumns(input: NotificationUserInput) {
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    phone_number: input.phoneNumber,
    user_name: input.email ?? input.phoneNumber ?? '',
    time_zone: input.timeZone,
    group_id: input.groupId,
    sms_notifications: input.smsNotifications,
    email_notifications: input.emailNotifications,
    notification_type: input.smsNotifications ? 1 : 0,
  };
}

/** Throws `UnknownGroup` unless the organization has the group; null stands for none. */
export async function requireGroup(
  transaction: Database,
  organizationId: string,
  groupId: string | null,
): Promise<void> {
  if (groupId === null) return;
  const group = isUuid(groupId)
    ? await transaction
        .selectFrom('groups')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', groupId)
        .executeTakeFirst()
    : undefined;
  if (!group) throw new UnknownGroup();
}

/** For the failure of a write: throws `EmailTaken` when another person of the organization has the address. */
export function explainEmail(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'users_email_organization') throw new EmailTaken();
  throw error;
}
