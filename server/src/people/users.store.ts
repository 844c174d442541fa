// Over 300 lines: the rows of people, with what every change of them shares.
import type { AuditAction } from '@allclear/domain';
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
import { auditPerson } from './audit/audited-person.ts';
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
  /** Those who were deleted, of whom a row stays, in the place of the others. */
  readonly isDeleted?: true;
}

/** The organization's people by first name, without deleted ones unless they are asked for. */
export async function listPeople(
  db: Database,
  organizationId: string,
  { notificationOnly, id, isDeleted }: PeopleChoice,
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
      const conditions: Expression<SqlBool>[] = [eb('users.deleted_at', isDeleted ? 'is not' : 'is', null)];
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

/** A person of the organization who is not deleted; an id that is no UUID is that of none. */
export async function findPerson(
  db: Database,
  { organizationId, id }: RecordKey,
  notificationOnly?: true,
): Promise<StoredPerson | undefined> {
  return (await listPeople(db, organizationId, notificationOnly ? { id, notificationOnly } : { id }))[0];
}

/** A person of the organization who was deleted, or erased. */
export async function findDeletedPerson(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredPerson | undefined> {
  return (await listPeople(db, organizationId, { id, isDeleted: true }))[0];
}

/** Throws `EmailTaken` and `UnknownGroup`; nothing is stored then. */
export function insertNotificationUser(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: NotificationUserInput,
  now: number,
): Promise<StoredPerson> {
  const insert = async (transaction: Database) => {
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
    return id;
  };
  return addPerson(db, actor, organizationId, insert, { now });
}

/**
 * Changes a notification-only user, if it still is the revision that the change is based on. `change` is
 * given the stored person, which no other change can alter meanwhile, and returns the new values. A new
 * email address is tried again even if the old one was refused. Undefined when there is no such person.
 * Throws `StaleRevision` and as `insertNotificationUser` does.
 */
export function changeNotificationUser(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  change: (before: StoredPerson) => NotificationUserInput,
  now: number,
): Promise<StoredPerson | undefined> {
  const write = async (transaction: Database, before: StoredPerson) => {
    const input = change(before);
    await requireGroup(transaction, key.organizationId, input.groupId);
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
  };
  return changePerson(db, actor, key, write, { find: findNotificationUser, now });
}

/**
 * Deletes a notification-only user from every list. The row stays, inactive and with the name only:
 * notifications refer to it, and what was sent to whom must remain on record. Address, number, group,
 * locations and devices are removed; the address can be given to another person. False when there is no such
 * person. `entry` null: the caller's entry tells of it.
 */
export function removeNotificationUser(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  now: number,
  entry: 'user.deleted' | null = 'user.deleted',
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
    if (entry) await auditPerson(transaction, actor, entry, { before: person }, now);
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

/**
 * Adds a person in a transaction that holds the lock of the organization: `insert` returns the id. Everybody who reads
 * people hears of it. `entry` null: the caller's entry tells of it.
 */
export function addPerson(
  db: Database,
  actor: Actor,
  organizationId: string,
  insert: (transaction: Database) => Promise<string>,
  { now, entry = 'user.added' }: { now: number; entry?: AuditAction | null },
): Promise<StoredPerson> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const id = await insert(transaction);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    const after = await savedPerson(transaction, organizationId, id);
    if (entry) await auditPerson(transaction, actor, entry, { after }, now);
    return after;
  });
}

/**
 * Changes a person in a transaction that holds the lock of the organization, if the person still is the revision that
 * the change is based on. Undefined when `find` finds nobody. Throws `StaleRevision` and what `change` throws.
 */
export function changePerson(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  change: (transaction: Database, before: StoredPerson) => Promise<void>,
  {
    find = findPerson,
    words = userWords,
    action = 'user.changed',
    now,
  }: {
    find?: (db: Database, key: RecordKey) => Promise<StoredPerson | undefined>;
    words?: RecordWords;
    action?: AuditAction;
    now: number | null;
  },
): Promise<StoredPerson | undefined> {
  const { organizationId, revision } = key;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await find(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, words);
    await change(transaction, before);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    const after = await savedPerson(transaction, organizationId, before.id);
    await auditPerson(transaction, actor, action, { before, after }, now);
    return after;
  });
}

/** Those who only receive notifications. */
export function findNotificationUser(db: Database, key: RecordKey): Promise<StoredPerson | undefined> {
  return findPerson(db, key, true);
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
