import { sql } from 'kysely';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** More than anybody reads at once. */
const maxListed = 200;

export interface StoredForecast {
  readonly id: string;
  readonly typeName: string;
  readonly color: string;
  readonly expiresAt: number;
  /** None: every place of the organisation. */
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
  /** Sanitised already. */
  readonly html: string;
}

/** The organisation’s forecasts, newest first; with `at` only those in effect at that instant and place. */
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

/** A forecast of the organisation, or undefined; an id that is no UUID is nobody's. */
export async function findForecast(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredForecast | undefined> {
  if (!isUuid(id)) return undefined;
  const rows = await db
    .selectFrom('proactive_forecasts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
  return (await withParts(db, rows))[0];
}

export async function insertForecast(
  db: Database,
  organizationId: string,
  facts: {
    readonly typeName: string;
    readonly color: string;
    readonly expiresAt: number;
    readonly organizationLocationIds: readonly string[];
    readonly createdBy: string;
    readonly message: NewForecastMessage;
  },
  now: number,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('proactive_forecasts')
      .values({
        organization_id: organizationId,
        type_name: facts.typeName,
        color: facts.color,
        for_all_locations: facts.organizationLocationIds.length === 0,
        expires_at: new Date(facts.expiresAt),
        created_at: new Date(now),
        created_by: facts.createdBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (facts.organizationLocationIds.length > 0) {
      await transaction
        .insertInto('proactive_forecast_locations')
        .values(
          facts.organizationLocationIds.map((placeId) => ({
            forecast_id: id,
            organization_location_id: placeId,
          })),
        )
        .execute();
    }
    await transaction
      .insertInto('proactive_forecast_messages')
      .values({ forecast_id: id, ...facts.message, created_at: new Date(now) })
      .execute();
    await notify(transaction, { topic: 'warnings', ids: [organizationId] });
    return id;
  });
}

/** Adds a message and moves the end; false when the organisation has no such forecast. */
export async function addForecastMessage(
  db: Database,
  organizationId: string,
  id: string,
  { message, expiresAt }: { message: NewForecastMessage; expiresAt: number },
  now: number,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('proactive_forecasts')
      .set({ expires_at: new Date(expiresAt) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .insertInto('proactive_forecast_messages')
      .values({ forecast_id: id, ...message, created_at: new Date(now) })
      .execute();
    await notify(transaction, { topic: 'warnings', ids: [organizationId] });
    return true;
  });
}

/**
 * Ends a forecast now; one that has ended already keeps its end. False when the organisation has no such
 * forecast.
 */
export async function endForecast(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('proactive_forecasts')
      .set({ expires_at: sql`least(expires_at, ${new Date(now)}::timestamptz)` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await notify(transaction, { topic: 'warnings', ids: [organizationId] });
    return numUpdatedRows > 0n;
  });
}

async function withParts(
  db: Database,
  rows: readonly { id: string; type_name: string; color: string; expires_at: Date }[],
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
    typeName: row.type_name,
    color: row.color,
    expiresAt: row.expires_at.getTime(),
    organizationLocationIds: places
      .filter((place) => place.forecast_id === row.id)
      .map((place) => place.organization_location_id),
    messages: messages
      .filter((message) => message.forecast_id === row.id)
      .map(({ id, headline, html, created_at }) => ({ id, headline, html, createdAt: created_at.getTime() })),
  }));
}
