import type { PolicyTypeShortName } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Database } from './database.ts';
import { isUuid } from './locations.ts';
import { notify } from './notices.ts';
import type { Tables } from './schema.ts';

/** A policy with what hangs on it. */
export interface StoredPolicy extends Selectable<Tables['policies']> {
  readonly siteIds: readonly string[];
  readonly actions: readonly { readonly id: string; readonly allClear: boolean; readonly message: string }[];
}

export interface PolicyFacts {
  readonly typeShortName: PolicyTypeShortName;
  readonly name: string;
  readonly threshold: number;
  readonly allClearMinutes: number;
  readonly reAlertMinutes: number;
  readonly allGroups: boolean;
  readonly siteIds: readonly string[];
  readonly events: readonly string[];
  readonly lifeSafety: boolean;
  readonly actions: readonly { readonly allClear: boolean; readonly message: string }[];
}

/** An organisation location as policies see it: an empty list of groups means that it belongs to all of them. */
export interface PolicyPlace {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly siteIds: readonly string[];
}

function policiesQuery(db: Database) {
  return db
    .selectFrom('policies')
    .selectAll('policies')
    .select([
      sql<string[]>`coalesce((select array_agg(site_id::text order by site_id) from policy_sites where policy_id = policies.id), '{}')`.as('siteIds'),
      sql<
        StoredPolicy['actions']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', id, 'allClear', all_clear, 'message', message) order by all_clear)
        from policy_actions where policy_id = policies.id), '[]')`.as('actions'),
    ]);
}

/** Policies that are not deleted, oldest first; of every organisation when `customerId` is null (for the engine). */
export async function listPolicies(db: Database, customerId: string | null, id?: string): Promise<StoredPolicy[]> {
  if (id !== undefined && !isUuid(id)) return [];
  let query = policiesQuery(db).where('deleted_at', 'is', null).orderBy('created_at').orderBy('id');
  if (customerId !== null) query = query.where('customer_id', '=', customerId);
  if (id !== undefined) query = query.where('id', '=', id);
  return query.execute();
}

/** Also one that was deleted, for what is still to be said of it. */
export async function policyOfRecord(db: Database, id: string): Promise<StoredPolicy | undefined> {
  return (await policiesQuery(db).where('id', '=', id).execute())[0];
}

export async function findPolicy(db: Database, customerId: string, id: string): Promise<StoredPolicy | undefined> {
  return (await listPolicies(db, customerId, id))[0];
}

/** A group of the request is not one of the organisation. */
export class UnknownSite extends Error {}

export async function insertPolicy(db: Database, customerId: string, facts: PolicyFacts, now: number): Promise<StoredPolicy> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('policies')
      .values({
        customer_id: customerId,
        ...columnsOf(facts),
        type_short_name: facts.typeShortName,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeParts(transaction, customerId, id, facts);
    await notify(transaction, { topic: 'policies', ids: [customerId] });
    return (await findPolicy(transaction, customerId, id))!;
  });
}

/**
 * Replaces what a policy says. `change` is given the policy as it stands, which nobody else can change meanwhile, and says what it becomes.
 * Undefined when there is no such policy.
 */
export async function changePolicy(
  db: Database,
  customerId: string,
  id: string,
  change: (before: StoredPolicy) => PolicyFacts,
  now: number,
): Promise<StoredPolicy | undefined> {
  if (!isUuid(id)) return undefined;
  return db.transaction().execute(async (transaction) => {
    const locked = await transaction
      .selectFrom('policies')
      .select('id')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) return undefined;
    const facts = change((await findPolicy(transaction, customerId, id))!);
    await transaction
      .updateTable('policies')
      .set({ ...columnsOf(facts), revision: sql<number>`revision + 1`, updated_at: new Date(now) })
      .where('id', '=', id)
      .execute();
    await transaction.deleteFrom('policy_sites').where('policy_id', '=', id).execute();
    await writeParts(transaction, customerId, id, facts);
    await notify(transaction, { topic: 'policies', ids: [customerId] });
    return (await findPolicy(transaction, customerId, id))!;
  });
}

/** The policy stays for the record; the engine ends its warnings as withdrawn. */
export async function removePolicy(db: Database, customerId: string, id: string, now: number): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('policies')
      .set({ deleted_at: new Date(now), updated_at: new Date(now) })
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await notify(transaction, { topic: 'policies', ids: [customerId] });
    return true;
  });
}

/** Organisation locations with their groups; of every organisation when `customerId` is null (for the engine). */
export async function listPolicyPlaces(db: Database, customerId: string | null): Promise<PolicyPlace[]> {
  let query = db
    .selectFrom('organization_locations')
    .select([
      'id',
      'customer_id as customerId',
      'name',
      'latitude',
      'longitude',
      sql<string[]>`coalesce((select array_agg(site_id::text) from organization_location_sites
        where organization_location_id = organization_locations.id), '{}')`.as('siteIds'),
    ])
    .orderBy(sql`lower(name)`);
  if (customerId !== null) query = query.where('customer_id', '=', customerId);
  return query.execute();
}

function columnsOf(facts: PolicyFacts) {
  return {
    name: facts.name,
    threshold: facts.threshold,
    all_clear_minutes: facts.allClearMinutes,
    re_alert_minutes: facts.reAlertMinutes,
    all_groups: facts.allGroups,
    events: [...facts.events],
    life_safety: facts.lifeSafety,
  };
}

/** Actions keep their ids over changes: a text is edited, not replaced. */
async function writeParts(transaction: Database, customerId: string, policyId: string, facts: PolicyFacts): Promise<void> {
  const siteIds = [...new Set(facts.siteIds)];
  if (siteIds.length > 0) {
    const known = siteIds.every(isUuid)
      ? await transaction.selectFrom('sites').select('id').where('customer_id', '=', customerId).where('id', 'in', siteIds).forShare().execute()
      : [];
    if (known.length < siteIds.length) throw new UnknownSite();
    await transaction
      .insertInto('policy_sites')
      .values(siteIds.map((siteId) => ({ policy_id: policyId, site_id: siteId, customer_id: customerId })))
      .execute();
  }
  const kinds = facts.actions.map((action) => action.allClear);
  let gone = transaction.deleteFrom('policy_actions').where('policy_id', '=', policyId);
  if (kinds.length > 0) gone = gone.where('all_clear', 'not in', kinds);
  await gone.execute();
  for (const { allClear, message } of facts.actions) {
    await transaction
      .insertInto('policy_actions')
      .values({ policy_id: policyId, customer_id: customerId, all_clear: allClear, message })
      .onConflict((conflict) => conflict.columns(['policy_id', 'all_clear']).doUpdateSet({ message }))
      .execute();
  }
}

export async function siteIdsOf(db: Database, customerId: string): Promise<string[]> {
  const rows = await db.selectFrom('sites').select('id').where('customer_id', '=', customerId).orderBy(sql`lower(name)`).execute();
  return rows.map(({ id }) => id);
}
