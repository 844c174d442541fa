import type { AuditAction } from '@allclear/domain';
import type { Selectable } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type PushSubscription = RecordOf<Selectable<Tables['push_subscriptions']>>;

/** More browsers than a person has. */
const maxOfOne = 20;

export async function listSubscriptions(db: Database, userId: string): Promise<PushSubscription[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(recordOf);
}

/**
 * Stores a browser's subscription. The same browser again renews its keys; with another person signed in it
 * then belongs to that person. Beyond the limit the oldest are dropped.
 */
export function putSubscription(
  db: Database,
  actor: Actor,
  subscription: {
    organizationId: string;
    userId: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    userAgent: string;
  },
  wallNow: number,
): Promise<string> {
  const { organizationId, userId, endpoint, userAgent, ...keys } = subscription;
  const owner = { organization_id: organizationId, user_id: userId, user_agent: userAgent, ...keys };
  return db.transaction().execute(async (transaction) => {
    // Of two browsers that subscribe at once the second sees the first, so that the limit holds.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // A queued delivery to the browser's former owner must not find it under the same id, so the row is
    // replaced.
    await transaction
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('user_id', '<>', userId)
      .execute();
    const renewed = await transaction
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('endpoint', '=', endpoint)
      .executeTakeFirst();
    const stored = await transaction
      .insertInto('push_subscriptions')
      .values({ ...owner, endpoint, created_at: new Date(wallNow) })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owner))
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id } = stored;
    const surplus = transaction
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '<>', id)
      .orderBy('created_at', 'desc')
      .offset(maxOfOne - 1);
    const dropped = await transaction
      .deleteFrom('push_subscriptions')
      .where('id', 'in', surplus)
      .returning('id')
      .execute();
    const droppedIds = dropped.map((one) => one.id);
    await appendAudit(transaction, actor, {
      ...browserRecord('push-subscription.added', recordOf(stored)),
      before: renewed ? audited(recordOf(renewed)) : null,
      after: { ...audited(recordOf(stored)), ...(droppedIds.length > 0 && { droppedIds }) },
    });
    return id;
  });
}

/** False when the person has no such browser. */
export async function removeSubscription(
  db: Database,
  actor: Actor,
  userId: string,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    const removed = recordOf(row);
    await appendAudit(transaction, actor, {
      ...browserRecord('push-subscription.removed', removed),
      before: audited(removed),
    });
    return true;
  });
}

/** What the audit says of a browser: its address, without the keys by which a message is encrypted for it. */
function audited({ endpoint, userAgent }: PushSubscription): object {
  return { endpoint, userAgent };
}

function browserRecord(action: AuditAction, { id, organizationId, userId }: PushSubscription): AuditRecord {
  return {
    ...{ chain: organizationId, action, recordId: id, now: null },
    personal: { userId, fields: ['endpoint', 'userAgent'] },
  };
}
