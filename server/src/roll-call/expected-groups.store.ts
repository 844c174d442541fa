import { maxGroups } from '@allclear/domain';
import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import { isUuid } from '../platform/database/uuid.ts';
import { TooMany } from './shelters.store.ts';

export interface GroupDraft {
  readonly name: string;
  readonly expected: number;
}

/** A group that a place expects in its roll-calls. */
export interface StoredGroup extends GroupDraft {
  readonly id: string;
  readonly organizationLocationId: string;
  readonly revision: number;
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

/** Thrown when another group of the place, or of the roll-call, has the name. */
export class NameTaken extends Error {}

const words: RecordWords = { what: 'this group' };

const groups = sql`
  select id::text, organization_location_id::text as "organizationLocationId", name, expected, revision,
    field_revisions as "fieldRevisions"
  from roll_call_groups`;

/** Those of a place, by their names. */
export async function groupsOf(
  db: Database,
  { organizationId, id: placeId }: RecordKey,
): Promise<StoredGroup[]> {
  const { rows } = await sql<StoredGroup>`${groups}
    where organization_id = ${organizationId} and organization_location_id = ${placeId}
    order by lower(name), id`.execute(db);
  return rows;
}

export async function findGroup(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredGroup | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredGroup>`${groups}
    where organization_id = ${organizationId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Throws `TooMany` and `NameTaken`; nothing is stored then. `now` is the product clock, epoch ms. */
export function insertGroup(
  db: Database,
  actor: Actor,
  { organizationId, id: placeId }: RecordKey,
  draft: GroupDraft,
  now: number,
): Promise<StoredGroup> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await groupsOf(transaction, { organizationId, id: placeId });
    if (before.length >= maxGroups) throw new TooMany();
    requireName(before, draft.name, null);
    const { id } = await transaction
      .insertInto('roll_call_groups')
      .values({ organization_id: organizationId, organization_location_id: placeId, ...draft })
      .returning('id')
      .executeTakeFirstOrThrow();
    return changed(transaction, actor, { organizationId, id }, 'roll-call-group.added', now);
  });
}

/** Undefined when there is none. Throws `StaleRevision` and `NameTaken`; nothing is stored then. */
export function changeGroup(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  draft: GroupDraft,
  now: number,
): Promise<StoredGroup | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findGroup(transaction, { organizationId, id });
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const others = await groupsOf(transaction, { organizationId, id: before.organizationLocationId });
    requireName(others, draft.name, before.id);
    await transaction
      .updateTable('roll_call_groups')
      .set({ name: draft.name, expected: draft.expected, ...nextRevision(before, draft) })
      .where('id', '=', before.id)
      .execute();
    return changed(
      transaction,
      actor,
      { organizationId, id: before.id },
      'roll-call-group.changed',
      now,
      before,
    );
  });
}

/** False when there is none. Throws `StaleRevision`; nothing is stored then. */
export function removeGroup(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findGroup(transaction, { organizationId, id });
    if (!before) return false;
    requireRevision(before, revision, words);
    await transaction.deleteFrom('roll_call_groups').where('id', '=', before.id).execute();
    await notify(transaction, { topic: 'roll-call', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'roll-call-group.deleted', recordId: before.id, now },
      before: audited(before),
    });
    return true;
  });
}

/** Throws `NameTaken` where another of these groups has the name, in whichever letters. */
export function requireName(
  groups: readonly { readonly id: string; readonly name: string }[],
  name: string,
  ownId: string | null,
): void {
  const taken = groups.some((group) => group.id !== ownId && group.name.toLowerCase() === name.toLowerCase());
  if (taken) throw new NameTaken();
}

async function changed(
  transaction: Database,
  actor: Actor,
  key: RecordKey,
  action: 'roll-call-group.added' | 'roll-call-group.changed',
  now: number,
  before: StoredGroup | null = null,
): Promise<StoredGroup> {
  const after = await findGroup(transaction, key);
  if (!after) throw new Error('A group that was stored is gone.');
  await notify(transaction, { topic: 'roll-call', ids: [key.organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: key.organizationId, action, recordId: after.id, now },
    ...{ before: before && audited(before), after: audited(after) },
  });
  return after;
}

function audited({ organizationLocationId, name, expected }: StoredGroup) {
  return { organizationLocationId, name, expected };
}
