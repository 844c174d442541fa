import type { DeviceReading } from '@allclear/adapters';
import type { AuditAction, RelayState } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { columnsOf, type RecordOf, recordOf } from '../../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** A relay of a unit, as it is set up and as it was last read. */
export interface StoredRelay extends RecordOf<Selectable<Tables['hardware_relays']>> {
  /** Null without a policy, and when it was deleted. */
  readonly policyId: string | null;
  readonly unitAddress: string;
  /** Null before the first reading, and while the unit does not answer. */
  readonly reading: DeviceReading | null;
  /** What its automation does; null before its first step. */
  readonly state: RelayState | null;
}

/** Thrown when the unit has as many relays as it may. */
export class TooManyRelays extends Error {}

export const maxRelays = 64;

export type RelayInput = Pick<
  StoredRelay,
  | 'name'
  | 'output'
  | 'policyId'
  | 'onAtStart'
  | 'onAtClear'
  | 'shortestOnSeconds'
  | 'longestOnSeconds'
  | 'excludesRelayId'
>;

function relaysQuery(db: Database) {
  return db
    .selectFrom('hardware_relays as relay')
    .innerJoin('hardware_units as unit', 'unit.id', 'relay.unit_id')
    .leftJoin('hardware_status as status', 'status.unit_id', 'unit.id')
    .leftJoin('hardware_relay_states as states', 'states.relay_id', 'relay.id')
    .selectAll('relay')
    .select([
      'unit.address as unitAddress',
      'states.state',
      sql<DeviceReading | null>`case when status.failure is null then status.reading end`.as('reading'),
      sql<string | null>`(select policies.id::text from policies
        where policies.id = relay.policy_id and deleted_at is null)`.as('livePolicyId'),
    ])
    .orderBy(sql`lower(relay.name)`)
    .orderBy('relay.id');
}

type Row = Awaited<ReturnType<ReturnType<typeof relaysQuery>['execute']>>[number];

function read({ livePolicyId, ...row }: Row): StoredRelay {
  return { ...recordOf(row), policyId: livePolicyId };
}

/** The relays of a unit, by name. */
export async function relaysOf(db: Database, unitId: string): Promise<StoredRelay[]> {
  return (await relaysQuery(db).where('relay.unit_id', '=', unitId).execute()).map(read);
}

/** Undefined when the organization has no such relay. */
export async function readRelay(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredRelay | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await relaysQuery(db)
    .where('relay.organization_id', '=', organizationId)
    .where('relay.id', '=', id.toLowerCase())
    .executeTakeFirst();
  return row && read(row);
}

/** The outputs of a unit that are relays. */
export async function relayOutputs(db: Database, unitId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('hardware_relays')
    .select('output')
    .where('unit_id', '=', unitId)
    .execute();
  return rows.map(({ output }) => output);
}

/** What the audit says of a relay. */
function audited(relay: StoredRelay): object {
  const { fieldRevisions, createdAt, updatedAt, reading, state, unitAddress, ...rest } = relay;
  return rest;
}

/** Checks the input in the transaction that saves it, under the lock of the organization; throws to refuse it. */
export type RelayCheck = (transaction: Database, input: RelayInput, before?: StoredRelay) => Promise<void>;

/** Throws `TooManyRelays` and what `check` throws; nothing is stored then. `now` is product time, epoch ms. */
export function insertRelay(
  db: Database,
  actor: Actor,
  { organizationId, unitId }: { readonly organizationId: string; readonly unitId: string },
  input: RelayInput,
  { now, check }: { now: number; check: RelayCheck },
): Promise<StoredRelay> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if ((await relayOutputs(transaction, unitId)).length >= maxRelays) throw new TooManyRelays();
    await check(transaction, input);
    const { id } = await transaction
      .insertInto('hardware_relays')
      .values({
        ...columnsOf(input),
        ...{ organization_id: organizationId, unit_id: unitId },
        ...{ created_at: new Date(now), updated_at: new Date(now) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return saved(transaction, actor, { organizationId, id }, { action: 'relay.added', before: null, now });
  });
}

/**
 * Changes a relay, if it still is the revision that the change is based on; undefined when there is none. Throws
 * `StaleRevision` and what `check` throws; nothing is stored then.
 */
export function changeRelay(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  change: Partial<RelayInput>,
  { now, check }: { now: number; check: RelayCheck },
): Promise<StoredRelay | undefined> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const before = await readRelay(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, { what: 'this relay' });
    const { name, output, policyId, onAtStart, onAtClear } = before;
    const { shortestOnSeconds, longestOnSeconds, excludesRelayId } = before;
    const input = {
      ...{ name, output, policyId, onAtStart, onAtClear },
      ...{ shortestOnSeconds, longestOnSeconds, excludesRelayId },
      ...change,
    };
    await check(transaction, input, before);
    await transaction
      .updateTable('hardware_relays')
      .set({ ...columnsOf(input), ...nextRevision(before, change), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    return saved(transaction, actor, { ...key, id: before.id }, { action: 'relay.changed', before, now });
  });
}

/** Two relays exclude each other, or neither does the other. */
async function excludeBoth(
  transaction: Database,
  { id, excludesRelayId }: StoredRelay,
  now: number,
): Promise<void> {
  const raised = { revision: sql<number>`revision + 1`, updated_at: new Date(now) };
  await transaction
    .updateTable('hardware_relays')
    .set({ excludes_relay_id: null, ...raised })
    .where('excludes_relay_id', '=', id)
    .$if(excludesRelayId !== null, (query) => query.where('id', '<>', excludesRelayId))
    .execute();
  if (excludesRelayId === null) return;
  await transaction
    .updateTable('hardware_relays')
    .set({ excludes_relay_id: id, ...raised })
    .where('id', '=', excludesRelayId)
    .where(sql<boolean>`excludes_relay_id is distinct from ${id}::uuid`)
    .execute();
}

async function saved(
  transaction: Database,
  actor: Actor,
  key: RecordKey,
  { action, before, now }: { action: AuditAction; before: StoredRelay | null; now: number },
): Promise<StoredRelay> {
  const after = await readRelay(transaction, key);
  if (!after) throw new Error(`The relay ${key.id} is gone in the transaction that saved it.`);
  await excludeBoth(transaction, after, now);
  await notify(transaction, { topic: 'hardware', ids: [key.organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: key.organizationId, action, recordId: after.id, now },
    ...{ before: before && audited(before), after: audited(after) },
  });
  return after;
}

/** Removes a relay; it stays as it is switched. False when there is none. */
export function removeRelay(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const before = await readRelay(transaction, key);
    if (!before) return false;
    await transaction.deleteFrom('hardware_relays').where('id', '=', before.id).execute();
    await notify(transaction, { topic: 'hardware', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'relay.deleted', recordId: before.id, now },
      ...{ before: audited(before), after: null },
    });
    return true;
  });
}
