import { maxHardware } from '@allclear/contract';
import type { AuditAction } from '@allclear/domain';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import { isUnitAtWork } from './unit-work.store.ts';
import { readUnit, type StoredUnit } from './units.store.ts';

/** Thrown when the organization has as many units as it may. */
export class TooManyUnits extends Error {}
/** Thrown when a unit signals, is tested or has commands before it, so that what is asked would leave it as it is. */
export class UnitAtWork extends Error {}

/** How a unit is reached and what it does. */
export type UnitInput = Pick<
  StoredUnit,
  | 'name'
  | 'model'
  | 'organizationLocationId'
  | 'stationId'
  | 'driver'
  | 'address'
  | 'username'
  /** Sealed for 'hardware ' and the id of the unit; empty for none. */
  | 'password'
  | 'options'
  | 'wiring'
  | 'defaultPlayCount'
  | 'askEveryMinutes'
>;

/** What makes a siren of an outdoor warning system. */
export type SirenInput = Pick<
  StoredUnit,
  | 'radiusMiles'
  | 'allClearMinutes'
  | 'durationSeconds'
  | 'plays'
  | 'allClearDurationSeconds'
  | 'allClearPlays'
  | 'postWarnMessage'
  | 'postAllClearMessage'
  | 'postWarnClip'
  | 'postAllClearClip'
  | 'afterSirenPaId'
  | 'alertTimes'
  | 'lifeSafety'
  | 'policyIds'
  | 'lightOffAfterHours'
  | 'offlineWindow'
  | 'publicPage'
>;

export type UnitChange = Partial<UnitInput & SirenInput & Pick<StoredUnit, 'enabled' | 'disabledReason'>>;

const words = {
  what: 'this hardware',
  labels: {
    ...{ address: 'IpAddress', model: 'ModelId', radiusMiles: 'Radius', durationSeconds: 'Duration' },
    ...{
      plays: 'Frequency',
      allClearDurationSeconds: 'AllClearDuration',
      allClearPlays: 'AllClearFrequency',
    },
  },
};

/** What the audit says of a unit. Of the password only whether there is one, or that it is another one. */
function audited(unit: StoredUnit, password: 'none' | 'set' | 'changed'): object {
  const { fieldRevisions, createdAt, updatedAt, latitude, longitude, timeZone, groupIds, ...rest } = unit;
  return { ...rest, password };
}

const passwordOf = ({ password }: StoredUnit) => (password === '' ? 'none' : 'set');

function unitColumns({ options, wiring, alertTimes, offlineWindow, policyIds, ...rest }: UnitChange) {
  return {
    ...columnsOf(rest),
    ...(options && { options: JSON.stringify(options) }),
    ...(wiring && { wiring: JSON.stringify(wiring) }),
    ...(alertTimes && { alert_times: JSON.stringify(alertTimes) }),
    ...(offlineWindow !== undefined && { offline_window: offlineWindow && JSON.stringify(offlineWindow) }),
    ...(policyIds && { policy_ids: [...policyIds] }),
  };
}

/** Checks a unit in the transaction that saves it, under the lock of the organization; throws to refuse it. */
export type UnitCheck = (transaction: Database, unit: StoredUnit) => Promise<void>;

/** Throws `TooManyUnits` and what `check` throws; nothing is stored then. `now` is product time, epoch ms. */
export function insertUnit(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  input: UnitInput & Pick<SirenInput, 'alertTimes'>,
  { now, check }: { now: number; check: UnitCheck },
): Promise<StoredUnit> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const { count } = await transaction
      .selectFrom('hardware_units')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxHardware) throw new TooManyUnits();
    const { name, model, driver, address, ...rest } = input;
    await transaction
      .insertInto('hardware_units')
      .values({
        ...unitColumns(rest),
        ...{ id, organization_id: organizationId, name, model, driver, address },
        ...{ created_at: new Date(now), updated_at: new Date(now) },
      })
      .execute();
    const unit = await saved(transaction, { organizationId, id }, check);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'hardware.added', recordId: id, now },
      ...{ before: null, after: audited(unit, passwordOf(unit)) },
    });
    return unit;
  });
}

async function saved(transaction: Database, key: RecordKey, check: UnitCheck): Promise<StoredUnit> {
  const unit = await readUnit(transaction, key);
  if (!unit) throw new Error(`The unit ${key.id} is gone in the transaction that saved it.`);
  await check(transaction, unit);
  await announce(transaction, key.organizationId);
  return unit;
}

/** The zones of sirens hold their places, so answers for places change with them. */
async function announce(transaction: Database, organizationId: string): Promise<void> {
  await notify(transaction, { topic: 'hardware', ids: [organizationId] });
  await notify(transaction, { topic: 'policies', ids: [organizationId] });
}

interface Change {
  readonly action: AuditAction & `hardware.${string}`;
  /** Makes the change from what is stored, which nothing else can alter meanwhile. */
  readonly change: (before: StoredUnit, transaction: Database) => UnitChange | Promise<UnitChange>;
  readonly check?: UnitCheck;
  /** Whether the change is refused while the unit is at work. */
  readonly needsRest?: (before: StoredUnit, change: UnitChange) => boolean;
  readonly reason?: string;
  readonly now: number;
}

/**
 * Changes a unit, if it still is the revision that the change is based on; undefined when there is none. Throws
 * `StaleRevision`, `UnitAtWork` and what `change` and `check` throw; nothing is stored then.
 */
export function changeUnit(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  { action, change, check = async () => {}, needsRest = () => false, reason, now }: Change,
): Promise<StoredUnit | undefined> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const before = await lockUnit(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const changed = await change(before, transaction);
    if (needsRest(before, changed) && (await isUnitAtWork(transaction, before.id, wallNow())))
      throw new UnitAtWork();
    await transaction
      .updateTable('hardware_units')
      .set({ ...unitColumns(changed), ...nextRevision(before, changed), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    const after = await saved(transaction, { ...key, id: before.id }, check);
    const hasOther = changed.password !== undefined && changed.password !== before.password;
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action, recordId: before.id, now },
      ...(reason !== undefined && { reason }),
      before: audited(before, passwordOf(before)),
      after: audited(after, hasOther && after.password !== '' ? 'changed' : passwordOf(after)),
    });
    return after;
  });
}

/** Locks the row so that no command can be given to the unit before the end of the transaction. */
async function lockUnit(transaction: Database, key: RecordKey): Promise<StoredUnit | undefined> {
  const unit = await readUnit(transaction, key);
  if (!unit) return undefined;
  await transaction
    .selectFrom('hardware_units')
    .select('id')
    .where('id', '=', unit.id)
    .forUpdate()
    .executeTakeFirst();
  return readUnit(transaction, key);
}

/**
 * Removes a unit with its relays, commands and schedules. False when there is none. Throws `UnitAtWork` while it
 * signals: its light must go dark first, by a command that is carried out.
 */
export function removeUnit(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const before = await lockUnit(transaction, key);
    if (!before) return false;
    if (await isUnitAtWork(transaction, before.id, wallNow())) throw new UnitAtWork();
    await transaction.deleteFrom('hardware_units').where('id', '=', before.id).execute();
    await announce(transaction, key.organizationId);
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'hardware.deleted', recordId: before.id, now },
      ...{ before: audited(before, passwordOf(before)), after: null },
    });
    return true;
  });
}
