import { maxCalledGroups, maxMembers } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { requireRevision } from '../platform/database/revision.ts';
import { isUuid } from '../platform/database/uuid.ts';
import { type GroupDraft, requireName } from './expected-groups.store.ts';
import { calledGroupsOf } from './live-count.store.ts';
import { endOf, lockRollCall, type Times } from './roll-calls.store.ts';
import { TooMany } from './shelters.store.ts';

/** Thrown where a roll-call has ended: its groups are not changed any more. */
export class RollCallEnded extends Error {}

/** Thrown where a roll-call has no names. */
export class NamesAreOff extends Error {}

/** Runs a change of an open roll-call, one after the other. Undefined where there is none. Throws `RollCallEnded`. */
function changeOpen<T>(
  db: Database,
  key: RecordKey,
  times: Times,
  work: (transaction: Database, call: { readonly hasNames: boolean }) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    const call = await lockRollCall(transaction, key);
    if (!call) return undefined;
    if (endOf(call, times) !== null) throw new RollCallEnded();
    const result = await work(transaction, call);
    await notify(transaction, { topic: 'roll-call', ids: [key.organizationId] });
    return result;
  });
}

/**
 * Adds a group to an open roll-call; the same key again is the same group. Undefined where there is no roll-call. Throws
 * `RollCallEnded`, `TooMany` and `NameTaken`; nothing is stored then.
 */
export function addCalledGroup(
  db: Database,
  actor: Actor,
  key: RecordKey,
  { name, expected, key: groupKey }: GroupDraft & { readonly key: string },
  times: Times,
): Promise<boolean | undefined> {
  return changeOpen(db, key, times, async (transaction) => {
    const same = await transaction
      .selectFrom('called_groups')
      .select('id')
      .where('roll_call_id', '=', key.id)
      .where('key', '=', groupKey)
      .executeTakeFirst();
    if (same) return true;
    const before = await calledGroupsOf(transaction, key.id);
    if (before.length >= maxCalledGroups) throw new TooMany();
    requireName(before, name, null);
    await transaction
      .insertInto('called_groups')
      .values({
        ...{ roll_call_id: key.id, organization_id: key.organizationId, key: groupKey, name, expected },
      })
      .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'roll-call.group-added', recordId: key.id, now: times.now },
      after: { name, expected },
    });
    return true;
  });
}

/**
 * Corrects the expected number of a group. False where there is no such group, undefined where there is no roll-call.
 * Throws `RollCallEnded` and `StaleRevision`; nothing is stored then.
 */
export function correctExpected(
  db: Database,
  actor: Actor,
  key: RecordKey,
  {
    groupId,
    expected,
    revision,
  }: { readonly groupId: string; readonly expected: number; readonly revision: number },
  times: Times,
): Promise<boolean | undefined> {
  return changeOpen(db, key, times, async (transaction) => {
    const before = (await calledGroupsOf(transaction, key.id)).find(({ id }) => id === groupId.toLowerCase());
    if (!before) return false;
    requireRevision({ revision: before.revision, fieldRevisions: {} }, revision, { what: 'this group' });
    await transaction
      .updateTable('called_groups')
      .set({ expected, revision: before.revision + 1 })
      .where('id', '=', before.id)
      .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'roll-call.expected-corrected', recordId: key.id },
      ...{ now: times.now, before: { group: before.name, expected: before.expected } },
      after: { group: before.name, expected },
    });
    return true;
  });
}

/**
 * Names members of a group; a key that is stored is the same member. False where there is no such group, undefined where
 * there is no roll-call. Throws `RollCallEnded`, `NamesAreOff` and `TooMany`; nothing is stored then.
 */
export function addMembers(
  db: Database,
  actor: Actor,
  key: RecordKey,
  {
    groupId,
    members,
  }: {
    readonly groupId: string;
    readonly members: readonly { readonly key: string; readonly name: string }[];
  },
  times: Times,
): Promise<boolean | undefined> {
  return changeOpen(db, key, times, async (transaction, { hasNames }) => {
    if (!hasNames) throw new NamesAreOff();
    const group = (await calledGroupsOf(transaction, key.id)).find(({ id }) => id === groupId.toLowerCase());
    if (!group) return false;
    const { rows } = await sql<{ key: string }>`
      select key::text from roll_call_members where roll_call_id = ${key.id}`.execute(transaction);
    const stored = new Set(rows.map((row) => row.key));
    const fresh = [...new Map(members.map((member) => [member.key.toLowerCase(), member.name]))].filter(
      ([one]) => !stored.has(one),
    );
    if (fresh.length === 0) return true;
    // Those who were removed count too: their rows stay.
    if (stored.size + fresh.length > maxMembers) throw new TooMany();
    await transaction
      .insertInto('roll_call_members')
      .values(
        fresh.map(([memberKey, name]) => ({
          ...{ roll_call_id: key.id, organization_id: key.organizationId, called_group_id: group.id },
          ...{ key: memberKey, name },
        })),
      )
      .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'roll-call.members-added', recordId: key.id, now: times.now },
      // No name is in the audit.
      after: { group: group.name, members: fresh.length },
    });
    return true;
  });
}

/** Removes a member with the name. False where there is none. Throws `RollCallEnded`. */
export function removeMember(
  db: Database,
  actor: Actor,
  key: RecordKey,
  memberId: string,
  times: Times,
): Promise<boolean | undefined> {
  if (!isUuid(memberId)) return Promise.resolve(false);
  return changeOpen(db, key, times, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('roll_call_members')
      .set({ name: null, removed_at: new Date(times.now) })
      .where('id', '=', memberId)
      .where('roll_call_id', '=', key.id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'roll-call.member-removed', recordId: key.id },
      now: times.now,
    });
    return true;
  });
}
