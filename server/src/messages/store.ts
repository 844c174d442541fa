import { type Selectable, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
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

/** What follows from a message, in the transaction that stores it: its notice. Throws to store nothing. */
export type Announce = (transaction: Database, forecast: StoredForecast, messageId: string) => Promise<void>;

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

/** Stores a forecast with its first message, and announces it, in one transaction. */
export async function insertForecast(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: {
    readonly typeName: string;
    readonly color: string;
    readonly expiresAt: number;
    readonly organizationLocationIds: readonly string[];
    readonly createdBy: string;
    readonly message: NewForecastMessage;
  },
  { now, announce }: { readonly now: number; readonly announce: Announce },
): Promise<StoredForecast> {
  return db.transaction().execute(async (transaction) => {
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
    const stored = await announced(transaction, { organizationId, id }, messageId, announce);
    const { typeName, color, expiresAt, forAllLocations, organizationLocationIds } = stored;
    const forecast = { typeName, color, forAllLocations, organizationLocationIds };
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'forecast-message.published', recordId: id, now },
      after: { ...forecast, expiresAt, message: { id: messageId, ...input.message } },
    });
    return stored;
  });
}

async function announced(
  transaction: Database,
  key: RecordKey,
  messageId: string,
  announce: Announce,
): Promise<StoredForecast> {
  const stored = await findForecast(transaction, key);
  if (!stored) throw new Error(`The forecast ${key.id} is gone in the transaction that wrote its message.`);
  await announce(transaction, stored, messageId);
  await notify(transaction, { topic: 'warnings', ids: [key.organizationId] });
  return stored;
}

/**
 * Adds a message, announces it, and moves the end, if the forecast still is the revision that this is based on; undefined
 * when the organization has no such forecast. Throws `StaleRevision`; nothing is stored then.
 */
export async function addForecastMessage(
  db: Database,
  actor: Actor,
  { revision, ...key }: RevisionKey,
  { message, expiresAt }: { message: NewForecastMessage; expiresAt: number },
  { now, announce }: { readonly now: number; readonly announce: Announce },
): Promise<StoredForecast | undefined> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockForecast(transaction, key);
    if (!before) return undefined;
    requireRevision(before, revision, { what: 'this forecast' });
    const messageId = await insertMessage(transaction, before.id, message, now);
    await setEnd(transaction, before, { expiresAt, messages: 'another one' });
    const stored = await announced(transaction, key, messageId, announce);
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'forecast-message.published', recordId: before.id, now },
      before: { expiresAt: before.expiresAt },
      after: { expiresAt: stored.expiresAt, message: { id: messageId, ...message } },
    });
    return stored;
  });
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
export function endForecast(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockForecast(transaction, key);
    if (!before) return false;
    const expiresAt = Math.min(before.expiresAt, now);
    await setEnd(transaction, before, { expiresAt });
    await notify(transaction, { topic: 'warnings', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'forecast-message.ended', recordId: before.id, now },
      ...{ before: { expiresAt: before.expiresAt }, after: { expiresAt } },
    });
    return true;
  });
}

type ForecastRecord = RecordOf<Selectable<Tables['proactive_forecasts']>>;

/** The forecast under a row lock, so that no other change can alter it meanwhile. */
async function lockForecast(transaction: Database, key: RecordKey): Promise<ForecastRecord | undefined> {
  const row = await transaction
    .selectFrom('proactive_forecasts')
    .selectAll()
    .where(hasKey(key))
    .forUpdate()
    .executeTakeFirst();
  return row && recordOf(row);
}

/** Sets when a locked forecast ends; `messages` says that they changed too. */
async function setEnd(
  transaction: Database,
  before: ForecastRecord,
  after: { readonly expiresAt: number; readonly messages?: string },
): Promise<void> {
  await transaction
    .updateTable('proactive_forecasts')
    .set({ expires_at: new Date(after.expiresAt), ...nextRevision({ ...before, messages: '' }, after) })
    .where('id', '=', before.id)
    .execute();
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
