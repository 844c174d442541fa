import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { isUuid } from './locations.ts';
import type { Tables } from './schema.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

/** Thrown when the organisation has as many as it may. */
export class TooManyWebhooks extends Error {}

/** Each of them hears every notice. */
export const mostWebhooks = 20;

export function listWebhooks(db: Database, customerId: string): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('customer_id', '=', customerId).orderBy('created_at').orderBy('id').execute();
}

export function insertWebhook(
  db: Database,
  customerId: string,
  { url, secret }: { url: string; secret: string },
  wallNow: number,
): Promise<WebhookRow> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('customers').select('id').where('id', '=', customerId).forUpdate().execute();
    const { count } = await transaction
      .selectFrom('webhooks')
      .select((where) => where.fn.countAll<string>().as('count'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostWebhooks) throw new TooManyWebhooks();
    return transaction
      .insertInto('webhooks')
      .values({ customer_id: customerId, url, secret, created_at: new Date(wallNow) })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** False when the organisation has no such webhook. */
export async function removeWebhook(db: Database, customerId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const result = await db.deleteFrom('webhooks').where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
