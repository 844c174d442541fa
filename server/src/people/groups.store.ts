// Over 300 lines: a group is spread over several tables, and each change writes them in one transaction.
import type { AlertTime, AuditAction } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { findOrganizationLocation, readOrganization, withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

const words: RecordWords = {
  what: 'this user group',
  labels: {
    userIds: 'Users',
    notificationUserIds: 'NotificationUsers',
    organizationLocationIds: 'OrganizationLocations',
  },
};
const locationWords: RecordWords = { what: 'this location' };

/** A user group with the ids of what hangs on it, each list in order. */
export interface StoredGroup extends RecordOf<Selectable<Tables['groups']>> {
  /** Users who sign in. */
  readonly userIds: readonly string[];
  readonly notificationUserIds: readonly string[];
  readonly organizationLocationIds: readonly string[];
  /** Policies that notify this group. */
  readonly policyCount: number;
}

export interface GroupInput {
  readonly name: string;
  /** IANA */
  readonly timeZone: string;
  readonly alertTimes: readonly AlertTime[];
  /** Replaces the members who sign in; undefined leaves them unchanged. */
  readonly userIds: readonly string[] | undefined;
  readonly notificationUserIds: readonly string[] | undefined;
  readonly organizationLocationIds: readonly string[] | undefined;
}

/** Another group of the organization is called so, in whatever case. */
export class GroupNameTaken extends Error {}

export type GroupReference = 'users' | 'notificationUsers' | 'organizationLocations' | 'groups';

/** An id names nothing of the organization: nothing at all, or something of another one. */
export class UnknownReference extends Error {
  readonly reference: GroupReference;

  constructor(reference: GroupReference) {
    super(`An id among ${reference} is not one of the organization.`);
    this.reference = reference;
  }
}

/** The organization's groups by name. */
export async function listGroups(db: Database, organizationId: string, id?: string): Promise<StoredGroup[]> {
  if (id !== undefined && !isUuid(id)) return [];
  let query = db
    .selectFrom('groups')
    .selectAll('groups')
    .select([
      membersOf(sql`role <> 'notification-only'`).as('userIds'),
      membersOf(sql`role = 'notification-only'`).as('notificationUserIds'),
      sql<
        string[]
      >`array(select organization_location_id::text from organization_location_groups where group_id = groups.id order by 1)`.as(
        'organizationLocationIds',
      ),
      sql<number>`(select count(*)::int from policies where policies.organization_id = groups.organization_id and deleted_at is null
        and (all_groups or exists (select from policy_groups where policy_id = policies.id and group_id = groups.id)))`.as(
        'policyCount',
      ),
    ])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.execute()).map(recordOf);
}

function membersOf(kind: ReturnType<typeof sql>) {
  return sql<
    string[]
  >`array(select id::text from users where group_id = groups.id and users.organization_id = groups.organization_id and ${kind} order by 1)`;
}

/** A group of the organization, or undefined; an id that is no UUID is that of none. */
export async function findGroup(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredGroup | undefined> {
  return (await listGroups(db, organizationId, id))[0];
}

/** The organization's default time zone, else the one that most of its saved locations have; null when it has none. */
export async function fallbackTimeZone(db: Database, organizationId: string): Promise<string | null> {
  const { defaultTimeZone } = await readOrganization(db, organizationId);
  if (defaultTimeZone !== null) return defaultTimeZone;
  const row = await db
    .selectFrom('locations')
    .select('time_zone')
    .where('organization_id', '=', organizationId)
    .groupBy('time_zone')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('time_zone')
    .limit(1)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}

/** Throws `GroupNameTaken` and `UnknownReference`; nothing is stored then. */
export function insertGroup(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: GroupInput,
  now: number,
): Promise<StoredGroup> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const { id } = await transaction
      .insertInto('groups')
      .values({ organization_id: organizationId, ...groupColumns(input, now), created_at: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(explainName);
    const after = await writeParts(transaction, organizationId, id, input, now);
    await appendAudit(transaction, actor, { ...groupRecord('group.added', after, now), after });
    return after;
  });
}

/**
 * Changes a group, if it still is the revision that the change is based on. `change` is given the current
 * group, which no other change can alter meanwhile, and returns the new one. Undefined when there is no such
 * group. Throws `StaleRevision`, `GroupNameTaken`, `UnknownReference` and what `change` throws; nothing is
 * stored then.
 */
export function changeGroup(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  change: (before: StoredGroup) => GroupInput,
  now: number,
): Promise<StoredGroup | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findGroup(transaction, { organizationId, id });
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const input = change(before);
    await transaction
      .updateTable('groups')
      .set({ ...groupColumns(input, now), ...nextRevision(before, { ...input, ...sortedIds(input) }) })
      .where('id', '=', before.id)
      .execute()
      .catch(explainName);
    const after = await writeParts(transaction, organizationId, before.id, input, now);
    await appendAudit(transaction, actor, { ...groupRecord('group.changed', after, now), before, after });
    return after;
  });
}

/** A widget shows the policies of the group, which then stays. */
class GroupOnWidget extends Error {}

/**
 * Deletes a group without members, locations and widgets; otherwise returns which of them it has. Policies for the
 * group lose it.
 */
export function removeGroup(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
): Promise<'removed' | 'unknown' | 'has-users' | 'has-locations' | 'has-widgets'> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const group = await findGroup(transaction, { organizationId, id });
    if (!group) return 'unknown';
    if (group.organizationLocationIds.length > 0) return 'has-locations';
    if (group.userIds.length + group.notificationUserIds.length > 0) return 'has-users';
    await transaction
      .deleteFrom('groups')
      .where('organization_id', '=', organizationId)
      .where('id', '=', group.id)
      .execute()
      .catch(explainWidget);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    await appendAudit(transaction, actor, { ...groupRecord('group.deleted', group, null), before: group });
    return 'removed' as const;
  }).catch((error: unknown) => {
    if (error instanceof GroupOnWidget) return 'has-widgets';
    throw error;
  });
}

/** The groups that an organization location belongs to, by name; none means all. */
export function groupsOfLocation(
  db: Database,
  organizationId: string,
  organizationLocationId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('organization_location_groups')
    .innerJoin('groups', 'groups.id', 'organization_location_groups.group_id')
    .select(['groups.id', 'groups.name'])
    .where('organization_location_groups.organization_id', '=', organizationId)
    .where('organization_location_id', '=', organizationLocationId)
    .orderBy(sql`lower(groups.name)`)
    .execute();
}

/** Replaces the groups of a location of the organization. Throws `StaleRevision` and `UnknownReference`. */
export function setGroupsOfLocation(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  groupIds: readonly string[],
): Promise<void> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findOrganizationLocation(transaction, { organizationId, id });
    if (!before) throw new UnknownReference('organizationLocations');
    requireRevision(before, revision, locationWords);
    const groups = await existing(transaction, 'groups', organizationId, groupIds);
    const groupsBefore = await groupsOfLocation(transaction, organizationId, before.id);
    const location = { organization_location_id: before.id, organization_id: organizationId };
    await transaction
      .deleteFrom('organization_location_groups')
      .where('organization_id', '=', organizationId)
      .where('organization_location_id', '=', before.id)
      .execute();
    if (groups.length > 0) {
      const rows = groups.map((id) => ({ ...location, group_id: id }));
      await transaction.insertInto('organization_location_groups').values(rows).execute();
    }
    const sites = groupsBefore.map((group) => group.id).sort();
    const revised = nextRevision({ ...before, sites }, { sites: groups.toSorted() });
    await transaction
      .updateTable('organization_locations')
      .set(revised)
      .where('id', '=', before.id)
      .execute();
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'organization-location.changed', recordId: before.id, now: null },
      ...{ before: { groupIds: sites }, after: { groupIds: groups.toSorted() } },
    });
  });
}

function groupRecord(
  action: AuditAction,
  { id, organizationId }: StoredGroup,
  now: number | null,
): AuditRecord {
  return { chain: organizationId, action, recordId: id, now };
}

function groupColumns(input: GroupInput, now: number) {
  return {
    name: input.name,
    time_zone: input.timeZone,
    alert_times: JSON.stringify(input.alertTimes),
    updated_at: new Date(now),
  };
}

/** Stores members and locations, and notifies the other processes. */
async function writeParts(
  transaction: Database,
  organizationId: string,
  groupId: string,
  input: GroupInput,
  now: number,
): Promise<StoredGroup> {
  if (input.userIds)
    await setMembers(transaction, { organizationId, groupId, field: 'userIds' }, input.userIds, now);
  if (input.notificationUserIds)
    await setMembers(
      transaction,
      { organizationId, groupId, field: 'notificationUserIds' },
      input.notificationUserIds,
      now,
    );
  if (input.organizationLocationIds) {
    const locations = await existing(
      transaction,
      'organizationLocations',
      organizationId,
      input.organizationLocationIds,
    );
    await transaction.deleteFrom('organization_location_groups').where('group_id', '=', groupId).execute();
    if (locations.length > 0) {
      const rows = locations.map((id) => ({
        organization_location_id: id,
        group_id: groupId,
        organization_id: organizationId,
      }));
      await transaction.insertInto('organization_location_groups').values(rows).execute();
    }
  }
  await notify(transaction, { topic: 'policies', ids: [organizationId] });
  const group = await findGroup(transaction, { organizationId, id: groupId });
  if (!group) throw new Error(`The group ${groupId} is gone in the transaction that saved it.`);
  return group;
}

type MemberField = 'userIds' | 'notificationUserIds';

/** A person belongs to one group: the named people leave their former group. */
async function setMembers(
  transaction: Database,
  { organizationId, groupId, field }: { organizationId: string; groupId: string; field: MemberField },
  ids: readonly string[],
  now: number,
): Promise<void> {
  const kind = field === 'userIds' ? 'users' : 'notificationUsers';
  const members = await existing(transaction, kind, organizationId, ids);
  const left = await transaction
    .selectFrom('users')
    .select('group_id')
    .distinct()
    .where(sql<boolean>`id = any(${members}::uuid[])`)
    .where('group_id', 'is not', null)
    .where('group_id', '<>', groupId)
    .execute();
  await membersChanged(
    transaction,
    left.map(({ group_id }) => group_id),
    field,
    now,
  );
  await transaction
    .updateTable('users')
    .set({ group_id: null })
    .where('organization_id', '=', organizationId)
    .where('group_id', '=', groupId)
    .where('role', field === 'userIds' ? '<>' : '=', 'notification-only')
    .execute();
  await transaction
    .updateTable('users')
    .set({ group_id: groupId })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${members}::uuid[])`)
    .execute();
}

/** Raises the revision of groups that members joined or left by a change of something else. */
export async function membersChanged(
  transaction: Database,
  groupIds: readonly (string | null)[],
  field: MemberField,
  now: number,
): Promise<void> {
  const ids = [...new Set(groupIds.filter((id) => id !== null))];
  if (ids.length === 0) return;
  await transaction
    .updateTable('groups')
    .set({
      revision: sql<number>`revision + 1`,
      field_revisions: sql<string>`field_revisions || jsonb_build_object(${field}::text, revision + 1)`,
      updated_at: new Date(now),
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** The members and locations of an input in the order in which the store lists them. */
function sortedIds(input: GroupInput): Partial<GroupInput> {
  const sorted = (ids: readonly string[] | undefined) =>
    ids && [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  return {
    userIds: sorted(input.userIds),
    notificationUserIds: sorted(input.notificationUserIds),
    organizationLocationIds: sorted(input.organizationLocationIds),
  };
}

/**
 * The ids in the store's spelling, each once; throws when one is not the organization's. Deleted people do
 * not count.
 */
async function existing(
  transaction: Database,
  reference: GroupReference,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!distinct.every(isUuid)) throw new UnknownReference(reference);
  const tables = {
    users: sql`users where role <> 'notification-only' and deleted_at is null`,
    notificationUsers: sql`users where role = 'notification-only' and deleted_at is null`,
    organizationLocations: sql`organization_locations where true`,
    groups: sql`groups where true`,
  };
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${tables[reference]} and organization_id = ${organizationId} and id = any(${distinct}::uuid[])`.execute(
    transaction,
  );
  if (rows[0]?.count !== distinct.length) throw new UnknownReference(reference);
  return distinct;
}

/** Widgets are of a subject above: the reference from their table says that there is one. */
function explainWidget(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'widgets_policy_group_id_fkey')
    throw new GroupOnWidget();
  throw error;
}

function explainName(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'groups_name') throw new GroupNameTaken();
  throw error;
}
