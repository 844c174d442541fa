import {
  type CountInput,
  countRollCall,
  namesKeptMs,
  type RollCallCount,
  type RollCallEntry,
  type TimelineRollCall,
} from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { type StoredShelter, sheltersOf } from './shelters.store.ts';

/** A group in a roll-call. */
export interface StoredCalledGroup {
  readonly id: string;
  readonly name: string;
  readonly expected: number;
  readonly revision: number;
}

/** A member by name; the name is null once it is erased. */
export interface StoredMember {
  readonly id: string;
  readonly groupId: string;
  readonly name: string | null;
}

/** What everybody who sees its place sees of a roll-call. */
export interface UncountedRollCall {
  readonly groups: readonly StoredCalledGroup[];
  /** Those of the place, and those that were removed and at which somebody was counted. */
  readonly shelters: readonly (StoredShelter & { readonly isRemoved: boolean })[];
}

/** Everything of which a roll-call is counted. */
export interface CountedRollCall extends UncountedRollCall {
  readonly members: readonly StoredMember[];
  readonly count: RollCallCount;
  /** When the newest entry was received, product clock; null without one. */
  readonly newestEntryAt: number | null;
}

/** The groups of a roll-call, by their names. */
export async function calledGroupsOf(db: Database, rollCallId: string): Promise<StoredCalledGroup[]> {
  const { rows } = await sql<StoredCalledGroup>`
    select id::text, name, expected, revision from called_groups
    where roll_call_id = ${rollCallId} order by lower(name), id`.execute(db);
  return rows;
}

/** The members of a roll-call, by their names; `now` is the product clock: what is to be erased by then is not read. */
async function membersOf(db: Database, rollCallId: string, now: number): Promise<StoredMember[]> {
  const { rows } = await sql<StoredMember>`
    select m.id::text, m.called_group_id::text as "groupId",
      case when c.started_at >= ${new Date(now - namesKeptMs)} and c.has_names then m.name end as name
    from roll_call_members m join roll_calls c on c.id = m.roll_call_id
    where m.roll_call_id = ${rollCallId} and m.removed_at is null order by lower(m.name), m.id`.execute(db);
  return rows;
}

interface EntryRow {
  receipt: number;
  key: string;
  kind: 'count' | 'tick' | 'code' | 'account';
  groupId: string | null;
  memberId: string | null;
  shelterId: string | null;
  people: number | null;
  deviceKey: string | null;
  userId: string | null;
  at: number;
  joinedLater: boolean;
}

async function entriesOf(db: Database, rollCallId: string): Promise<RollCallEntry[]> {
  const { rows } = await sql<EntryRow>`
    select id::float8 as receipt, key::text, kind, called_group_id::text as "groupId", member_id::text as "memberId",
      shelter_id::text as "shelterId", people, device_key::text as "deviceKey", user_id::text as "userId",
      (extract(epoch from at) * 1000)::float8 as at, joined_later as "joinedLater"
    from roll_call_entries where roll_call_id = ${rollCallId} order by id`.execute(db);
  return rows.flatMap((row) => entryOf(row) ?? []);
}

function entryOf(row: EntryRow): RollCallEntry | null {
  const { receipt, key, kind, groupId, memberId, shelterId, people, deviceKey, userId, at, joinedLater } =
    row;
  const common = { receipt, key, at, joinedLater };
  if (kind === 'tick') return memberId === null ? null : { ...common, kind, memberId, shelterId };
  if (shelterId === null || people === null) return null;
  if (kind === 'count') return groupId === null ? null : { ...common, kind, groupId, shelterId, people };
  return { ...common, kind: 'check-in', groupId, shelterId, people, deviceKey, userId };
}

/** The groups and shelters of a roll-call, without what was counted. */
export async function readUncounted(
  db: Database,
  { organizationId, id, organizationLocationId }: RecordKey & { readonly organizationLocationId: string },
): Promise<UncountedRollCall> {
  const shelters = await sheltersOf(db, { organizationId, id: organizationLocationId });
  return {
    groups: await calledGroupsOf(db, id),
    shelters: shelters.map((shelter) => ({ ...shelter, isRemoved: false })),
  };
}

/** Counts a roll-call. `now` is the product clock, epoch ms. */
export async function readLiveCount(
  db: Database,
  {
    organizationId,
    id,
    organizationLocationId,
    hasNames,
  }: RecordKey & { readonly organizationLocationId: string; readonly hasNames: boolean },
  now: number,
): Promise<CountedRollCall> {
  const groups = await calledGroupsOf(db, id);
  const members = await membersOf(db, id, now);
  const entries = await entriesOf(db, id);
  const used = new Set(entries.map(({ shelterId }) => shelterId));
  const all = await sheltersOf(db, { organizationId, id: organizationLocationId }, 'all');
  const shelters = all
    .filter((shelter) => shelter.code !== null || used.has(shelter.id))
    .map((shelter) => ({ ...shelter, isRemoved: shelter.code === null }));
  const input: CountInput = { groups, members, hasNames, shelters, entries };
  return { groups, members, shelters, count: countRollCall(input), newestEntryAt: await newestOf(db, id) };
}

async function newestOf(db: Database, rollCallId: string): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from max(received_at)) * 1000)::float8 as at from roll_call_entries
    where roll_call_id = ${rollCallId}`.execute(db);
  return rows[0]?.at ?? null;
}

/** What a roll-call that ends has counted, without names. */
export async function rollCallTotals(db: Database, { organizationId, id }: RecordKey) {
  const { rows } = await sql<{ placeId: string; hasNames: boolean }>`
    select organization_location_id::text as "placeId", has_names as "hasNames" from roll_calls
    where id = ${id} and organization_id = ${organizationId}`.execute(db);
  const { placeId = '', hasNames = false } = rows[0] ?? {};
  const of = { organizationId, id, organizationLocationId: placeId, hasNames };
  const { count } = await readLiveCount(db, of, 0);
  const { expected, present, missing, notCounted, ungrouped } = count;
  return { expected, present, missing, notCounted, ungrouped: ungrouped.present };
}

/** The roll-calls of a place that reach into a span, oldest first, each as it is counted now. */
export async function rollCallsWithin(
  db: Database,
  { organizationId, placeId }: { readonly organizationId: string; readonly placeId: string },
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): Promise<TimelineRollCall[]> {
  const { rows } = await sql<RollCallRow>`
    select c.id::text, c.is_drill as "isDrill", c.has_names as "hasNames",
      (extract(epoch from c.started_at) * 1000)::float8 as "startedAt",
      (extract(epoch from c.ended_at) * 1000)::float8 as "endedAt",
      trim(u.first_name || ' ' || u.last_name) as "startedBy", trim(e.first_name || ' ' || e.last_name) as "endedBy"
    from roll_calls c
    left join users u on u.id = c.started_by
    left join users e on e.id = c.ended_by
    where c.organization_id = ${organizationId} and c.organization_location_id = ${placeId}
      and c.started_at < ${new Date(to)} and (c.ended_at is null or c.ended_at >= ${new Date(from)})
    order by c.started_at, c.id`.execute(db);
  const calls: TimelineRollCall[] = [];
  for (const { id, hasNames, ...row } of rows) {
    const of = { organizationId, id, organizationLocationId: placeId, hasNames };
    calls.push({ ...row, count: (await readLiveCount(db, of, now)).count });
  }
  return calls;
}

interface RollCallRow extends Omit<TimelineRollCall, 'count'> {
  readonly id: string;
  readonly hasNames: boolean;
}
