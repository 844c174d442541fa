import { type Selectable, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';

/** More than fits on a page. */
const maxListed = 200;

export interface StoredForecast {
  readonly id: string;
  readonly revision: number;
  readonly typeName: string;
  readonly color: string;
  readonly expiresAt: number;
  /** Whether it is for every place of the organization. */
  readonly forAllLocations: boolean;
  /** Its places otherwise; none are left when all of them were deleted. */
  readonly organizationLocationIds: readonly string[];
  /** Oldest first. */
  readonly messages: readonly {
    readonly id: string;
    readonly headline: string;
    readonly html: string;
    readonly createdAt: number;
  }[];
}

export interface NewForecastMessage {
  readonly headline: string;
  /** Sanitized already. */
  readonly html: string;
}

/** The ids of a forecast and of the message that was written. */
export interface WrittenMessage {
  readonly id: string;
  readonly messageId: string;
}

/** The organization’s forecasts, newest first; with `at` only those in effect at that instant and place. */
export async function listForecasts(
  db: Database,
  organizationId: string,
  at?: { readonly now: number; readonly organizationLocationId: string | null },
): Promise<StoredForecast[]> {
  let query = db.selectFrom('proactive_forecasts').selectAll().where('organization_id', '=', organizationId);
  if (at) {
    query = query.where('expires_at', '>', new Date(at.now)).where(
      sql<boolean>`(for_all_locations or exists (select from proactive_forecast_locations l
          where l.forecast_id = proactive_forecasts.id and l.organization_location_id = ${at.organizationLocationId}::uuid))`,
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(maxListed).execute();
  return withParts(db, rows);
}

/** A forecast of the organization, or undefined; an id that is no UUID is that of none. */
export async function findForecast(db: Database, key: RecordKey): Promise<StoredForecast | undefined> {
  const rows = await db.selectFrom('proactive_forecasts').selectAll().where(hasKey(key)).execute();
  return (await withParts(db, rows))[0];
}

export async function insertForecast(
  db: Database,
  _actor: Actor,
  organizationId: string,
  input: {
    readonly typeName: string;
    readonly color: string;
    readonly expiresAt: number;
    readonly organizationLocationIds: readonly string[];
    readonly createdBy: string;
    readonly message: NewForecastMessage;
  },
  now: number,
): Promise<WrittenMessage> {
  return inTransaction(db, async (transaction) => {
    const { id } = await transaction
      .insertInto('proactive_forecasts')
      .values({
        organization_id: organizationId,
        type_name: input.typeName,
        color: input.color,
        for_all_locations: input.organizationLocationIds.length === 0,
        expires_at: new Date(input.expiresAt),
        created_at: new Date(now),
        created_by: input.createdBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.organizationLocationIds.length > 0) {
      await transaction
        .insertInto('proactive_forecast_locations')
        .values(
          input.organizationLocationIds.map((placeId) => ({
            forecast_id: id,
            organization_location_id: placeId,
          })),
        )
        .execute();
    }
    const messageId = await insertMessage(transaction, id, input.message, now);
    await notify(transaction, { topic: 'warnings', ids: [organizationId] });
    return { id, messageId };
  });
}

/**
 * Adds a message and moves the end, if the forecast still is the revision that this is based on; undefined
 * when the organization has no such forecast. Throws `StaleRevision`; nothing is stored then.
 */
export async function addForecastMessage(
  db: Database,
  _actor: Actor,
  { revision, ...key }: RevisionKey,
  { message, expiresAt }: { message: NewForecastMessage; expiresAt: number },
  now: number,
): Promise<WrittenMessage | undefined> {
  let messageId = '';
  const isThere = await changed(db, key, async (transaction, before) => {
    requireRevision(before, revision, { what: 'this forecast' });
    messageId = await insertMessage(transaction, before.id, message, now);
    return { expiresAt, messages: 'another one' };
  });
  return isThere ? { id: key.id, messageId } : undefined;
}

async function insertMessage(
  transaction: Database,
  forecastId: string,
  { headline, html }: NewForecastMessage,
  now: number,
): Promise<string> {
  const { id } = await transaction
    .insertInto('proactive_forecast_messages')
    .values({ forecast_id: forecastId, headline, html, created_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Ends a forecast now; one that has ended already keeps its end. False when the organization has no such
 * forecast.
 */
export function endForecast(db: Database, _actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return changed(db, key, async (_transaction, before) => ({
    expiresAt: Math.min(before.expiresAt, now),
  }));
}

type ForecastRecord = RecordOf<Selectable<Tables['proactive_forecasts']>>;

/** Changes a forecast under a row lock; `work` returns when it ends and what else changed. */
async function changed(
  db: Database,
  key: RecordKey,
  work: (
    transaction: Database,
    before: ForecastRecord,
  ) => Promise<{ readonly expiresAt: number; readonly messages?: string }>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('proactive_forecasts')
      .selectAll()
      .where(hasKey(key))
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const before = { ...recordOf(row), messages: '' };
    const after = await work(transaction, before);
    await transaction
      .updateTable('proactive_forecasts')
      .set({ expires_at: new Date(after.expiresAt), ...nextRevision(before, after) })
      .where('id', '=', row.id)
      .execute();
    await notify(transaction, { topic: 'warnings', ids: [key.organizationId] });
    return true;
  });
}

async function withParts(
  db: Database,
  rows: readonly Selectable<Tables['proactive_forecasts']>[],
): Promise<StoredForecast[]> {
  if (rows.length === 0) return [];
  const mine = sql<boolean>`forecast_id = any(${rows.map(({ id }) => id)}::uuid[])`;
  const places = await db
    .selectFrom('proactive_forecast_locations')
    .selectAll()
    .where(mine)
    .orderBy('organization_location_id')
    .execute();
  const messages = await db
    .selectFrom('proactive_forecast_messages')
    .selectAll()
    .where(mine)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    typeName: row.type_name,
    color: row.color,
    forAllLocations: row.for_all_locations,
    expiresAt: row.expires_at.getTime(),
    organizationLocationIds: places
      .filter((place) => place.forecast_id === row.id)
      .map((place) => place.organization_location_id),
    messages: messages
      .filter((message) => message.forecast_id === row.id)
      .map(({ id, headline, html, created_at }) => ({ id, headline, html, createdAt: created_at.getTime() })),
  }));
}
