import type { AlertTime } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Database } from './database.ts';
import { isUuid } from './locations.ts';
import { notify } from './notices.ts';
import type { Tables } from './schema.ts';

/** A user group with the ids of what hangs on it, each list in order. */
export interface StoredSite extends Selectable<Tables['sites']> {
  /** People who sign in. */
  readonly userIds: readonly string[];
  readonly notificationUserIds: readonly string[];
  readonly organizationLocationIds: readonly string[];
  /** Policies that tell this group. */
  readonly policyCount: number;
}

export interface SiteFacts {
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
export class SiteNameTaken extends Error {}

export type SiteReference = 'users' | 'notificationUsers' | 'organizationLocations' | 'sites';

/** An id names nothing of the organisation: nothing at all, or something of another one. */
export class UnknownReference extends Error {
  readonly reference: SiteReference;

  constructor(reference: SiteReference) {
    super(`An id among ${reference} is not one of the organisation.`);
    this.reference = reference;
  }
}

/** The organisation's groups by name. */
export async function listSites(db: Database, customerId: string, id?: string): Promise<StoredSite[]> {
  if (id !== undefined && !isUuid(id)) return [];
  let query = db
    .selectFrom('sites')
    .selectAll('sites')
    .select([
      membersOf(sql`role <> 'notification-only'`).as('userIds'),
      membersOf(sql`role = 'notification-only'`).as('notificationUserIds'),
      sql<string[]>`array(select organization_location_id::text from organization_location_sites where site_id = sites.id order by 1)`.as(
        'organizationLocationIds',
      ),
      sql<number>`(select count(*)::int from policies where policies.customer_id = sites.customer_id and deleted_at is null
        and (all_groups or exists (select from policy_sites where policy_id = policies.id and site_id = sites.id)))`.as('policyCount'),
    ])
    .where('customer_id', '=', customerId)
    .orderBy(sql`lower(name)`)
    .orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  return query.execute();
}

function membersOf(kind: ReturnType<typeof sql>) {
  return sql<string[]>`array(select id::text from users where site_id = sites.id and users.customer_id = sites.customer_id and ${kind} order by 1)`;
}

/** A group of the organisation, or undefined; an id that is no UUID is nobody's. */
export async function findSite(db: Database, customerId: string, id: string): Promise<StoredSite | undefined> {
  return (await listSites(db, customerId, id))[0];
}

/** The time zone that most of the organisation's saved locations have; null when it has none. */
export async function usualTimeZone(db: Database, customerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('locations')
    .select('time_zone')
    .where('customer_id', '=', customerId)
    .groupBy('time_zone')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('time_zone')
    .limit(1)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}

/**
 * Changes of an organisation's groups and people come one after another: who belongs where is spread over several tables, and of two changes at
 * once the second finds all that the first did. Rows that refer to the organisation can be written meanwhile.
 */
export async function inTurn<T>(db: Database, customerId: string, work: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().executeTakeFirstOrThrow();
    return work(transaction);
  });
}

/** Throws `SiteNameTaken` and `UnknownReference`; nothing is stored then. */
export function insertSite(db: Database, customerId: string, facts: SiteFacts, now: number): Promise<StoredSite> {
  return inTurn(db, customerId, async (transaction) => {
    const { id } = await transaction
      .insertInto('sites')
      .values({ customer_id: customerId, ...columnsOf(facts, now), created_at: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(explainName);
    return writeParts(transaction, customerId, id, facts);
  });
}

/**
 * Changes a group. `change` is given the group as it stands, which nobody else can change meanwhile, and says what it becomes. Undefined when
 * there is no such group. Throws `SiteNameTaken`, `UnknownReference` and what `change` throws; nothing is stored then.
 */
export function changeSite(
  db: Database,
  customerId: string,
  id: string,
  change: (before: StoredSite) => SiteFacts,
  now: number,
): Promise<StoredSite | undefined> {
  return inTurn(db, customerId, async (transaction) => {
    const before = await findSite(transaction, customerId, id);
    if (!before) return undefined;
    const facts = change(before);
    await transaction.updateTable('sites').set(columnsOf(facts, now)).where('id', '=', before.id).execute().catch(explainName);
    return writeParts(transaction, customerId, before.id, facts);
  });
}

/** Deletes a group that nobody and nothing belongs to; otherwise says what does. Policies that named it lose it. */
export function removeSite(db: Database, customerId: string, id: string): Promise<'removed' | 'unknown' | 'has-users' | 'has-locations'> {
  return inTurn(db, customerId, async (transaction) => {
    const site = await findSite(transaction, customerId, id);
    if (!site) return 'unknown';
    if (site.organizationLocationIds.length > 0) return 'has-locations';
    if (site.userIds.length + site.notificationUserIds.length > 0) return 'has-users';
    await transaction.deleteFrom('sites').where('customer_id', '=', customerId).where('id', '=', site.id).execute();
    await notify(transaction, { topic: 'policies', ids: [customerId] });
    return 'removed';
  });
}

/** The groups that an organisation location belongs to, by name; none means all. */
export function sitesOfLocation(db: Database, customerId: string, organizationLocationId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('organization_location_sites')
    .innerJoin('sites', 'sites.id', 'organization_location_sites.site_id')
    .select(['sites.id', 'sites.name'])
    .where('organization_location_sites.customer_id', '=', customerId)
    .where('organization_location_id', '=', organizationLocationId)
    .orderBy(sql`lower(sites.name)`)
    .execute();
}

/** Replaces the groups of a location of the organisation. Throws `UnknownReference`. */
export function setSitesOfLocation(db: Database, customerId: string, organizationLocationId: string, siteIds: readonly string[]): Promise<void> {
  return inTurn(db, customerId, async (transaction) => {
    const sites = await known(transaction, 'sites', customerId, siteIds);
    const location = { organization_location_id: organizationLocationId, customer_id: customerId };
    await transaction
      .deleteFrom('organization_location_sites')
      .where('customer_id', '=', customerId)
      .where('organization_location_id', '=', organizationLocationId)
      .execute();
    if (sites.length > 0) {
      const rows = sites.map((id) => ({ ...location, site_id: id }));
      await transaction.insertInto('organization_location_sites').values(rows).execute();
    }
    await notify(transaction, { topic: 'policies', ids: [customerId] });
  });
}

function columnsOf(facts: SiteFacts, now: number) {
  return { name: facts.name, time_zone: facts.timeZone, alert_times: JSON.stringify(facts.alertTimes), updated_at: new Date(now) };
}

/** Members and locations, and the word to the other processes. */
async function writeParts(transaction: Database, customerId: string, siteId: string, facts: SiteFacts): Promise<StoredSite> {
  if (facts.userIds) await setMembers(transaction, customerId, siteId, 'users', facts.userIds);
  if (facts.notificationUserIds) await setMembers(transaction, customerId, siteId, 'notificationUsers', facts.notificationUserIds);
  if (facts.organizationLocationIds) {
    const locations = await known(transaction, 'organizationLocations', customerId, facts.organizationLocationIds);
    await transaction.deleteFrom('organization_location_sites').where('site_id', '=', siteId).execute();
    if (locations.length > 0) {
      const rows = locations.map((id) => ({ organization_location_id: id, site_id: siteId, customer_id: customerId }));
      await transaction.insertInto('organization_location_sites').values(rows).execute();
    }
  }
  await notify(transaction, { topic: 'policies', ids: [customerId] });
  return (await findSite(transaction, customerId, siteId))!;
}

/** A person belongs to one group: whoever is named here leaves the group that they were in. */
async function setMembers(
  transaction: Database,
  customerId: string,
  siteId: string,
  kind: 'users' | 'notificationUsers',
  ids: readonly string[],
): Promise<void> {
  const members = await known(transaction, kind, customerId, ids);
  const role = kind === 'users' ? '<>' : '=';
  await transaction
    .updateTable('users')
    .set({ site_id: null })
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('role', role, 'notification-only')
    .execute();
  await transaction
    .updateTable('users')
    .set({ site_id: siteId })
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`id = any(${members}::uuid[])`)
    .execute();
}

/** The ids as the store spells them, each once; throws when one is not the organisation's. People who were deleted are nobody. */
async function known(transaction: Database, reference: SiteReference, customerId: string, ids: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!distinct.every(isUuid)) throw new UnknownReference(reference);
  const tables = {
    users: sql`users where role <> 'notification-only'`,
    notificationUsers: sql`users where role = 'notification-only' and is_active`,
    organizationLocations: sql`organization_locations where true`,
    sites: sql`sites where true`,
  };
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${tables[reference]} and customer_id = ${customerId} and id = any(${distinct}::uuid[])`.execute(transaction);
  if (rows[0]?.count !== distinct.length) throw new UnknownReference(reference);
  return distinct;
}

function explainName(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'sites_name') throw new SiteNameTaken();
  throw error;
}
