import { milesOfFlashToBang, sameReportMs } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { type RecordOf, recordOf } from '../../platform/database/record.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** Thunder that somebody heard, as it is stored. Instants are epoch ms of the product clock, unless they say wall. */
export interface StoredThunderReport extends RecordOf<Selectable<Tables['thunder_reports']>> {
  readonly placeName: string;
  readonly reportedBy: string | null;
  readonly takenBackByName: string | null;
}

/** One press. */
export interface ThunderPress {
  readonly organizationId: string;
  readonly placeId: string;
  readonly userId: string;
  readonly key: string;
  readonly thunderAt: number;
  readonly receivedAt: number;
  readonly receivedWallAt: number;
  /** Real ms by the phone's own clock, null where that was set in between. */
  readonly ageMs: number | null;
  readonly flashToBangSeconds: number | null;
  readonly recordedOnly: boolean;
}

function reportsQuery(db: Database) {
  return db
    .selectFrom('thunder_reports as r')
    .innerJoin('organization_locations as p', 'p.id', 'r.organization_location_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as b', 'b.id', 'r.taken_back_by')
    .selectAll('r')
    .select([
      'p.name as place_name',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('reported_by'),
      sql<string | null>`trim(b.first_name || ' ' || b.last_name)`.as('taken_back_by_name'),
    ]);
}

/** In no order; an id that is none is left out. */
export async function readReports(db: Database, ids: readonly string[]): Promise<StoredThunderReport[]> {
  if (ids.length === 0) return [];
  const rows = await reportsQuery(db)
    .where(sql<boolean>`r.id = any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(recordOf);
}

/** What a process has to know when it starts: what may still count, and what was taken back. */
export async function reportsToKnow(
  db: Database,
  { since, takenBackSince }: { readonly since: number; readonly takenBackSince: number },
): Promise<StoredThunderReport[]> {
  const rows = await reportsQuery(db)
    .where('r.thunder_at', '>=', new Date(Math.min(since, takenBackSince)))
    .where(sql<boolean>`(r.taken_back_at is not null or r.thunder_at >= ${new Date(since)})`)
    .execute();
  return rows.map(recordOf);
}

/** Those of these places since an instant, newest first. */
export async function reportsAt(
  db: Database,
  placeIds: readonly string[],
  since: number,
): Promise<StoredThunderReport[]> {
  if (placeIds.length === 0) return [];
  const rows = await reportsQuery(db)
    .where(sql<boolean>`r.organization_location_id = any(${[...placeIds]}::uuid[])`)
    .where('r.received_at', '>=', new Date(since))
    .orderBy('r.received_at', 'desc')
    .orderBy('r.id')
    .limit(500)
    .execute();
  return rows.map(recordOf);
}

export async function organizationsOfReports(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('thunder_reports')
    .select('organization_id')
    .distinct()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** The places of a group, those without groups, and those to which own locations are tied; all with 'any'. */
export async function placesFor(
  db: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  scope: 'any' | 'own-group',
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id::text from organization_locations p
    where p.organization_id = ${organizationId} and (${scope === 'any'}
      or not exists (select from organization_location_groups g where g.organization_location_id = p.id)
      or exists (select from organization_location_groups g join users u on u.group_id = g.group_id
        where g.organization_location_id = p.id and u.id = ${userId}))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores a press. The same key again is the same report; so is a press of the same person at the same place within a
 * minute of the last one, which then counts from the newer. Each report is announced to all processes.
 */
export async function storePress(
  db: Database,
  actor: Actor,
  press: ThunderPress,
): Promise<StoredThunderReport> {
  return db.transaction().execute(async (transaction) => {
    // Presses of one person come one after the other.
    await sql`select from users where id = ${press.userId} for update`.execute(transaction);
    const id = (await pressedAgain(transaction, press)) ?? (await insert(transaction, actor, press));
    await notify(transaction, { topic: 'thunder', ids: [id] });
    const [stored] = await readReports(transaction, [id]);
    if (!stored) throw new Error('A report that was stored is gone.');
    return stored;
  });
}

/** The id of the report that a press repeats, changed by it; null when it is a new one. */
async function pressedAgain(transaction: Database, press: ThunderPress): Promise<string | null> {
  const { organizationId, placeId, userId, key, recordedOnly } = press;
  const same = await transaction
    .selectFrom('thunder_reports')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (same) return same.id;
  if (recordedOnly) return null;
  const thunderAt = new Date(press.thunderAt);
  const before = await transaction
    .selectFrom('thunder_reports')
    .select(['id', 'distance_miles'])
    .where('organization_location_id', '=', placeId)
    .where('user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .where('recorded_only', '=', false)
    .where('first_thunder_at', '<=', new Date(press.thunderAt + sameReportMs))
    .where('thunder_at', '>=', new Date(press.thunderAt - sameReportMs))
    .orderBy('thunder_at', 'desc')
    .executeTakeFirst();
  if (!before) return null;
  const miles = milesOfFlashToBang(press.flashToBangSeconds);
  // One that concerns every zone goes on to do so.
  const nearest =
    before.distance_miles === null || miles === null ? null : Math.min(before.distance_miles, miles);
  await transaction
    .updateTable('thunder_reports')
    .set((column) => ({
      presses: sql`presses + 1`,
      revision: sql`revision + 1`,
      thunder_at: sql`greatest(${column.ref('thunder_at')}, ${thunderAt})`,
      first_thunder_at: sql`least(${column.ref('first_thunder_at')}, ${thunderAt})`,
      distance_miles: nearest,
    }))
    .where('id', '=', before.id)
    .execute();
  return before.id;
}

async function insert(transaction: Database, actor: Actor, press: ThunderPress): Promise<string> {
  const { organizationId, placeId, userId, key, ageMs, flashToBangSeconds, recordedOnly } = press;
  const thunderAt = new Date(press.thunderAt);
  const distanceMiles = milesOfFlashToBang(flashToBangSeconds);
  const { id } = await transaction
    .insertInto('thunder_reports')
    .values({
      ...{ organization_id: organizationId, organization_location_id: placeId, user_id: userId, key },
      ...{ first_thunder_at: thunderAt, thunder_at: thunderAt, received_at: new Date(press.receivedAt) },
      ...{ received_wall_at: new Date(press.receivedWallAt), age_ms: ageMs, recorded_only: recordedOnly },
      ...{ flash_to_bang_seconds: flashToBangSeconds, distance_miles: distanceMiles },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'thunder.reported', recordId: id, now: press.receivedAt },
    ...{
      before: null,
      after: { organizationLocationId: placeId, thunderAt: press.thunderAt, distanceMiles, recordedOnly },
    },
  });
  return id;
}

/** Takes a report back; undefined when there is none in the organization. One that is taken back stays as it is. */
export async function takeBack(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  { userId, reason, now }: { readonly userId: string; readonly reason: string; readonly now: number },
): Promise<StoredThunderReport | undefined> {
  if (!isUuid(id)) return undefined;
  return db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .updateTable('thunder_reports')
      .set({
        ...{ taken_back_at: new Date(now), taken_back_by: userId, take_back_reason: reason },
        revision: sql`revision + 1`,
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('taken_back_at', 'is', null)
      .returning('organization_location_id')
      .executeTakeFirst();
    if (taken) {
      await notify(transaction, { topic: 'thunder', ids: [id] });
      await appendAudit(transaction, actor, {
        ...{ chain: organizationId, action: 'thunder.taken-back', recordId: id, now },
        ...{ before: null, after: { organizationLocationId: taken.organization_location_id, reason } },
      });
    }
    return findReport(transaction, { organizationId, id });
  });
}

export async function findReport(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredThunderReport | undefined> {
  if (!isUuid(id)) return undefined;
  const [report] = await readReports(db, [id]);
  return report?.organizationId === organizationId ? report : undefined;
}

/** Returns how many reports were removed. */
export async function dropReportsBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('thunder_reports')
    .where('thunder_at', '<', new Date(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
