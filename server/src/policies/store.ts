import type { AuditAction, PolicyTypeShortName } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A policy with its groups and actions. */
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
  readonly asksResponse: boolean;
  readonly actions: readonly { readonly allClear: boolean; readonly message: string }[];
}

/** An organization location for policies: an empty list of groups means that it belongs to all of them. */
export interface PolicyPlace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly groupIds: readonly string[];
}

const words: RecordWords = {
  what: 'this policy',
  labels: { groupIds: 'Sites', actions: 'NotificationActions' },
};

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
 * Policies that are not deleted, oldest first; of every organization when `organizationId` is null (for the
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

/** Also a deleted policy, for texts about its warnings. */
export async function policyOfRecord(db: Database, id: string): Promise<StoredPolicy | undefined> {
  const row = await policiesQuery(db).where('id', '=', id).executeTakeFirst();
  return row && recordOf(row);
}

export async function findPolicy(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredPolicy | undefined> {
  return (await listPolicies(db, organizationId, id))[0];
}

/** A group of the request is not one of the organization. */
export class UnknownGroup extends Error {}

/** Checks a policy in the transaction that saves it; throws to refuse it. */
export type PolicyCheck = (transaction: Database, policy: StoredPolicy) => Promise<void>;

/**
 * Runs under the lock of the organization: of two policies saved at once, `check` of the second finds the
 * first.
 */
export async function insertPolicy(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: PolicyInput,
  { now, check }: { now: number; check: PolicyCheck },
): Promise<StoredPolicy> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const at = new Date(now);
    const { id } = await transaction
      .insertInto('policies')
      .values({
        organization_id: organizationId,
        ...policyColumns(input),
        type_short_name: input.typeShortName,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeParts(transaction, organizationId, id, input);
    const policy = await saved(transaction, organizationId, id, check);
    await appendAudit(transaction, actor, { ...policyRecord('policy.added', policy, now), after: policy });
    return policy;
  });
}

/**
 * Changes a policy, if it still is the revision that the change is based on. `change` is given the current
 * policy, which no other change can alter meanwhile, and returns the new one. Undefined when there is no such
 * policy. Throws `StaleRevision`, `UnknownGroup` and what `change` and `check` throw; nothing is stored then.
 */
export async function changePolicy(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  change: (before: StoredPolicy) => PolicyInput,
  { now, check }: { now: number; check: PolicyCheck },
): Promise<StoredPolicy | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findPolicy(transaction, { organizationId, id });
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const input = change(before);
    const groupIds = [...new Set(input.groupIds)].sort();
    const asStored = { ...input, groupIds, actions: withIds(input.actions, before.actions) };
    await transaction
      .updateTable('policies')
      .set({ ...policyColumns(input), ...nextRevision(before, asStored), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    await transaction.deleteFrom('policy_groups').where('policy_id', '=', before.id).execute();
    await writeParts(transaction, organizationId, before.id, input);
    const after = await saved(transaction, organizationId, before.id, check);
    await appendAudit(transaction, actor, { ...policyRecord('policy.changed', after, now), before, after });
    return after;
  });
}

/** The policy stays for the record; the engine ends its warnings as withdrawn. */
export async function removePolicy(
  db: Database,
  actor: Actor,
  key: RecordKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const before = await findPolicy(transaction, key);
    if (!before) return false;
    await transaction
      .updateTable('policies')
      .set({ deleted_at: new Date(now), updated_at: new Date(now) })
      .where(hasKey(key))
      .execute();
    await notify(transaction, { topic: 'policies', ids: [key.organizationId] });
    await appendAudit(transaction, actor, { ...policyRecord('policy.deleted', before, now), before });
    return true;
  });
}

function policyRecord(action: AuditAction, { id, organizationId }: StoredPolicy, now: number): AuditRecord {
  return { chain: organizationId, action, recordId: id, now };
}

async function saved(
  transaction: Database,
  organizationId: string,
  id: string,
  check: PolicyCheck,
): Promise<StoredPolicy> {
  const policy = await findPolicy(transaction, { organizationId, id });
  if (!policy) throw new Error(`The policy ${id} is gone in the transaction that saved it.`);
  await check(transaction, policy);
  await notify(transaction, { topic: 'policies', ids: [organizationId] });
  return policy;
}

/**
 * Organization locations with their groups; of every organization when `organizationId` is null (for the engine).
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

function policyColumns(input: PolicyInput) {
  return {
    name: input.name,
    threshold: input.threshold,
    all_clear_minutes: input.allClearMinutes,
    re_alert_minutes: input.reAlertMinutes,
    all_groups: input.allGroups,
    events: [...input.events],
    life_safety: input.lifeSafety,
    asks_response: input.asksResponse,
  };
}

/** Actions keep their ids over changes: the text of an action is edited, not replaced. */
async function writeParts(
  transaction: Database,
  organizationId: string,
  policyId: string,
  input: PolicyInput,
): Promise<void> {
  const groupIds = [...new Set(input.groupIds)];
  if (groupIds.length > 0) {
    const existing = groupIds.every(isUuid)
      ? await transaction
          .selectFrom('groups')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('id', 'in', groupIds)
          .execute()
      : [];
    if (existing.length < groupIds.length) throw new UnknownGroup();
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
  const kinds = input.actions.map((action) => action.allClear);
  let gone = transaction.deleteFrom('policy_actions').where('policy_id', '=', policyId);
  if (kinds.length > 0) gone = gone.where('all_clear', 'not in', kinds);
  await gone.execute();
  for (const { allClear, message } of input.actions) {
    await transaction
      .insertInto('policy_actions')
      .values({ policy_id: policyId, organization_id: organizationId, all_clear: allClear, message })
      .onConflict((conflict) => conflict.columns(['policy_id', 'all_clear']).doUpdateSet({ message }))
      .execute();
  }
}

/** Actions as they will be stored: an existing one of a kind keeps its id. */
function withIds(actions: PolicyInput['actions'], before: StoredPolicy['actions']): StoredPolicy['actions'] {
  return actions
    .map((action) => ({
      id: before.find(({ allClear }) => allClear === action.allClear)?.id ?? '',
      ...action,
    }))
    .sort((a, b) => Number(a.allClear) - Number(b.allClear));
}

/** The ids of the organization's groups, by name. */
export async function groupIdsOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ id }) => id);
}
