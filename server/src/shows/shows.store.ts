import type { ShowDraft, ShowScene } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { cameraNames } from '../cameras/index.ts';
import { listOrganizationLocations, withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A show as it is stored. Instants are epoch ms of the product clock. */
export interface StoredShow extends Omit<RecordOf<Selectable<Tables['shows']>>, 'scenes' | 'layout'> {
  readonly layout: ShowDraft['layout'];
  readonly scenes: readonly ShowScene[];
}

/** Thrown when the organization has as many as it may. */
export class TooManyShows extends Error {}
/** Thrown when a place of the show is none of the organization. */
export class UnknownPlace extends Error {}
/** Thrown when a camera of the show is none of the organization. */
export class UnknownCamera extends Error {}

export const maxShows = 100;

const words: RecordWords = { what: 'this show' };

// What was written was checked; the database checks the layout.
const showOf = (row: Selectable<Tables['shows']>): StoredShow => ({
  ...recordOf(row),
  layout: row.layout as ShowDraft['layout'],
  scenes: row.scenes as ShowScene[],
});

/** By name. */
export async function listShows(db: Database, organizationId: string): Promise<StoredShow[]> {
  const rows = await db
    .selectFrom('shows')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map(showOf);
}

/** Undefined when there is none in the organization; an id that is no UUID is that of none. */
export async function findShow(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredShow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('shows')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && showOf(row);
}

/** Shows of any organization by their ids; one that is gone is left out. */
export async function showsByIds(db: Database, ids: readonly string[]): Promise<StoredShow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('shows')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(showOf);
}

/** Throws `TooManyShows`, `UnknownPlace` and `UnknownCamera`; nothing is stored then. `now` is product time, epoch ms. */
export function insertShow(
  db: Database,
  actor: Actor,
  organizationId: string,
  draft: ShowDraft,
  now: number,
): Promise<StoredShow> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if ((await listShows(transaction, organizationId)).length >= maxShows) throw new TooManyShows();
    await requireOwn(transaction, organizationId, draft);
    const at = new Date(now);
    const row = await transaction
      .insertInto('shows')
      .values({ organization_id: organizationId, ...columnsOfDraft(draft), created_at: at, updated_at: at })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = showOf(row);
    await notify(transaction, { topic: 'shows', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'show.added', recordId: after.id, now },
      ...{ before: null, after: audited(after) },
    });
    return after;
  });
}

/**
 * Changes a show, if it still is the revision that the change is based on; undefined when there is none. Throws
 * `StaleRevision`, `UnknownPlace` and `UnknownCamera`; nothing is stored then.
 */
export function changeShow(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  draft: ShowDraft,
  now: number,
): Promise<StoredShow | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findShow(transaction, { organizationId, id });
    if (!before) return undefined;
    requireRevision(before, revision, words);
    await requireOwn(transaction, organizationId, draft);
    const row = await transaction
      .updateTable('shows')
      .set({ ...columnsOfDraft(draft), ...nextRevision(before, draft), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = showOf(row);
    await notify(transaction, { topic: 'shows', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'show.changed', recordId: before.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return after;
  });
}

/** With its links; false when there is none. */
export function removeShow(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findShow(transaction, { organizationId, id });
    if (!before) return false;
    await transaction.deleteFrom('shows').where('id', '=', before.id).execute();
    await notify(transaction, { topic: 'shows', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'show.deleted', recordId: before.id, now },
      ...{ before: audited(before), after: null },
    });
    return true;
  });
}

/** Throws `UnknownPlace` or `UnknownCamera` unless all that the show and its scenes are about is of the organization. */
export async function requireOwn(
  db: Database,
  organizationId: string,
  { placeIds, scenes }: Pick<ShowDraft, 'placeIds' | 'scenes'>,
): Promise<void> {
  const own = new Set((await listOrganizationLocations(db, organizationId)).map(({ id }) => id));
  const named = [...placeIds, ...scenes.flatMap((scene) => ('placeId' in scene ? scene.placeId : []))];
  if (!named.every((id) => own.has(id))) throw new UnknownPlace();
  const cameras = scenes.flatMap((scene) => (scene.kind === 'camera' ? scene.cameraId : []));
  if (cameras.length === 0) return;
  const ownCameras = new Set((await cameraNames(db, organizationId)).map(({ id }) => id));
  if (!cameras.every((id) => ownCameras.has(id))) throw new UnknownCamera();
}

function columnsOfDraft({ name, layout, placeIds, scenes, ticker, showsClock }: ShowDraft) {
  return {
    ...{ name, layout, place_ids: [...placeIds], scenes: JSON.stringify(scenes) },
    ...{ ticker, shows_clock: showsClock },
  };
}

function audited({ name, layout, placeIds, scenes, ticker, showsClock }: StoredShow): object {
  return { name, layout, placeIds, scenes, ticker, showsClock };
}
