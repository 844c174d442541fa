import type { Selectable } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** A scheduled test. Instants are epoch ms of the product clock. */
export interface StoredSchedule extends RecordOf<Selectable<Tables['hardware_schedules']>> {
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

export interface ScheduleInput {
  readonly kind: string;
  readonly every: string;
  readonly weekday: number;
  readonly time: string;
}

/** Thrown when the unit has this very test scheduled already. */
export class SameSchedule extends Error {}

/** Thrown when a unit has as many as it may. */
export class TooManySchedules extends Error {}

/** Scheduled tests of a unit, at most. */
export const maxSchedules = 50;

const words = { what: 'this scheduled test' };

function read(row: Selectable<Tables['hardware_schedules']>): StoredSchedule {
  return recordOf(row) as StoredSchedule;
}

/** The scheduled tests of an organization; of every organization when it is null (for the engine). */
export async function listSchedules(db: Database, organizationId: string): Promise<StoredSchedule[]> {
  const rows = await db
    .selectFrom('hardware_schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('next_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

export async function findSchedule(db: Database, key: RecordKey): Promise<StoredSchedule | undefined> {
  const row = await db.selectFrom('hardware_schedules').selectAll().where(hasKey(key)).executeTakeFirst();
  return row && read(row);
}

/** What is due at `now`, the longest waiting first. */
export async function dueSchedules(db: Database, now: number, limit: number): Promise<StoredSchedule[]> {
  const rows = await db
    .selectFrom('hardware_schedules')
    .selectAll()
    .where('next_at', '<=', new Date(now))
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map(read);
}

function audited({ unitId, kind, every, weekday, time }: StoredSchedule): object {
  return { unitId, kind, every, weekday, time };
}

function isSame(a: ScheduleInput, b: ScheduleInput): boolean {
  return a.kind === b.kind && a.every === b.every && a.weekday === b.weekday && a.time === b.time;
}

async function schedulesOf(transaction: Database, unitId: string): Promise<StoredSchedule[]> {
  const rows = await transaction
    .selectFrom('hardware_schedules')
    .selectAll()
    .where('unit_id', '=', unitId)
    .execute();
  return rows.map(read);
}

/** Throws `SameSchedule` and `TooManySchedules`. */
export function insertSchedule(
  db: Database,
  actor: Actor,
  { organizationId, unitId, ...input }: ScheduleInput & { organizationId: string; unitId: string },
  { nextAt, now }: { nextAt: number; now: number },
): Promise<StoredSchedule> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const others = await schedulesOf(transaction, unitId);
    if (others.some((other) => isSame(other, input))) throw new SameSchedule();
    if (others.length >= maxSchedules) throw new TooManySchedules();
    const made = read(
      await transaction
        .insertInto('hardware_schedules')
        .values({
          ...{ organization_id: organizationId, unit_id: unitId, ...input, next_at: new Date(nextAt) },
          ...{ created_at: new Date(now), updated_at: new Date(now) },
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await notify(transaction, { topic: 'hardware', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'siren-schedule.added', recordId: made.id, now },
      ...{ before: null, after: audited(made) },
    });
    return made;
  });
}

/**
 * Changes a scheduled test, whose next time is then that of `nextAt`; undefined when there is none. Throws
 * `SameSchedule` and `StaleRevision`.
 */
export function changeSchedule(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  { change, nextAt, now }: { change: Partial<ScheduleInput>; nextAt: number; now: number },
): Promise<StoredSchedule | undefined> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('hardware_schedules')
      .selectAll()
      .where(hasKey(key))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const before = read(row);
    requireRevision(before, revision, words);
    const others = await schedulesOf(transaction, before.unitId);
    if (others.some((other) => other.id !== before.id && isSame(other, { ...before, ...change })))
      throw new SameSchedule();
    const after = read(
      await transaction
        .updateTable('hardware_schedules')
        .set({
          ...{ ...change, next_at: new Date(nextAt), skipped: null, updated_at: new Date(now) },
          ...nextRevision(before, change),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const { organizationId } = after;
    await notify(transaction, { topic: 'hardware', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'siren-schedule.changed', recordId: after.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** False when the organization has no such scheduled test. */
export function removeSchedule(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('hardware_schedules')
      .where(hasKey(key))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await notify(transaction, { topic: 'hardware', ids: [row.organization_id] });
    await appendAudit(transaction, actor, {
      ...{ chain: row.organization_id, action: 'siren-schedule.deleted', recordId: row.id, now },
      ...{ before: audited(read(row)), after: null },
    });
    return true;
  });
}

/**
 * Notes that a test that was due was done (`skipped` null) or why it was skipped, and when it is due again. False when it
 * was changed or noted meanwhile.
 */
export async function noteTurn(
  db: Database,
  _actor: Actor,
  { id, nextAt: dueAt, organizationId }: StoredSchedule,
  { skipped, nextAt, now }: { skipped: string | null; nextAt: number; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('hardware_schedules')
    .set({ next_at: new Date(nextAt), skipped, ...(skipped === null && { last_done_at: new Date(now) }) })
    .where('id', '=', id)
    .where('next_at', '=', new Date(dueAt))
    .returning('id')
    .executeTakeFirst();
  await notify(db, { topic: 'hardware', ids: [organizationId] });
  return row !== undefined;
}

/** Records a silent communication check that a unit answered. */
export function recordCommunicationCheck(
  db: Database,
  actor: Actor,
  {
    organizationId,
    unitId,
    scheduleId,
    now,
  }: { organizationId: string; unitId: string; scheduleId: string; now: number },
): Promise<void> {
  const at = new Date(now);
  return inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('hardware_tests')
      .values({
        ...{
          organization_id: organizationId,
          unit_id: unitId,
          kind: 'communication',
          schedule_id: scheduleId,
        },
        ...{ begun_at: at, sound_ends_at: at, ends_at: at, ended_at: at, ended_because: 'over' },
      })
      .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'hardware.test-ended', recordId: unitId, now },
      after: { kind: 'communication', scheduleId, outcome: 'It answered' },
    });
  });
}
