import type { AlertTime } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A user group with the ids of what hangs on it, each list in order. */
export interface StoredGroup extends RecordOf<Selectable<Tables['groups']>> {
  /** People who sign in. */
  readonly userIds: readonly string[];
  readonly notificationUserIds: readonly string[];
  readonly organizationLocationIds: readonly string[];
  /** Policies that tell this group. */
  readonly policyCount: number;
}

export interface GroupInput {
  readonly name: string;
  /** IANA */
  readonly timeZone: string;
  readonly alertTimes: readonly AlertTime[];
  /** Replaces the members who sign in; undefined leaves them. */
  readonly userIds: readonly string[] | undefined;
  readonly notificationUserIds: readonly string[] | undefined;
  readonly organizationLocationIds: readonly string[] | undefined;
}

/** Another group of the organisation is called so, in whatever case. */
export class GroupNameTaken extends Error {}

export type GroupReference = 'users' | 'notificationUsers' | 'organizationLocations' | 'groups';

/** An id names nothing of the organisation: nothing at all, or something of another one. */
export class UnknownReference extends Error {
  readonly reference: GroupReference;

  constructor(reference: GroupReference) {
    super(`An id among ${reference} is not one of the organisation.`);
    this.reference = reference;
  }
}

/** The organisation's groups by name. */
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

/** A group of the organisation, or undefined; an id that is no UUID is nobody's. */
export async function findGroup(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredGroup | undefined> {
  return (await listGroups(db, organizationId, id))[0];
}

/** The time zone that most of the organisation's saved locations have; null when it has none. */
export async function fallbackTimeZone(db: Database, organizationId: string): Promise<string | null> {
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

/**
 * Changes of an organisation's groups and people come one after another: who belongs where is spread over
 * several tables, and of two changes at once the second finds all that the first did. Rows that refer to the
 * organisation can be written meanwhile.
 */
export async function inTurn<T>(
  db: Database,
  organizationId: string,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return work(transaction);
  });
}

/** Throws `GroupNameTaken` and `UnknownReference`; nothing is stored then. */
export function insertGroup(
  db: Database,
  organizationId: string,
  facts: GroupInput,
  now: number,
): Promise<StoredGroup> {
  return inTurn(db, organizationId, async (transaction) => {
    const { id } = await transaction
      .insertInto('groups')
      .values({ organization_id: organizationId, ...columnsOf(facts, now), created_at: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(explainName);
    return writeParts(transaction, organizationId, id, facts);
  });
}

/**
 * Changes a group. `change` is given the group as it stands, which nobody else can change meanwhile, and says
 * what it becomes. Undefined when there is no such group. Throws `GroupNameTaken`, `UnknownReference` and what
 * `change` throws; nothing is stored then.
 */
export function changeGroup(
  db: Database,
  organizationId: string,
  id: string,
  change: (before: StoredGroup) => GroupInput,
  now: number,
): Promise<StoredGroup | undefined> {
  return inTurn(db, organizationId, async (transaction) => {
    const before = await findGroup(transaction, organizationId, id);
    if (!before) return undefined;
    const facts = change(before);
    await transaction
      .updateTable('groups')
      .set(columnsOf(facts, now))
      .where('id', '=', before.id)
      .execute()
      .catch(explainName);
    return writeParts(transaction, organizationId, before.id, facts);
  });
}

/**
 * Deletes a group that nobody and nothing belongs to; otherwise says what does. Policies that named it lose
 * it.
 */
export function removeGroup(
  db: Database,
  organizationId: string,
  id: string,
): Promise<'removed' | 'unknown' | 'has-users' | 'has-locations'> {
  return inTurn(db, organizationId, async (transaction) => {
    const group = await findGroup(transaction, organizationId, id);
    if (!group) return 'unknown';
    if (group.organizationLocationIds.length > 0) return 'has-locations';
    if (group.userIds.length + group.notificationUserIds.length > 0) return 'has-users';
    await transaction
      .deleteFrom('groups')
      .where('organization_id', '=', organizationId)
      .where('id', '=', group.id)
      .execute();
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return 'removed';
  });
}

/** The groups that an organisation location belongs to, by name; none means all. */
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

/** Replaces the groups of a location of the organisation. Throws `UnknownReference`. */
export function setGroupsOfLocation(
  db: Database,
  organizationId: string,
  organizationLocationId: string,
  groupIds: readonly string[],
): Promise<void> {
  return inTurn(db, organizationId, async (transaction) => {
    const groups = await known(transaction, 'groups', organizationId, groupIds);
    const location = { organization_location_id: organizationLocationId, organization_id: organizationId };
    await transaction
      .deleteFrom('organization_location_groups')
      .where('organization_id', '=', organizationId)
      .where('organization_location_id', '=', organizationLocationId)
      .execute();
    if (groups.length > 0) {
      const rows = groups.map((id) => ({ ...location, group_id: id }));
      await transaction.insertInto('organization_location_groups').values(rows).execute();
    }
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
  });
}

function columnsOf(facts: GroupInput, now: number) {
  return {
    name: facts.name,
    time_zone: facts.timeZone,
    alert_times: JSON.stringify(facts.alertTimes),
    updated_at: new Date(now),
  };
}

/** Members and locations, and the word to the other processes. */
async function writeParts(
  transaction: Database,
  organizationId: string,
  groupId: string,
  facts: GroupInput,
): Promise<StoredGroup> {
  if (facts.userIds) await setMembers(transaction, organizationId, groupId, 'users', facts.userIds);
  if (facts.notificationUserIds)
    await setMembers(transaction, organizationId, groupId, 'notificationUsers', facts.notificationUserIds);
  if (facts.organizationLocationIds) {
    const locations = await known(
      transaction,
      'organizationLocations',
      organizationId,
      facts.organizationLocationIds,
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
  return (await findGroup(transaction, organizationId, groupId))!;
}

/** A person belongs to one group: whoever is named here leaves the group that they were in. */
async function setMembers(
  transaction: Database,
  organizationId: string,
  groupId: string,
  kind: 'users' | 'notificationUsers',
  ids: readonly string[],
): Promise<void> {
  const members = await known(transaction, kind, organizationId, ids);
  const role = kind === 'users' ? '<>' : '=';
  await transaction
    .updateTable('users')
    .set({ group_id: null })
    .where('organization_id', '=', organizationId)
    .where('group_id', '=', groupId)
    .where('role', role, 'notification-only')
    .execute();
  await transaction
    .updateTable('users')
    .set({ group_id: groupId })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${members}::uuid[])`)
    .execute();
}

/**
 * The ids as the store spells them, each once; throws when one is not the organisation's. People who were
 * deleted are nobody.
 */
async function known(
  transaction: Database,
  reference: GroupReference,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!distinct.every(isUuid)) throw new UnknownReference(reference);
  const tables = {
    users: sql`users where role <> 'notification-only'`,
    notificationUsers: sql`users where role = 'notification-only' and is_active`,
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

function explainName(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'groups_name') throw new GroupNameTaken();
  throw error;
}
