import type { PolicyTypeShortName } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A policy with what hangs on it. */
export interface StoredPolicy extends RecordOf<Selectable<Tables['policies']>> {
  readonly groupIds: readonly string[];
  readonly actions: readonly { readonly id: string; readonly allClear: boolean; readonly message: string }[];
}

export interface PolicyInput {
  readonly typeShortName: PolicyTypeShortName;
  readonly name: string;
  readonly threshold: number;
  readonly allClearMinutes: number;
  readonly reAlertMinutes: number;
  readonly allGroups: boolean;
  readonly groupIds: readonly string[];
  readonly events: readonly string[];
  readonly lifeSafety: boolean;
  readonly actions: readonly { readonly allClear: boolean; readonly message: string }[];
}

/**
 * An organisation location as policies see it: an empty list of groups means that it belongs to all of them.
 */
export interface PolicyPlace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly groupIds: readonly string[];
}

function policiesQuery(db: Database) {
  return db
    .selectFrom('policies')
    .selectAll('policies')
    .select([
      sql<
        string[]
      >`coalesce((select array_agg(group_id::text order by group_id) from policy_groups where policy_id = policies.id), '{}')`.as(
        'groupIds',
      ),
      sql<
        StoredPolicy['actions']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', id, 'allClear', all_clear, 'message', message) order by all_clear)
        from policy_actions where policy_id = policies.id), '[]')`.as('actions'),
    ]);
}

/**
 * Policies that are not deleted, oldest first; of every organisation when `customerId` is null (for the
 * engine).
 */
export async function listPolicies(
  db: Database,
  organizationId: string | null,
  id?: string,
): Promise<StoredPolicy[]> {
  if (id !== undefined && !isUuid(id)) return [];
  let query = policiesQuery(db).where('deleted_at', 'is', null).orderBy('created_at').orderBy('id');
  if (organizationId !== null) query = query.where('organization_id', '=', organizationId);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.execute()).map(recordOf);
}

/** Also one that was deleted, for what is still to be said of it. */
export async function policyOfRecord(db: Database, id: string): Promise<StoredPolicy | undefined> {
  const row = await policiesQuery(db).where('id', '=', id).executeTakeFirst();
  return row && recordOf(row);
}

export async function findPolicy(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredPolicy | undefined> {
  return (await listPolicies(db, organizationId, id))[0];
}

/** A group of the request is not one of the organisation. */
export class UnknownGroup extends Error {}

export async function insertPolicy(
  db: Database,
  organizationId: string,
  facts: PolicyInput,
  now: number,
): Promise<StoredPolicy> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('policies')
      .values({
        organization_id: organizationId,
        ...columnsOf(facts),
        type_short_name: facts.typeShortName,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeParts(transaction, organizationId, id, facts);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return (await findPolicy(transaction, organizationId, id))!;
  });
}

/**
 * Replaces what a policy says. `change` is given the policy as it stands, which nobody else can change
 * meanwhile, and says what it becomes. Undefined when there is no such policy.
 */
export async function changePolicy(
  db: Database,
  organizationId: string,
  id: string,
  change: (before: StoredPolicy) => PolicyInput,
  now: number,
): Promise<StoredPolicy | undefined> {
  if (!isUuid(id)) return undefined;
  return db.transaction().execute(async (transaction) => {
    const locked = await transaction
      .selectFrom('policies')
      .select('id')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) return undefined;
    const facts = change((await findPolicy(transaction, organizationId, id))!);
    await transaction
      .updateTable('policies')
      .set({ ...columnsOf(facts), revision: sql<number>`revision + 1`, updated_at: new Date(now) })
      .where('id', '=', id)
      .execute();
    await transaction.deleteFrom('policy_groups').where('policy_id', '=', id).execute();
    await writeParts(transaction, organizationId, id, facts);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return (await findPolicy(transaction, organizationId, id))!;
  });
}

/** The policy stays for the record; the engine ends its warnings as withdrawn. */
export async function removePolicy(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('policies')
      .set({ deleted_at: new Date(now), updated_at: new Date(now) })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    return true;
  });
}

/**
 * Organisation locations with their groups; of every organisation when `customerId` is null (for the engine).
 */
export async function listPolicyPlaces(db: Database, organizationId: string | null): Promise<PolicyPlace[]> {
  let query = db
    .selectFrom('organization_locations')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'latitude',
      'longitude',
      sql<string[]>`coalesce((select array_agg(group_id::text) from organization_location_groups
        where organization_location_id = organization_locations.id), '{}')`.as('groupIds'),
    ])
    .orderBy(sql`lower(name)`);
  if (organizationId !== null) query = query.where('organization_id', '=', organizationId);
  return query.execute();
}

function columnsOf(facts: PolicyInput) {
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
async function writeParts(
  transaction: Database,
  organizationId: string,
  policyId: string,
  facts: PolicyInput,
): Promise<void> {
  const groupIds = [...new Set(facts.groupIds)];
  if (groupIds.length > 0) {
    const known = groupIds.every(isUuid)
      ? await transaction
          .selectFrom('groups')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('id', 'in', groupIds)
          .forShare()
          .execute()
      : [];
    if (known.length < groupIds.length) throw new UnknownGroup();
    await transaction
      .insertInto('policy_groups')
      .values(
        groupIds.map((groupId) => ({
          policy_id: policyId,
          group_id: groupId,
          organization_id: organizationId,
        })),
      )
      .execute();
  }
  const kinds = facts.actions.map((action) => action.allClear);
  let gone = transaction.deleteFrom('policy_actions').where('policy_id', '=', policyId);
  if (kinds.length > 0) gone = gone.where('all_clear', 'not in', kinds);
  await gone.execute();
  for (const { allClear, message } of facts.actions) {
    await transaction
      .insertInto('policy_actions')
      .values({ policy_id: policyId, organization_id: organizationId, all_clear: allClear, message })
      .onConflict((conflict) => conflict.columns(['policy_id', 'all_clear']).doUpdateSet({ message }))
      .execute();
  }
}

export async function groupIdsOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ id }) => id);
}
