import type { Selectable } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import type { Tables } from '../platform/database/schema.ts';

export type StoredWebhook = RecordOf<Selectable<Tables['webhooks']>>;

/** Thrown when the organization has as many as it may. */
export class TooManyWebhooks extends Error {}

/** Every notice is sent to each of them. */
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
  _actor: Actor,
  organizationId: string,
  { url, secret }: { url: string; secret: string },
  wallNow: number,
): Promise<StoredWebhook> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
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

/** False when the organization has no such webhook. */
export async function removeWebhook(db: Database, _actor: Actor, key: RecordKey): Promise<boolean> {
  const result = await db.deleteFrom('webhooks').where(hasKey(key)).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
