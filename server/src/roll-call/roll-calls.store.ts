import { rollCallMs } from '@allclear/domain';
import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { requireRevision } from '../platform/database/revision.ts';
import { isUuid } from '../platform/database/uuid.ts';
import { rollCallTotals } from './live-count.store.ts';
import { readSettings } from './names.store.ts';
import { type NoticePlace, writeRollCallNotice } from './write-roll-call-notice.store.ts';

/** A roll-call as it is stored. Instants are epoch ms of the product clock, unless they say wall. */
export interface StoredRollCall {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationLocationId: string;
  readonly placeName: string;
  readonly key: string;
  readonly isDrill: boolean;
  readonly hasNames: boolean;
  readonly startedBy: string | null;
  readonly startedAt: number;
  /** When it ends by itself. */
  readonly endsWallAt: number;
  readonly endedBy: string | null;
  /** Null while nobody ended it, also where its time is over. */
  readonly endedAt: number | null;
  readonly endedWallAt: number | null;
  readonly notified: number | null;
  readonly revision: number;
}

/** Wall and product clock, epoch ms, and how many times as fast as the first the second runs. */
export interface Times {
  readonly now: number;
  readonly wallNow: number;
  readonly speed: number;
}

/** When a roll-call ended, product and wall clock; null while it is open. One whose time is over has ended. */
export function endOf(
  { startedAt, endedAt, endedWallAt, endsWallAt }: StoredRollCall,
  { now, wallNow, speed }: Times,
): { readonly at: number; readonly wallAt: number } | null {
  if (endedAt !== null && endedWallAt !== null) return { at: endedAt, wallAt: endedWallAt };
  if (wallNow < endsWallAt) return null;
  const at = Math.min(now, Math.max(startedAt, now - (wallNow - endsWallAt) * speed));
  return { at, wallAt: endsWallAt };
}

/** Whether entries that were made before its end are still accepted. */
export function acceptsEntries(call: StoredRollCall, times: Times): boolean {
  const end = endOf(call, times);
  return end === null || times.wallNow < end.wallAt + rollCallMs;
}

const rollCalls = sql`
  select c.id::text, c.organization_id::text as "organizationId",
    c.organization_location_id::text as "organizationLocationId", p.name as "placeName", c.key::text,
    c.is_drill as "isDrill", c.has_names as "hasNames", trim(u.first_name || ' ' || u.last_name) as "startedBy",
    (extract(epoch from c.started_at) * 1000)::float8 as "startedAt",
    (extract(epoch from c.ends_wall_at) * 1000)::float8 as "endsWallAt",
    trim(e.first_name || ' ' || e.last_name) as "endedBy",
    (extract(epoch from c.ended_at) * 1000)::float8 as "endedAt",
    (extract(epoch from c.ended_wall_at) * 1000)::float8 as "endedWallAt", c.notified, c.revision
  from roll_calls c
  join organization_locations p on p.id = c.organization_location_id
  left join users u on u.id = c.started_by
  left join users e on e.id = c.ended_by`;

/** Undefined for one of another organization. */
export async function findRollCall(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredRollCall | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredRollCall>`${rollCalls}
    where c.id = ${id} and c.organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

/** Those of a place, the newest first, at most so many. */
export async function rollCallsOf(
  db: Database,
  { organizationId, id: placeId }: RecordKey,
  limit: number,
): Promise<StoredRollCall[]> {
  const { rows } = await sql<StoredRollCall>`${rollCalls}
    where c.organization_location_id = ${placeId} and c.organization_id = ${organizationId}
    order by c.ended_at is null desc, c.started_at desc, c.id limit ${limit}`.execute(db);
  return rows;
}

/** The roll-call that the same press started. */
export async function rollCallOfKey(
  db: Database,
  organizationId: string,
  key: string,
): Promise<StoredRollCall | undefined> {
  const { rows } = await sql<StoredRollCall>`${rollCalls}
    where c.organization_id = ${organizationId} and c.key = ${key}`.execute(db);
  return rows[0];
}

export type Started =
  | { readonly kind: 'started'; readonly id: string }
  /** Another one of the place is open; nothing was stored. */
  | { readonly kind: 'open'; readonly id: string };

/**
 * Starts a roll-call with the groups of its place as they are now, and its notice, in one transaction. The same key again
 * is the same roll-call.
 */
export function startRollCall(
  db: Database,
  actor: Actor,
  {
    organizationId,
    place,
    userId,
    key,
    isDrill,
    sendNotice,
    people,
    answer,
  }: {
    readonly organizationId: string;
    readonly place: NoticePlace;
    readonly userId: string;
    readonly key: string;
    readonly isDrill: boolean;
    readonly sendNotice: boolean;
    /** The only group whose people its starter may write to (null: none), or 'any'. */
    readonly people: string | null | 'any';
    /** The answer of the place at the start. */
    readonly answer: string;
  },
  times: Times,
): Promise<Started> {
  const { now, wallNow } = times;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const same = await rollCallOfKey(transaction, organizationId, key);
    if (same) return { kind: 'started', id: same.id };
    const [last] = await rollCallsOf(transaction, { organizationId, id: place.id }, 1);
    if (last && endOf(last, times) === null) return { kind: 'open', id: last.id };
    // One whose time is over makes room.
    if (last?.endedAt === null) await endOver(transaction, actor, last, times);
    const { names } = await readSettings(transaction, organizationId);
    const { id } = await transaction
      .insertInto('roll_calls')
      .values({
        ...{ organization_id: organizationId, organization_location_id: place.id, key, is_drill: isDrill },
        ...{ has_names: names, started_by: userId, started_at: new Date(now) },
        ends_wall_at: new Date(wallNow + rollCallMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into called_groups (roll_call_id, organization_id, name, expected)
      select ${id}, organization_id, name, expected from roll_call_groups
      where organization_location_id = ${place.id} and organization_id = ${organizationId}`.execute(
      transaction,
    );
    const notified = sendNotice
      ? await writeRollCallNotice(transaction, actor, {
          organizationId,
          rollCallId: id,
          place,
          isDrill,
          people,
          now,
        })
      : null;
    await notify(transaction, { topic: 'roll-call', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'roll-call.started', recordId: id, now },
      after: { organizationLocationId: place.id, isDrill, hasNames: names, answer, notified },
    });
    return { kind: 'started', id };
  });
}

/** Locks a roll-call against its end and against other changes of it; undefined for none. */
export async function lockRollCall(
  transaction: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredRollCall | undefined> {
  await sql`
    select from roll_calls where id = ${id} and organization_id = ${organizationId} for no key update`.execute(
    transaction,
  );
  return findRollCall(transaction, { organizationId, id });
}

/** False where it has ended before. Throws `StaleRevision`; nothing is stored then. */
export function endRollCall(
  db: Database,
  actor: Actor,
  {
    organizationId,
    id,
    revision,
    userId,
  }: RecordKey & { readonly revision: number; readonly userId: string },
  times: Times,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockRollCall(transaction, { organizationId, id });
    if (!before || endOf(before, times) !== null) return false;
    requireRevision({ revision: before.revision, fieldRevisions: {} }, revision, { what: 'this roll-call' });
    await storeEnd(transaction, actor, before, { at: times.now, wallAt: times.wallNow, userId });
    return true;
  });
}

/** Ends one whose time is over, of whichever organization. False when there is none. */
export function endOneOver(db: Database, actor: Actor, times: Times): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; organizationId: string }>`
      select id::text, organization_id::text as "organizationId" from roll_calls
      where ended_at is null and ends_wall_at <= ${new Date(times.wallNow)}
      order by ends_wall_at limit 1 for no key update skip locked`.execute(transaction);
    const [row] = rows;
    const call = row && (await findRollCall(transaction, row));
    if (!call) return false;
    await endOver(transaction, actor, call, times);
    return true;
  });
}

async function endOver(
  transaction: Database,
  actor: Actor,
  call: StoredRollCall,
  times: Times,
): Promise<void> {
  const end = endOf(call, times);
  if (end) await storeEnd(transaction, actor, call, { ...end, userId: null });
}

async function storeEnd(
  transaction: Database,
  actor: Actor,
  { id, organizationId, revision, organizationLocationId, isDrill }: StoredRollCall,
  { at, wallAt, userId }: { readonly at: number; readonly wallAt: number; readonly userId: string | null },
): Promise<void> {
  await transaction
    .updateTable('roll_calls')
    .set({
      ...{ ended_at: new Date(at), ended_wall_at: new Date(wallAt), ended_by: userId },
      revision: revision + 1,
    })
    .where('id', '=', id)
    .execute();
  await notify(transaction, { topic: 'roll-call', ids: [organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'roll-call.ended', recordId: id, now: at },
    after: {
      ...{ organizationLocationId, isDrill, byItself: userId === null },
      ...(await rollCallTotals(transaction, { organizationId, id })),
    },
  });
}

/** Returns how many roll-calls were removed, with all that was counted in them. */
export async function dropRollCallsBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('roll_calls')
    .where('started_at', '<', new Date(before))
    .executeTakeFirst();
  await sql`
    delete from shelters s where s.removed_at < ${new Date(before)}
      and not exists (select from roll_call_entries e where e.shelter_id = s.id)`.execute(db);
  return Number(numDeletedRows);
}
