import type { Role } from '@allclear/domain';
import { sql } from 'kysely';
import { inSteps } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type AccountInput, lockEmails } from './accounts.store.ts';
import type { ImportedFields } from './audit/audited-person.ts';
import { membersChanged } from './groups.store.ts';
import type { NotificationUserInput, StoredPerson } from './users.store.ts';

/** A person whom rows of an import are compared with. */
export type ComparedPerson = Pick<StoredPerson, 'id' | 'revision' | 'role' | keyof AccountInput>;

/** Whom rows of an import are compared with, and the groups that they name. */
export interface ComparedPeople {
  readonly people: readonly ComparedPerson[];
  /** By addresses in lower case. */
  readonly byEmail: ReadonlyMap<string, ComparedPerson>;
  /** People without an address, by their numbers in E.164. */
  readonly byPhoneNumber: ReadonlyMap<string, ComparedPerson>;
  /** Ids by names in lower case. */
  readonly groups: ReadonlyMap<string, string>;
  /** Names by ids. */
  readonly groupNames: ReadonlyMap<string, string>;
}

export async function readComparedPeople(db: Database, organizationId: string): Promise<ComparedPeople> {
  const people = (await db
    .selectFrom('users')
    .select(['id', 'revision', 'role', 'email', 'first_name as firstName', 'last_name as lastName'])
    .select(['user_name as userName', 'phone_number as phoneNumber', 'time_zone as timeZone'])
    .select(['group_id as groupId', 'sms_notifications as smsNotifications', 'is_active as isActive'])
    .select('email_notifications as emailNotifications')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute()) as ComparedPerson[];
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return {
    people,
    byEmail: new Map(
      people.flatMap((person) => (person.email ? [[person.email.toLowerCase(), person]] : [])),
    ),
    byPhoneNumber: new Map(
      people.flatMap((person) =>
        person.email === null && person.phoneNumber !== null ? [[person.phoneNumber, person]] : [],
      ),
    ),
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
    groupNames: new Map(groups.map(({ id, name }) => [id, name])),
  };
}

/** The fields that an import changes of somebody who is there. */
export const changedByImport = [
  ...['firstName', 'lastName', 'phoneNumber', 'timeZone', 'groupId', 'role'],
  ...['smsNotifications', 'emailNotifications'],
] as const;

export interface PersonToStore {
  /** The person that it changes; null for somebody new. */
  readonly before: { readonly id: string; readonly groupId: string | null } | null;
  readonly kind: 'account' | 'notified';
  readonly person: (AccountInput | NotificationUserInput) & { readonly role?: Role };
  /** Names of the fields that differ. */
  readonly changed: readonly string[];
}

const peoplePerStatement = 500;

/**
 * Stores imported people in a transaction that holds the lock of the organization, with as many statements for
 * thousands as for hundreds. Returns those who were added and sign in, and what was written for the entry of the
 * import, which is the caller's.
 */
export async function storeImportedPeople(
  transaction: Database,
  _actor: Actor,
  organizationId: string,
  people: readonly PersonToStore[],
  now: number,
): Promise<{ accounts: { id: string; email: string }[]; written: ImportedFields[] }> {
  const added = people.filter(({ before }) => before === null);
  await lockEmails(
    transaction,
    added.flatMap(({ kind, person }) => (kind === 'account' ? [person.email] : [])),
  );
  const stored: AddedPerson[] = [];
  for (let start = 0; start < people.length; start += peoplePerStatement) {
    const portion = people.slice(start, start + peoplePerStatement);
    stored.push(...(await storePortion(transaction, organizationId, portion, now)));
  }
  for (const [kind, field] of [
    ['account', 'userIds'],
    ['notified', 'notificationUserIds'],
  ] as const) {
    const moved = people.filter((one) => one.kind === kind && one.before?.groupId !== one.person.groupId);
    const groupIds = moved.flatMap(({ before, person }) => [before?.groupId ?? null, person.groupId]);
    await membersChanged(transaction, groupIds, field, now);
  }
  await notify(transaction, { topic: 'policies', ids: [organizationId] });
  return {
    accounts: stored.flatMap(({ id, email, role }) =>
      role === 'notification-only' || email === null ? [] : [{ id, email }],
    ),
    written: [
      ...stored.map(({ id, ...after }) => ({ id, before: null, after })),
      ...people.flatMap(({ before, person, changed }) =>
        before
          ? [{ id: before.id, before: onlyFields(before, changed), after: onlyFields(person, changed) }]
          : [],
      ),
    ],
  };
}

function onlyFields(record: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

interface AddedPerson {
  readonly id: string;
  readonly email: string | null;
  readonly role: string;
}

async function storePortion(
  transaction: Database,
  organizationId: string,
  people: readonly PersonToStore[],
  now: number,
): Promise<AddedPerson[]> {
  const texts = await inSteps(people, ({ before, kind, person, changed }) =>
    JSON.stringify({
      ...person,
      ...{ id: before?.id ?? null, changed },
      role: kind === 'account' ? person.role : 'notification-only',
      userName: 'userName' in person ? person.userName : (person.email ?? person.phoneNumber ?? ''),
    }),
  );
  const at = new Date(now);
  const records = sql`jsonb_to_recordset(${`[${texts.join(',')}]`}::jsonb) as r(
    id uuid, "firstName" text, "lastName" text, email text, "userName" text, "phoneNumber" text, "timeZone" text,
    "groupId" uuid, role text, "smsNotifications" boolean, "emailNotifications" boolean, changed jsonb)`;
  // Who only receives notifications is there at once, and prefers text messages where they are on.
  const { rows } = await sql<AddedPerson>`
    insert into users (organization_id, first_name, last_name, email, user_name, phone_number, time_zone, group_id,
      role, sms_notifications, email_notifications, notification_type, email_signs_in, created_at, activated_at)
    select ${organizationId}, "firstName", "lastName", email, "userName", "phoneNumber", "timeZone", "groupId",
      role, "smsNotifications", "emailNotifications",
      case when role = 'notification-only' and "smsNotifications" then 1 else 0 end,
      role = 'notification-only' or not exists (
        select from users u where lower(u.email) = lower(r.email) and u.role <> 'notification-only' and u.email_signs_in),
      ${at}, case when role = 'notification-only' then ${at}::timestamptz end
    from ${records} where id is null
    returning id, email, role, first_name as "firstName", last_name as "lastName", phone_number as "phoneNumber",
      time_zone as "timeZone", group_id as "groupId", sms_notifications as "smsNotifications",
      email_notifications as "emailNotifications"`.execute(transaction);
  await sql`
    update users u set
      first_name = r."firstName", last_name = r."lastName", phone_number = r."phoneNumber",
      user_name = r."userName", time_zone = r."timeZone", group_id = r."groupId", role = r.role,
      sms_notifications = r."smsNotifications", email_notifications = r."emailNotifications",
      notification_type = case when r.role <> 'notification-only' then u.notification_type
        when r."smsNotifications" then 1 else 0 end,
      revision = u.revision + 1,
      field_revisions = u.field_revisions || (
        select jsonb_object_agg(field, u.revision + 1) from jsonb_array_elements_text(r.changed) as field)
    from ${records}
    where u.id = r.id and u.organization_id = ${organizationId}`.execute(transaction);
  return rows;
}
