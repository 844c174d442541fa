import type { WarningState } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';

/** A warning of a policy at a place, open or ended. */
export type StoredWarning = RecordOf<Selectable<Tables['warnings']>>;

/** The id of a warning's place, also of one that was deleted since. */
export const placeIdOf = ({ placeId, organizationLocationId, id }: StoredWarning) =>
  placeId ?? organizationLocationId ?? id;

/** Details of the last evidence besides its value. */
export interface WarningDetails {
  /** Of a strike. */
  readonly distanceMiles?: number;
  readonly compass?: string;
  /** Somebody heard thunder, and no strike is known. */
  readonly thunder?: boolean;
  /** Of a report. */
  readonly stationName?: string;
  /** Of an alert of the weather service. */
  readonly event?: string;
  readonly headline?: string;
  readonly endsAt?: string;
}

/** Warnings that have not ended, of every organization. */
export async function openWarnings(db: Database): Promise<StoredWarning[]> {
  const rows = await db.selectFrom('warnings').selectAll().where('ended_at', 'is', null).execute();
  return rows.map(recordOf);
}

/** Warnings that have not ended at some places of an organization, oldest first. */
export async function openWarningsAt(
  db: Database,
  organizationId: string,
  organizationLocationIds: readonly string[],
): Promise<StoredWarning[]> {
  if (organizationLocationIds.length === 0) return [];
  const rows = await db
    .selectFrom('warnings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('organization_location_id', 'in', [...organizationLocationIds])
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/** The name of a warning's place as its last notice gave it; undefined when nobody was told of the warning. */
export async function placeNameInNotices(db: Database, warningId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('notices')
    .select(sql<string | null>`facts->>'location'`.as('name'))
    .where('warning_id', '=', warningId)
    .orderBy('written_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? undefined;
}

/** How many people have been notified of each of some warnings; a muted notification notifies nobody. */
export async function peopleNotified(
  db: Database,
  warningIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (warningIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notices')
    .innerJoin('notifications', 'notifications.notice_id', 'notices.id')
    .select(({ fn }) => [
      'notices.warning_id',
      fn.count<string>('notifications.user_id').distinct().as('people'),
    ])
    .where('notices.warning_id', 'in', [...warningIds])
    .where('notifications.muted', 'is', null)
    .groupBy('notices.warning_id')
    .execute();
  return new Map(rows.map(({ warning_id, people }) => [warning_id ?? '', Number(people)]));
}

/** After so long nobody waits for the all clear of a place any more, ms. */
export const placeClearWithinMs = 24 * 3_600_000;

/**
 * Warnings at some places whose end was announced in the last day while something else held the place, newest
 * end first; of all places when none are given.
 */
export async function warningsAwaitingPlaceClear(
  db: Database,
  now: number,
  organizationLocationIds?: readonly string[],
): Promise<StoredWarning[]> {
  let query = db
    .selectFrom('warnings')
    .selectAll()
    .where('awaits_place_clear', '=', true)
    .where('ended_at', '>', new Date(now - placeClearWithinMs));
  if (organizationLocationIds)
    query = query.where('organization_location_id', 'in', [...organizationLocationIds]);
  const rows = await query.orderBy('ended_at', 'desc').orderBy('id').execute();
  return rows.map(recordOf);
}

/** Ended warnings by their ids, newest end first. */
export async function endedWarnings(db: Database, warningIds: readonly string[]): Promise<StoredWarning[]> {
  if (warningIds.length === 0) return [];
  const rows = await db
    .selectFrom('warnings')
    .selectAll()
    .where('id', 'in', [...new Set(warningIds)])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/** How warnings ended, by id; null for one that is open. */
export async function warningEnds(
  db: Database,
  warningIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (warningIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('warnings')
    .select(['id', 'ended_at', 'end_reason'])
    .where('id', 'in', [...new Set(warningIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.ended_at === null ? null : (row.end_reason ?? 'ended')]));
}

/**
 * Raises the revision of an ended warning, of which one more notice is written. Null when it is not as `before` any
 * more: another engine was faster. No entry in the audit: the notice has one.
 */
export async function raiseRevision(
  transaction: Database,
  _actor: Actor,
  before: StoredWarning,
): Promise<StoredWarning | null> {
  const row = await transaction
    .updateTable('warnings')
    .set({ revision: before.revision + 1 })
    .where('id', '=', before.id)
    .where('revision', '=', before.revision)
    .returningAll()
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/**
 * Says whether the people of an ended warning still wait for the place's all clear. No entry in the audit: it follows
 * from the weather.
 */
export async function setAwaitsPlaceClear(
  transaction: Database,
  _actor: Actor,
  warningIds: readonly string[],
  awaits: boolean,
): Promise<void> {
  if (warningIds.length === 0) return;
  await transaction
    .updateTable('warnings')
    .set({ awaits_place_clear: awaits })
    .where('id', 'in', [...warningIds])
    .execute();
}

/**
 * Null when such a warning is open already: another engine was faster. No entry in the audit: a warning follows from
 * policy and weather and is a record itself; its notices have entries.
 */
export async function insertWarning(
  transaction: Database,
  _actor: Actor,
  warning: {
    readonly organizationId: string;
    readonly policyId: string;
    readonly policyRevision: number;
    readonly organizationLocationId: string;
    readonly eventKey: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly state: Extract<WarningState, { kind: 'open' }>;
    readonly facts: WarningDetails;
  },
  now: number,
): Promise<StoredWarning | null> {
  const row = await transaction
    .insertInto('warnings')
    .values({
      organization_id: warning.organizationId,
      policy_id: warning.policyId,
      policy_revision: warning.policyRevision,
      organization_location_id: warning.organizationLocationId,
      event_key: warning.eventKey,
      latitude: warning.latitude,
      longitude: warning.longitude,
      state: JSON.stringify(warning.state),
      facts: JSON.stringify(warning.facts),
      place_id: warning.organizationLocationId,
      first_policy_revision: warning.policyRevision,
      started_at: new Date(warning.state.startedAt),
      updated_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/**
 * The next step of a warning. Null when it is not as `before` any more: another engine went on with it. No entry in
 * the audit: a warning follows from policy and weather; its notices have entries.
 */
export async function stepWarning(
  transaction: Database,
  _actor: Actor,
  before: StoredWarning,
  step: {
    readonly state: WarningState;
    readonly facts: WarningDetails;
    readonly policyRevision: number;
    readonly ended: { readonly at: number; readonly reason: string } | null;
  },
  now: number,
): Promise<StoredWarning | null> {
  const row = await transaction
    .updateTable('warnings')
    .set({
      // An ended warning keeps its last open state in its record.
      ...(step.state.kind === 'open' ? { state: JSON.stringify(step.state) } : {}),
      facts: JSON.stringify(step.facts),
      policy_revision: step.policyRevision,
      revision: before.revision + 1,
      updated_at: new Date(now),
      ...(step.ended ? { ended_at: new Date(step.ended.at), end_reason: step.ended.reason } : {}),
    })
    .where('id', '=', before.id)
    .where('revision', '=', before.revision)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row) await recordHold(transaction, before, step.state, now);
  return row ? recordOf(row) : null;
}

/** Keeps the stretches without data beside the warning: notices of them are written only where somebody is notified. */
async function recordHold(
  transaction: Database,
  { id, state: before }: StoredWarning,
  after: WarningState,
  now: number,
): Promise<void> {
  const was = before.kind === 'open' && before.heldSince !== null;
  const heldSince = after.kind === 'open' ? after.heldSince : null;
  if (was && heldSince === null)
    await transaction
      .updateTable('warning_holds')
      .set({ until: new Date(now) })
      .where('warning_id', '=', id)
      .where('until', 'is', null)
      .execute();
  if (!was && heldSince !== null)
    await transaction
      .insertInto('warning_holds')
      .values({ warning_id: id, since: new Date(heldSince) })
      .onConflict((conflict) => conflict.columns(['warning_id', 'since']).doUpdateSet({ until: null }))
      .execute();
}

/** Notes when people were first notified of a warning, in the transaction of the notice. */
export async function noteNotified(
  transaction: Database,
  _actor: Actor,
  warningId: string,
  now: number,
): Promise<void> {
  await sql`
    update warnings set notified_at = ${new Date(now)} where id = ${warningId} and notified_at is null
      and exists (select from notices n join notifications p on p.notice_id = n.id and p.muted is null
        where n.warning_id = ${warningId} and n.kind in ('started', 'in-effect', 'reminder'))`.execute(
    transaction,
  );
}

/** The users who were notified that one of some warnings started: only they are notified of what follows. */
export async function notifiedUserIds(db: Database, warningIds: readonly string[]): Promise<Set<string>> {
  if (warningIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('notices', 'notices.id', 'notifications.notice_id')
    .select('user_id')
    .distinct()
    .where('warning_id', 'in', [...warningIds])
    .where('kind', 'in', ['started', 'in-effect', 'reminder'])
    .where('muted', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Users who got an all clear of a place since an instant, epoch ms of the product clock. */
export async function clearedUserIds(
  db: Database,
  organizationLocationId: string,
  since: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('notices', 'notices.id', 'notifications.notice_id')
    .select('user_id')
    .distinct()
    .where('notices.organization_location_id', '=', organizationLocationId)
    .where('notices.kind', '=', 'all-clear')
    .where('notices.at', '>', new Date(since))
    .where('muted', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

export function warningsChanged(transaction: Database, organizationId: string): Promise<void> {
  return notify(transaction, { topic: 'warnings', ids: [organizationId] });
}

/**
 * Drops what was said of warnings that ended before an instant: notices and CAP messages. The warnings stay for
 * reports. No entry in the audit: it is a cleanup.
 */
export async function dropNoticesBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  const ended = sql`(select id from warnings where ended_at < ${new Date(before)})`;
  await sql`delete from notices where at < ${new Date(before)} and (warning_id is null or warning_id in ${ended})`.execute(
    db,
  );
  await sql`delete from cap_messages where warning_id in ${ended}`.execute(db);
}

/** Drops warnings that ended before an instant, with all of theirs. No entry in the audit: it is a cleanup. */
export async function dropWarningsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await sql`delete from warnings where ended_at < ${new Date(before)} and not exists (select from notices where warning_id = warnings.id)`.execute(
    db,
  );
}
