import type { Selectable } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type StoredWebhook = RecordOf<Selectable<Tables['webhooks']>>;

/** Thrown when the organisation has as many as it may. */
export class TooManyWebhooks extends Error {}

/** Each of them hears every notice. */
export const maxWebhooks = 20;

export async function listWebhooks(db: Database, organizationId: string): Promise<StoredWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

export function insertWebhook(
  db: Database,
  organizationId: string,
  { url, secret }: { url: string; secret: string },
  wallNow: number,
): Promise<StoredWebhook> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forUpdate()
      .execute();
    const { count } = await transaction
      .selectFrom('webhooks')
      .select((where) => where.fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxWebhooks) throw new TooManyWebhooks();
    const row = await transaction
      .insertInto('webhooks')
      .values({ organization_id: organizationId, url, secret, created_at: new Date(wallNow) })
      .returningAll()
      .executeTakeFirstOrThrow();
    return recordOf(row);
  });
}

/** False when the organisation has no such webhook. */
export async function removeWebhook(db: Database, organizationId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const result = await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
