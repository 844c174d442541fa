import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';

export type TestKind = 'delay' | 'all-clear' | 'light' | 'drill';

/** A test that runs. Epoch ms of the product clock. */
export interface RunningTest {
  readonly id: string;
  readonly organizationId: string;
  readonly unitId: string;
  readonly kind: TestKind;
  readonly begunAt: number;
  readonly soundEndsAt: number;
  readonly endsAt: number;
}

/** `stopped` by a person, `over` by its time, broken by a real `delay`, or because the unit was `disabled`. */
export type TestEnd = 'stopped' | 'over' | 'delay' | 'disabled';

const columns = sql`t.id, t.organization_id as "organizationId", t.unit_id as "unitId", t.kind,
  (extract(epoch from t.begun_at) * 1000)::float8 as "begunAt",
  (extract(epoch from t.sound_ends_at) * 1000)::float8 as "soundEndsAt",
  (extract(epoch from t.ends_at) * 1000)::float8 as "endsAt"`;

/** The tests that run on units. */
export async function runningTests(db: Database, unitIds: readonly string[]): Promise<RunningTest[]> {
  const { rows } = await sql<RunningTest>`
    select ${columns} from hardware_tests t
    where t.unit_id = any(${[...unitIds]}::uuid[]) and t.ended_at is null order by t.begun_at`.execute(db);
  return rows;
}

/** Which of these units are disabled. */
export async function disabledUnits(db: Database, unitIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from hardware_units where id = any(${[...unitIds]}::uuid[]) and not enabled`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The tests and drills whose time is over, or whose unit is disabled. */
export async function testsToEnd(db: Database, now: number): Promise<(RunningTest & { enabled: boolean })[]> {
  const { rows } = await sql<RunningTest & { enabled: boolean }>`
    select ${columns}, u.enabled from hardware_tests t join hardware_units u on u.id = t.unit_id
    where t.ended_at is null and (t.ends_at <= ${new Date(now)} or not u.enabled)`.execute(db);
  return rows;
}

/** Stores tests that begin. A unit on which one runs already is left out of what is returned. */
export async function insertTests(
  transaction: Database,
  _actor: Actor,
  {
    organizationId,
    userId,
    scheduleId,
    kind,
    tests,
    now,
  }: {
    organizationId: string;
    userId: string | null;
    scheduleId: string | null;
    kind: TestKind;
    tests: readonly { unitId: string; soundEndsAt: number; endsAt: number }[];
    now: number;
  },
): Promise<RunningTest[]> {
  if (tests.length === 0) return [];
  const rows = await transaction
    .insertInto('hardware_tests')
    .values(
      tests.map(({ unitId, soundEndsAt, endsAt }) => ({
        ...{ organization_id: organizationId, unit_id: unitId, kind, user_id: userId },
        ...{ schedule_id: scheduleId, begun_at: new Date(now) },
        ...{ sound_ends_at: new Date(soundEndsAt), ends_at: new Date(endsAt) },
      })),
    )
    .onConflict((conflict) => conflict.column('unit_id').where('ended_at', 'is', null).doNothing())
    .returning(['id', 'unit_id'])
    .execute();
  return rows.map(({ id, unit_id: unitId }) => {
    const test = tests.find((one) => one.unitId === unitId);
    const { soundEndsAt, endsAt } = test ?? { soundEndsAt: now, endsAt: now };
    return { id, organizationId, unitId, kind, begunAt: now, soundEndsAt, endsAt };
  });
}

/**
 * Ends the tests that run on units, drills too, with one entry in the audit unless the caller adds one of its own.
 * Returns those that ended.
 */
export async function endTestsOf(
  transaction: Database,
  actor: Actor,
  {
    organizationId,
    unitIds,
    because,
    now,
    isRecorded = false,
  }: {
    organizationId: string;
    unitIds: readonly string[];
    because: TestEnd;
    now: number;
    /** The caller has an entry of its own. */
    isRecorded?: boolean;
  },
): Promise<RunningTest[]> {
  if (unitIds.length === 0) return [];
  const { rows } = await sql<RunningTest>`
    update hardware_tests t set ended_at = ${new Date(now)}, ended_because = ${because}
    where t.organization_id = ${organizationId} and t.unit_id = any(${[...unitIds]}::uuid[]) and t.ended_at is null
    returning ${columns}`.execute(transaction);
  if (!isRecorded) await recordTestEnds(transaction, actor, { organizationId, because, ended: rows, now });
  return rows;
}

/** Adds an entry for tests that ended to the audit. */
export async function recordTestEnds(
  transaction: Database,
  actor: Actor,
  {
    organizationId,
    because,
    ended,
    now,
  }: { organizationId: string; because: TestEnd; ended: readonly RunningTest[]; now: number },
): Promise<void> {
  if (ended.length === 0) return;
  await notify(transaction, { topic: 'hardware', ids: [organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'hardware.test-ended', recordId: null, before: null, now },
    after: { because, tests: ended.map(({ id, unitId, kind }) => ({ id, unitId, kind })) },
  });
}
