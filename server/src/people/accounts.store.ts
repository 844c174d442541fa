// Over 300 lines: each change of an account writes several tables in one transaction.
import type { Role } from '@allclear/domain';
import { sql } from 'kysely';
import { endAccountLinks, endSignIns, removeFactors } from '../identity/index.ts';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision } from '../platform/database/revision.ts';
import { auditPerson } from './audit/audited-person.ts';
import { membersChanged } from './groups.store.ts';
import {
  addPerson,
  changePerson,
  explainEmail,
  findNotificationUser,
  findPerson,
  requireGroup,
  type StoredPerson,
} from './users.store.ts';

/** The fields of somebody who signs in, as they are stored. */
export interface AccountInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly userName: string;
  /** E.164 */
  readonly phoneNumber: string | null;
  /** IANA */
  readonly timeZone: string;
  readonly groupId: string | null;
  readonly role: Role;
  readonly smsNotifications: boolean;
  readonly emailNotifications: boolean;
  readonly isActive: boolean;
}

/** What a change of an account has to know, apart from the account. */
export interface AccountContext {
  /** No other active account of the organization is a Super Admin. */
  readonly isLastSuperAdmin: boolean;
}

/** `now` is the product time of the change, `wallNow` wall time (epoch ms), by which sign-ins end. */
export interface ChangeTimes {
  readonly now: number;
  readonly wallNow: number;
}

/** Throws when the account may not be changed so. */
export type AccountGuard = (before: StoredPerson, context: AccountContext) => void;

/**
 * Throws `EmailTaken` and `UnknownGroup`; nothing is stored then. `entry` is what the audit calls it; null where the
 * caller's entry tells of it.
 */
export function insertAccount(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: AccountInput,
  now: number,
  entry: 'user.added' | 'user.provisioned' | null = 'user.added',
): Promise<StoredPerson> {
  const insert = async (transaction: Database) => {
    await requireGroup(transaction, organizationId, input.groupId);
    await lockEmails(transaction, [input.email]);
    const { id } = await transaction
      .insertInto('users')
      .values({
        organization_id: organizationId,
        ...accountColumns(input),
        email_signs_in: await isEmailFree(transaction, input.email),
        created_at: new Date(now),
        activated_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(explainEmail);
    await membersChanged(transaction, [input.groupId], 'userIds', now);
    return id;
  };
  return addPerson(db, actor, organizationId, insert, { now, entry });
}

/**
 * Changes somebody who signs in, if it still is the revision that the change is based on. `change` is given
 * the stored person, which no other change can alter meanwhile, and returns the new values. Deactivation ends
 * every sign-in. Undefined when there is no such account. Throws `StaleRevision`, what `change` throws, and as
 * `insertAccount` does; nothing is stored then.
 */
export function changeAccount(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  change: (before: StoredPerson, context: AccountContext) => AccountInput,
  { now, wallNow }: ChangeTimes,
): Promise<StoredPerson | undefined> {
  const write = async (transaction: Database, before: StoredPerson) => {
    const input = change(before, await contextOf(transaction, before));
    await requireGroup(transaction, key.organizationId, input.groupId);
    await writeAccount(transaction, before, input);
    if (before.isActive && !input.isActive)
      await endSignIns(transaction, actor, { userId: before.id, now: wallNow });
    if (input.groupId !== before.groupId)
      await membersChanged(transaction, [before.groupId, input.groupId], 'userIds', now);
  };
  return changePerson(db, actor, key, write, { find: findAccount, now });
}

/**
 * Makes a notification-only user somebody who signs in, with an account that was never signed in to. Otherwise
 * as `changeAccount`.
 */
export function promoteToAccount(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  change: (before: StoredPerson) => AccountInput,
  now: number,
): Promise<StoredPerson | undefined> {
  const write = async (transaction: Database, before: StoredPerson) => {
    const input = change(before);
    await requireGroup(transaction, key.organizationId, input.groupId);
    await writeAccount(transaction, before, input, { password_hash: null, activated_at: null });
    await membersChanged(transaction, [before.groupId], 'notificationUserIds', now);
    await membersChanged(transaction, [input.groupId], 'userIds', now);
  };
  return changePerson(db, actor, key, write, { find: findNotificationUser, action: 'user.promoted', now });
}

/**
 * Makes somebody who signs in a notification-only user: every sign-in and key ends, and custom locations,
 * devices and personal settings are deleted. Locations of the organization stay, so that their warnings still
 * reach the person. Undefined when there is no such account. Throws `StaleRevision` and what `guard` throws.
 */
export function demoteAccount(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  guard: AccountGuard,
  { now, wallNow }: ChangeTimes,
): Promise<StoredPerson | undefined> {
  const write = async (transaction: Database, before: StoredPerson) => {
    guard(before, await contextOf(transaction, before));
    await lockEmails(transaction, [before.email]);
    await transaction
      .updateTable('users')
      .set({
        ...{ role: 'notification-only', password_hash: null, email_signs_in: true, is_active: true },
        ...defaultSettings,
        notification_type: before.smsNotifications ? 1 : 0,
        ...nextRevision(before, { role: 'notification-only', isActive: true }),
      })
      .where('id', '=', before.id)
      .execute();
    await releaseEmail(transaction, before);
    await endAccess(transaction, actor, before, { now, wallNow });
    await removeLocations(transaction, before, 'custom');
    await membersChanged(transaction, [before.groupId], 'userIds', now);
    await membersChanged(transaction, [before.groupId], 'notificationUserIds', now);
  };
  return changePerson(db, actor, key, write, { find: findAccount, action: 'user.demoted', now });
}

/**
 * Deletes somebody who signs in from every list. The row stays with the name only, because notifications and
 * records refer to it. Sign-ins and keys end, locations and devices are deleted, and the address can be given
 * to another person. False when there is no such account. Throws what `guard` throws. `entry` null: the caller's entry
 * tells of it.
 */
export function removeAccount(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  guard: AccountGuard,
  { now, wallNow }: ChangeTimes,
  entry: 'user.deleted' | null = 'user.deleted',
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findAccount(transaction, { organizationId, id });
    if (!before) return false;
    guard(before, await contextOf(transaction, before));
    await lockEmails(transaction, [before.email]);
    const erased = { isActive: false, email: null, phoneNumber: null, groupId: null };
    await transaction
      .updateTable('users')
      .set({
        ...{ is_active: false, deleted_at: new Date(now), email: null, email_suppressed_at: null },
        ...{ phone_number: null, user_name: '', password_hash: null, group_id: null, email_signs_in: true },
        ...nextRevision(before, erased),
      })
      .where('id', '=', before.id)
      .execute();
    await releaseEmail(transaction, before);
    await endAccess(transaction, actor, before, { now, wallNow });
    await removeLocations(transaction, before, 'all');
    await membersChanged(transaction, [before.groupId], 'userIds', now);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    if (entry) await auditPerson(transaction, actor, entry, { before }, now);
    return true;
  });
}

/** What a person has set for themselves, as it is for a new one. */
const defaultSettings = {
  ...{ declines_notifications: false, opt_out_forecast: false, alert_times: null, alert_times_enabled: true },
  geofence_alerts_enabled: false,
};

async function findAccount(transaction: Database, key: RecordKey): Promise<StoredPerson | undefined> {
  const person = await findPerson(transaction, key);
  return person?.role === 'notification-only' ? undefined : person;
}

async function contextOf(
  transaction: Database,
  { organizationId, id, role }: StoredPerson,
): Promise<AccountContext> {
  if (role !== 'super-admin') return { isLastSuperAdmin: false };
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'super-admin')
    .where('is_active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst();
  return { isLastSuperAdmin: other === undefined };
}

/** Stores an account. A new email address is tried again even if the old one was refused. */
async function writeAccount(
  transaction: Database,
  before: StoredPerson,
  input: AccountInput,
  columns: { password_hash?: null; activated_at?: null } = {},
): Promise<void> {
  const signedIn = before.role !== 'notification-only';
  const isSameAddress = input.email.toLowerCase() === before.email?.toLowerCase();
  await lockEmails(transaction, [before.email, input.email]);
  const signsIn =
    isSameAddress && signedIn ? before.emailSignsIn : await isEmailFree(transaction, input.email);
  await transaction
    .updateTable('users')
    .set({
      ...accountColumns(input),
      ...nextRevision(before, input),
      ...columns,
      ...(isSameAddress ? {} : { email_suppressed_at: null }),
      email_signs_in: signsIn,
    })
    .where('id', '=', before.id)
    .execute()
    .catch(explainEmail);
  if (!isSameAddress && signedIn) await releaseEmail(transaction, before);
}

function accountColumns(input: AccountInput) {
  return {
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    user_name: input.userName,
    phone_number: input.phoneNumber,
    time_zone: input.timeZone,
    group_id: input.groupId,
    role: input.role,
    sms_notifications: input.smsNotifications,
    email_notifications: input.emailNotifications,
    is_active: input.isActive,
  };
}

/** PostgreSQL holds a limited number of locks, and an import has thousands of addresses: some share a lock. */
const emailLocks = 512;

/**
 * Serializes changes of who signs in by these addresses, also by changes of other organizations. Always in the
 * same order, so that two changes cannot wait for each other.
 */
export async function lockEmails(transaction: Database, emails: readonly (string | null)[]): Promise<void> {
  const distinct = [...new Set(emails.flatMap((email) => email?.toLowerCase() ?? []))];
  await sql`
    select pg_advisory_xact_lock(7263010, number) from (
      select distinct abs(hashtext(email) % ${emailLocks}) as number
      from unnest(${distinct}::text[]) as email order by 1
    ) locks`.execute(transaction);
}

/** Whether no account signs in by this address. */
export async function isEmailFree(transaction: Database, email: string): Promise<boolean> {
  const holder = await transaction
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('role', '<>', 'notification-only')
    .where('email_signs_in', '=', true)
    .executeTakeFirst();
  return holder === undefined;
}

/** After an account gave up its address: the account of another organization that has waited longest has it. */
export async function releaseEmail(
  transaction: Database,
  { email, emailSignsIn }: StoredPerson,
): Promise<void> {
  if (email === null || !emailSignsIn) return;
  await sql`
    update users set email_signs_in = true where id = (
      select id from users
      where lower(email) = lower(${email}) and role <> 'notification-only' and not email_signs_in
      order by created_at, id limit 1)`.execute(transaction);
}

/** Ends sign-ins, API keys, display links and links by mail, and removes second factors, devices and settings of the map. */
async function endAccess(
  transaction: Database,
  actor: Actor,
  { id }: StoredPerson,
  { now, wallNow }: ChangeTimes,
): Promise<void> {
  await endSignIns(transaction, actor, { userId: id, now: wallNow });
  await endAccountLinks(transaction, actor, id, wallNow);
  await removeFactors(transaction, actor, id);
  for (const table of ['api_keys', 'display_links'] as const)
    await transaction
      .updateTable(table)
      .set({ revoked_at: new Date(now) })
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
  for (const table of ['push_subscriptions', 'map_settings'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', id).execute();
}

/** `custom`: those that are not at a location of the organization. */
async function removeLocations(
  transaction: Database,
  { id }: StoredPerson,
  which: 'custom' | 'all',
): Promise<void> {
  const locations = await transaction
    .deleteFrom('locations')
    .where('user_id', '=', id)
    .$if(which === 'custom', (query) => query.where('organization_location_id', 'is', null))
    .returning('id')
    .execute();
  if (locations.length > 0)
    await notify(transaction, { topic: 'locations', ids: locations.map((row) => row.id) });
}
