import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** A place that an admin keeps closed, as it is stored. Instants are epoch ms of the product clock. */
export interface StoredClosure
  extends Omit<RecordOf<Selectable<Tables['place_closures']>>, 'fieldRevisions'> {
  readonly fieldRevisions: Readonly<Record<string, number>>;
  readonly placeName: string;
  readonly closedByName: string | null;
  readonly openedByName: string | null;
}

export interface ClosureDraft {
  readonly reason: string;
  /** Epoch ms, null until a person ends it. */
  readonly until: number | null;
}

/** Thrown when the place is closed already. */
export class PlaceIsClosed extends Error {}

const words: RecordWords = { what: 'this closure', labels: { until: 'Until' } };

function closuresQuery(db: Database) {
  return db
    .selectFrom('place_closures as c')
    .innerJoin('organization_locations as p', 'p.id', 'c.organization_location_id')
    .leftJoin('users as u', 'u.id', 'c.closed_by')
    .leftJoin('users as o', 'o.id', 'c.opened_by')
    .selectAll('c')
    .select([
      'p.name as place_name',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('closed_by_name'),
      sql<string | null>`trim(o.first_name || ' ' || o.last_name)`.as('opened_by_name'),
    ]);
}

const closureOf = (row: Parameters<typeof recordOf>[0]) => recordOf(row) as StoredClosure;

/** Those that last at `now` (epoch ms), of an organization, or of all with null. */
export async function openClosures(
  db: Database,
  organizationId: string | null,
  now: number,
): Promise<StoredClosure[]> {
  let query = closuresQuery(db)
    .where('c.opened_at', 'is', null)
    .where(sql<boolean>`(c.until_at is null or c.until_at > ${new Date(now)})`)
    .orderBy('c.closed_at');
  if (organizationId !== null) query = query.where('c.organization_id', '=', organizationId);
  return (await query.execute()).map(closureOf);
}

async function findClosure(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredClosure | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await closuresQuery(db)
    .where('c.organization_id', '=', organizationId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row && closureOf(row);
}

/** Throws `PlaceIsClosed`; nothing is stored then. `now` is the product clock, epoch ms. */
export function closePlace(
  db: Database,
  actor: Actor,
  { organizationId, id: placeId }: RecordKey,
  { reason, until, userId }: ClosureDraft & { readonly userId: string },
  now: number,
): Promise<StoredClosure> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    // One that ran out is over: it makes room.
    await transaction
      .updateTable('place_closures')
      .set({ opened_at: sql`until_at` })
      .where('organization_location_id', '=', placeId)
      .where('opened_at', 'is', null)
      .where('until_at', '<=', new Date(now))
      .execute();
    const inserted = await transaction
      .insertInto('place_closures')
      .values({
        ...{ organization_id: organizationId, organization_location_id: placeId, reason, closed_by: userId },
        ...{ closed_at: new Date(now), until_at: until === null ? null : new Date(until) },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new PlaceIsClosed();
    return changed(transaction, actor, { organizationId, id: inserted.id, action: 'closure.added', now });
  });
}

/** Undefined when there is none that lasts. Throws `StaleRevision`; nothing is stored then. */
export function changeClosure(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  { reason, until }: ClosureDraft,
  now: number,
): Promise<StoredClosure | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findClosure(transaction, { organizationId, id });
    if (!before || before.openedAt !== null) return undefined;
    requireRevision(before, revision, words);
    await transaction
      .updateTable('place_closures')
      .set({
        ...{ reason, until_at: until === null ? null : new Date(until) },
        ...nextRevision({ ...before, until: before.untilAt }, { reason, until }),
      })
      .where('id', '=', id)
      .execute();
    return changed(transaction, actor, { organizationId, id, action: 'closure.changed', now, before });
  });
}

/** Ends a closure; undefined when there is none that lasts. Throws `StaleRevision`; nothing is stored then. */
export function openPlace(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  userId: string,
  now: number,
): Promise<StoredClosure | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findClosure(transaction, { organizationId, id });
    if (!before || before.openedAt !== null) return undefined;
    requireRevision(before, revision, words);
    await transaction
      .updateTable('place_closures')
      .set({ opened_at: new Date(now), opened_by: userId, revision: before.revision + 1 })
      .where('id', '=', id)
      .execute();
    return changed(transaction, actor, { organizationId, id, action: 'closure.ended', now, before });
  });
}

async function changed(
  transaction: Database,
  actor: Actor,
  {
    organizationId,
    id,
    action,
    now,
    before = null,
  }: RecordKey & {
    readonly action: 'closure.added' | 'closure.changed' | 'closure.ended';
    readonly now: number;
    readonly before?: StoredClosure | null;
  },
): Promise<StoredClosure> {
  const after = await findClosure(transaction, { organizationId, id });
  if (!after) throw new Error('A closure that was stored is gone.');
  await notify(transaction, { topic: 'closures', ids: [organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action, recordId: id, now },
    ...{ before: before && audited(before), after: audited(after) },
  });
  return after;
}

function audited({ organizationLocationId, reason, untilAt, openedAt }: StoredClosure) {
  return { organizationLocationId, reason, untilAt, openedAt };
}

/** Returns how many closures were removed. */
export async function dropClosuresBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('place_closures')
    .where('closed_at', '<', new Date(before))
    .where(sql<boolean>`(opened_at is not null or until_at < ${new Date(before)})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
