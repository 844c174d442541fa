import { maxCheckIns } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** One entry of a roll-call. Instants are epoch ms of the product clock. */
export interface EntryToStore {
  readonly organizationId: string;
  readonly rollCallId: string;
  /** Made by the device: the same entry again is one. */
  readonly key: string;
  readonly kind: 'count' | 'tick' | 'code' | 'account';
  readonly groupId: string | null;
  readonly memberId: string | null;
  readonly shelterId: string | null;
  readonly people: number | null;
  readonly deviceKey: string | null;
  readonly userId: string | null;
  readonly at: number;
  readonly receivedAt: number;
  readonly ageMs: number | null;
  readonly joinedLater: boolean;
}

export type StoredEntry =
  /** `isNew` is false where the entry was stored before. */
  | { readonly kind: 'stored'; readonly isNew: boolean }
  /** The key is that of somebody else's entry, or of another kind; nothing was stored. */
  | { readonly kind: 'other' }
  /** The roll-call has as many check-ins by code as it may have; nothing was stored. */
  | { readonly kind: 'full' };

const actions = {
  count: 'roll-call.counted',
  tick: 'roll-call.ticked',
  code: 'roll-call.checked-in',
  account: 'roll-call.checked-in',
} as const;
/** A week is long enough to say that it was long ago. */
const maxAgeMs = 7 * 86_400_000;

/** Stores an entry, once for each key, and announces the count. */
export function storeEntry(db: Database, actor: Actor, entry: EntryToStore): Promise<StoredEntry> {
  const { organizationId, rollCallId, key, kind, deviceKey, userId, ageMs } = entry;
  return db.transaction().execute(async (transaction) => {
    const before = await entryOfKey(transaction, rollCallId, key);
    if (before) return isSame(before, entry) ? { kind: 'stored', isNew: false } : { kind: 'other' };
    if (kind === 'code' && (await checkInsByCode(transaction, rollCallId)) >= maxCheckIns)
      return { kind: 'full' };
    const inserted = await transaction
      .insertInto('roll_call_entries')
      .values({
        ...{ roll_call_id: rollCallId, organization_id: organizationId, key, kind, user_id: userId },
        ...{ called_group_id: entry.groupId, member_id: entry.memberId, shelter_id: entry.shelterId },
        ...{ people: entry.people, device_key: deviceKey, joined_later: entry.joinedLater },
        ...{ at: new Date(entry.at), received_at: new Date(entry.receivedAt) },
        age_ms: ageMs === null ? null : Math.min(ageMs, maxAgeMs),
      })
      .onConflict((conflict) => conflict.columns(['roll_call_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) {
      // Somebody sent the same at the same time.
      const same = await entryOfKey(transaction, rollCallId, key);
      return same && isSame(same, entry) ? { kind: 'stored', isNew: false } : { kind: 'other' };
    }
    await notify(transaction, { topic: 'roll-call', ids: [organizationId] });
    const { groupId, shelterId, people, joinedLater } = entry;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: actions[kind], recordId: rollCallId, now: entry.receivedAt },
      // Whether a member is present belongs to the member: the entry has no name and no id of one.
      after: {
        entry: inserted.id,
        kind,
        ...(kind === 'tick' ? {} : { groupId, shelterId, people }),
        joinedLater,
      },
    });
    return { kind: 'stored', isNew: true };
  });
}

interface EntryOfKey {
  readonly kind: string;
  readonly deviceKey: string | null;
  readonly userId: string | null;
}

async function entryOfKey(db: Database, rollCallId: string, key: string): Promise<EntryOfKey | undefined> {
  const { rows } = await sql<EntryOfKey>`
    select kind, device_key::text as "deviceKey", user_id::text as "userId" from roll_call_entries
    where roll_call_id = ${rollCallId} and key = ${key}`.execute(db);
  return rows[0];
}

const isSame = (before: EntryOfKey, entry: EntryToStore) =>
  before.kind === entry.kind && before.deviceKey === entry.deviceKey && before.userId === entry.userId;

async function checkInsByCode(db: Database, rollCallId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from roll_call_entries where roll_call_id = ${rollCallId} and kind = 'code'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A check-in of one device or account. */
export interface StoredCheckIn {
  readonly groupId: string | null;
  readonly shelterId: string;
  readonly people: number;
  readonly at: number;
}

/** The newest check-in of an account, or of a device by code; undefined without one. */
export async function newestCheckIn(
  db: Database,
  rollCallId: string,
  of: { readonly userId: string } | { readonly deviceKey: string },
): Promise<StoredCheckIn | undefined> {
  const whose =
    'userId' in of
      ? sql`kind = 'account' and user_id = ${of.userId}`
      : sql`kind in ('code', 'account') and device_key = ${of.deviceKey}`;
  const { rows } = await sql<StoredCheckIn>`
    select called_group_id::text as "groupId", shelter_id::text as "shelterId", people,
      (extract(epoch from at) * 1000)::float8 as at
    from roll_call_entries where roll_call_id = ${rollCallId} and ${whose}
    order by roll_call_entries.at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Whether a group and a member are of a roll-call; a member who was removed is not. */
export async function isOfRollCall(
  db: Database,
  rollCallId: string,
  {
    groupId = null,
    memberId = null,
  }: { readonly groupId?: string | null; readonly memberId?: string | null },
): Promise<boolean> {
  if ([groupId, memberId].some((id) => id !== null && !isUuid(id))) return false;
  const { rows } = await sql<{ isOf: boolean }>`
    select (${groupId}::uuid is null
        or exists (select from called_groups where id = ${groupId}::uuid and roll_call_id = ${rollCallId}))
      and (${memberId}::uuid is null or exists (select from roll_call_members
        where id = ${memberId}::uuid and roll_call_id = ${rollCallId} and removed_at is null)) as "isOf"`.execute(
    db,
  );
  return rows[0]?.isOf ?? false;
}

/** Whether a shelter is of a place, also one that was removed since. */
export async function isShelterOf(db: Database, placeId: string, shelterId: string): Promise<boolean> {
  if (!isUuid(shelterId)) return false;
  const { rows } = await sql`
    select from shelters where id = ${shelterId} and organization_location_id = ${placeId}`.execute(db);
  return rows.length > 0;
}
