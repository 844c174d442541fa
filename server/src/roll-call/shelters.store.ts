import { randomBytes } from 'node:crypto';
import { makeShelterCode, maxShelters, type ShelterDraft } from '@allclear/domain';
import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A shelter as it is stored. Instants are epoch ms of the product clock. */
export interface StoredShelter extends ShelterDraft {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationLocationId: string;
  readonly isOpen: boolean;
  readonly openSetBy: string | null;
  readonly openSetAt: number;
  /** Null once it is removed. */
  readonly code: string | null;
  readonly revision: number;
  readonly fieldRevisions: Readonly<Record<string, number>>;
}

/** Thrown when a place has as many as it may have. */
export class TooMany extends Error {}

const words: RecordWords = { what: 'this shelter' };

const shelters = sql`
  select s.id::text, s.organization_id::text as "organizationId",
    s.organization_location_id::text as "organizationLocationId", s.name, s.capacity,
    s.minutes_to_reach as "minutesToReach", s.directions, s.position, s.is_open as "isOpen",
    trim(u.first_name || ' ' || u.last_name) as "openSetBy",
    (extract(epoch from s.open_set_at) * 1000)::float8 as "openSetAt", s.code, s.revision,
    s.field_revisions as "fieldRevisions"
  from shelters s left join users u on u.id = s.open_set_by`;

/** Those of a place in their order; with `all` also those that were removed. */
export async function sheltersOf(
  db: Database,
  { organizationId, id: placeId }: RecordKey,
  which: 'present' | 'all' = 'present',
): Promise<StoredShelter[]> {
  const { rows } = await sql<StoredShelter>`${shelters}
    where s.organization_id = ${organizationId} and s.organization_location_id = ${placeId}
      and (${which === 'all'} or s.removed_at is null)
    order by s.position, lower(s.name), s.id`.execute(db);
  return rows;
}

/** Undefined for one that was removed. */
export async function findShelter(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredShelter | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredShelter>`${shelters}
    where s.organization_id = ${organizationId} and s.id = ${id} and s.removed_at is null`.execute(db);
  return rows[0];
}

/** The shelter of a code, of whichever organization that is not closed. */
export async function shelterByCode(db: Database, code: string): Promise<StoredShelter | undefined> {
  const { rows } = await sql<StoredShelter>`${shelters} join organizations o on o.id = s.organization_id
    where s.code = ${code} and s.removed_at is null and o.status <> 'CLOSED'`.execute(db);
  return rows[0];
}

/** Throws `TooMany`; nothing is stored then. `now` is the product clock, epoch ms. */
export function insertShelter(
  db: Database,
  actor: Actor,
  { organizationId, id: placeId }: RecordKey,
  { isOpen, userId, ...draft }: ShelterDraft & { readonly isOpen: boolean; readonly userId: string },
  now: number,
): Promise<StoredShelter> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await sheltersOf(transaction, { organizationId, id: placeId });
    if (before.length >= maxShelters) throw new TooMany();
    const { id } = await transaction
      .insertInto('shelters')
      .values({
        ...{ organization_id: organizationId, organization_location_id: placeId, ...columnsOf(draft) },
        ...{ is_open: isOpen, open_set_by: userId, open_set_at: new Date(now), code: freshCode() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return changed(transaction, actor, { organizationId, id }, 'shelter.added', now);
  });
}

/** Random, so that nobody guesses one; that two are the same is less likely than a failure of the machine. */
function freshCode(): string {
  let code: string | null = null;
  while (code === null) code = makeShelterCode(randomBytes(32));
  return code;
}

type Change = {
  readonly action: 'shelter.changed' | 'shelter.open-changed' | 'shelter.code-replaced';
  readonly now: number;
};

/** Undefined when there is none. Throws `StaleRevision`; nothing is stored then. */
export function changeShelter(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  draft: ShelterDraft,
  now: number,
): Promise<StoredShelter | undefined> {
  return change(db, actor, key, { action: 'shelter.changed', now }, () => ({ fields: draft, columns: {} }));
}

/** Undefined when there is none. Throws `StaleRevision`; nothing is stored then. */
export function setShelterOpen(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  { isOpen, userId }: { readonly isOpen: boolean; readonly userId: string },
  now: number,
): Promise<StoredShelter | undefined> {
  return change(db, actor, key, { action: 'shelter.open-changed', now }, () => ({
    fields: { isOpen },
    columns: { open_set_by: userId, open_set_at: new Date(now) },
  }));
}

/** Undefined when there is none. Throws `StaleRevision`; nothing is stored then. */
export function replaceShelterCode(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  now: number,
): Promise<StoredShelter | undefined> {
  return change(db, actor, key, { action: 'shelter.code-replaced', now }, () => ({
    fields: { code: freshCode() },
    columns: {},
  }));
}

function change(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  { action, now }: Change,
  to: (before: StoredShelter) => {
    readonly fields: Partial<ShelterDraft> & { readonly isOpen?: boolean; readonly code?: string };
    readonly columns: { readonly open_set_by?: string; readonly open_set_at?: Date };
  },
): Promise<StoredShelter | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findShelter(transaction, { organizationId, id });
    if (!before) return undefined;
    requireRevision(before, revision, words);
    const { fields, columns } = to(before);
    await transaction
      .updateTable('shelters')
      .set({ ...columnsOf(fields), ...columns, ...nextRevision(before, fields) })
      .where('id', '=', before.id)
      .execute();
    return changed(transaction, actor, { organizationId, id: before.id }, action, now, before);
  });
}

/** Removes a shelter, its code goes at once. False when there is none. Throws `StaleRevision`. */
export function removeShelter(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findShelter(transaction, { organizationId, id });
    if (!before) return false;
    requireRevision(before, revision, words);
    await transaction
      .updateTable('shelters')
      .set({ removed_at: new Date(now), code: null, is_open: false, revision: before.revision + 1 })
      .where('id', '=', before.id)
      .execute();
    await notify(transaction, { topic: 'roll-call', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'shelter.deleted', recordId: before.id, now },
      before: audited(before),
    });
    return true;
  });
}

async function changed(
  transaction: Database,
  actor: Actor,
  key: RecordKey,
  action: 'shelter.added' | Change['action'],
  now: number,
  before: StoredShelter | null = null,
): Promise<StoredShelter> {
  const after = await findShelter(transaction, key);
  if (!after) throw new Error('A shelter that was stored is gone.');
  await notify(transaction, { topic: 'roll-call', ids: [key.organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: key.organizationId, action, recordId: after.id, now },
    ...{ before: before && audited(before), after: audited(after) },
  });
  return after;
}

/** Without the code: it is said that it was replaced, not by what. */
function audited(shelter: StoredShelter) {
  const { organizationLocationId, name, capacity, minutesToReach, directions, position, isOpen } = shelter;
  return { organizationLocationId, name, capacity, minutesToReach, directions, position, isOpen };
}
